// The relationships from and to a table.
import { useQuery } from '@tanstack/react-query'
import { Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import { removeRelationship } from '#api/schema.ts'
import type { Table as ProjectTable, Relationship } from '#api/schemas.ts'
import { relationshipsQuery } from '#api/tables.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Card } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { RelationshipForm } from './relationship-form.tsx'
import { Review } from './review.tsx'
import classes from './schema.module.css'
import { useSchema } from './search.ts'

type Act = { readonly name: 'add' } | { readonly name: 'change' | 'remove'; readonly link: Relationship }

/** RelationshipList adds, changes and drops the relationships of a table. */
export function RelationshipList({
  table,
  tables,
}: {
  readonly table: ProjectTable
  readonly tables: readonly ProjectTable[]
}) {
  const { m } = useLanguage()
  const { projectId } = useSchema()
  const may = useMay(projectId)
  const [act, setAct] = useState<Act>()
  const links = useQuery(relationshipsQuery(projectId))
  const end = () => setAct(undefined)
  if (links.isPending) return <Skeleton />
  if (links.isError) return <ErrorState error={links.error} onRetry={links.refetch} />
  const own = links.data.filter(({ from_table, to_table }) => [from_table, to_table].includes(table.slug))
  const columns: Column<Relationship>[] = [
    { title: m.schema.fields.name, cell: ({ name }) => name },
    { title: m.schema.from, cell: (link) => <code>{`${link.from_table}.${link.from_column}`}</code> },
    { title: m.schema.to, cell: (link) => <code>{`${link.to_table}.${link.to_column}`}</code> },
    { title: m.schema.fields.onDelete, cell: ({ on_delete }) => m.schema.onDelete[on_delete] },
  ]
  if (may('schema:write'))
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (link) => (
        <Menu label={`${m.common.actions.menu}: ${link.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'change', link })}>
            {m.schema.change}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct({ name: 'remove', link })}>
            {m.schema.drop}
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
            {m.schema.newRelationship}
          </Button>
        </div>
      ) : null}
      <Card>
        {own.length === 0 ? (
          <EmptyState icon={<Link2 aria-hidden />} title={m.schema.noRelationships} />
        ) : (
          <Table label={m.schema.relationships} columns={columns} rows={own} rowKey={({ id }) => id} />
        )}
      </Card>
      {act?.name === 'add' ? <RelationshipForm {...form} /> : null}
      {act?.name === 'change' ? <RelationshipForm {...form} link={act.link} /> : null}
      {act?.name === 'remove' ? (
        <Review
          projectId={projectId}
          act={removeRelationship(projectId, act.link)}
          title={m.schema.dropRelationship(act.link.name)}
          action={m.schema.drop}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}
