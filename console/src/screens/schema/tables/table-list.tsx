// All tables of a project.

import { Pencil, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Table as ProjectTable } from '#api/client/schemas.ts'
import { removeTable } from '#api/data/schema.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { Review } from '#screens/schema/review/review.tsx'
import { useSchema } from '#screens/schema/search.ts'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'

const TableForm = whenShown(async () => (await import('./table-form.tsx')).TableForm)

interface Act {
  readonly name: 'change' | 'remove'
  readonly table: ProjectTable
}

/** TableList opens, renames and drops tables. */
export function TableList({ tables }: { readonly tables: readonly ProjectTable[] }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId, show } = useSchema()
  const may = useMay(projectId)
  const [typed, setTyped] = useState('')
  const [act, setAct] = useState<Act>()
  const end = () => setAct(undefined)
  const part = typed.trim().toLowerCase()
  const found = tables
    .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(part))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const columns: Column<ProjectTable>[] = [
    {
      title: m.table,
      cell: ({ slug, name }) => <LinkButton onClick={() => show({ table: slug })}>{name}</LinkButton>,
    },
    { title: m.fields.slug, cell: ({ slug }) => <CopyText text={slug} what={m.fields.slug} /> },
    { title: m.columns, end: true, cell: (table) => table.columns.length },
    { title: m.fields.description, cell: ({ description }) => description ?? '—' },
  ]
  if (may('schema:write'))
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (table) =>
        table.read_only ? null : (
          <Menu label={`${common.actions.menu}: ${table.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'change', table })}>
              {m.rename}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct({ name: 'remove', table })}>
              {m.drop}
            </MenuItem>
          </Menu>
        ),
    })
  return (
    <>
      <Toolbar>
        <SearchInput label={m.search} value={typed} onChange={setTyped} />
      </Toolbar>
      <Card>
        {found.length === 0 ? (
          <EmptyState icon={<Table2 aria-hidden />} title={common.states.nothing} />
        ) : (
          <Table label={m.tables} columns={columns} rows={found} rowKey={({ id }) => id} />
        )}
      </Card>
      {act?.name === 'change' ? (
        <TableForm projectId={projectId} table={act.table} onDone={end} onClose={end} />
      ) : null}
      {act?.name === 'remove' ? (
        <Review
          projectId={projectId}
          act={removeTable(projectId, act.table)}
          title={m.dropTable(act.table.name)}
          action={m.drop}
          name={act.table.name}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}
