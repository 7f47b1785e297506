// The relationships from and to a table.
import { useQuery } from '@tanstack/react-query'
import { Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Table as ProjectTable, Relationship } from '#api/client/schemas.ts'
import { removeRelationship } from '#api/data/schema.ts'
import { relationshipsQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { onDelete } from '#i18n/on-delete.ts'
import { messages } from '#screens/schema/messages.ts'
import { Review } from '#screens/schema/review/review.tsx'
import classes from '#screens/schema/schema.module.css'
import { useSchema } from '#screens/schema/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'

const RelationshipForm = whenShown(async () => (await import('./relationship-form.tsx')).RelationshipForm)

type Act = { readonly name: 'add' } | { readonly name: 'change' | 'remove'; readonly link: Relationship }

/** RelationshipList adds, changes and drops the relationships of a table. */
export function RelationshipList({
  table,
  tables,
}: {
  readonly table: ProjectTable
  readonly tables: readonly ProjectTable[]
}) {
  const m = useMessages(messages)
  const rules = useMessages(onDelete)
  const { common } = useLanguage()
  const { projectId } = useSchema()
  const may = useMay(projectId)
  const [act, setAct] = useState<Act>()
  const links = useQuery(relationshipsQuery(projectId))
  const end = () => setAct(undefined)
  if (links.isPending) return <Skeleton />
  if (links.isError) return <ErrorState error={links.error} onRetry={links.refetch} />
  const own = links.data.filter(({ from_table, to_table }) => [from_table, to_table].includes(table.slug))
  const columns: Column<Relationship>[] = [
    { title: m.fields.name, cell: ({ name }) => name },
    { title: m.from, cell: (link) => <code>{`${link.from_table}.${link.from_column}`}</code> },
    { title: m.to, cell: (link) => <code>{`${link.to_table}.${link.to_column}`}</code> },
    { title: m.fields.onDelete, cell: ({ on_delete }) => rules[on_delete] },
  ]
  if (may('schema:write'))
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (link) => (
        <Menu label={`${common.actions.menu}: ${link.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'change', link })}>
            {m.change}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct({ name: 'remove', link })}>
            {m.drop}
          </MenuItem>
        </Menu>
      ),
    })
  const form = { projectId, table, tables, onDone: end, onClose: end }
  return (
    <>
      {may('schema:write') && !table.read_only ? (
        <div className={classes.bar}>
          <Button onClick={() => setAct({ name: 'add' })}>
            <Plus aria-hidden />
            {m.newRelationship}
          </Button>
        </div>
      ) : null}
      <Card>
        {own.length === 0 ? (
          <EmptyState icon={<Link2 aria-hidden />} title={m.noRelationships} />
        ) : (
          <Table label={m.relationships} columns={columns} rows={own} rowKey={({ id }) => id} />
        )}
      </Card>
      {act?.name === 'add' ? <RelationshipForm {...form} /> : null}
      {act?.name === 'change' ? <RelationshipForm {...form} link={act.link} /> : null}
      {act?.name === 'remove' ? (
        <Review
          projectId={projectId}
          act={removeRelationship(projectId, act.link)}
          title={m.dropRelationship(act.link.name)}
          action={m.drop}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}
