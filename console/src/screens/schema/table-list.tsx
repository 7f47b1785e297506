// All tables of a project.
import { Pencil, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import { removeTable } from '#api/schema.ts'
import type { Table as ProjectTable } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { SearchInput } from '#ui/input.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Card, Toolbar } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Review } from './review.tsx'
import { useSchema } from './search.ts'
import { TableForm } from './table-form.tsx'

interface Act {
  readonly name: 'change' | 'remove'
  readonly table: ProjectTable
}

/** TableList opens, renames and drops tables. */
export function TableList({ tables }: { readonly tables: readonly ProjectTable[] }) {
  const { m } = useLanguage()
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
      title: m.schema.table,
      cell: ({ slug, name }) => <LinkButton onClick={() => show({ table: slug })}>{name}</LinkButton>,
    },
    { title: m.schema.fields.slug, cell: ({ slug }) => <code>{slug}</code> },
    { title: m.schema.columns, end: true, cell: (table) => table.columns.length },
    { title: m.schema.fields.description, cell: ({ description }) => description ?? '—' },
  ]
  if (may('schema:write'))
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (table) =>
        table.read_only ? null : (
          <Menu label={`${m.common.actions.menu}: ${table.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'change', table })}>
              {m.schema.rename}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct({ name: 'remove', table })}>
              {m.schema.drop}
            </MenuItem>
          </Menu>
        ),
    })
  return (
    <>
      <Toolbar>
        <SearchInput label={m.schema.search} value={typed} onChange={setTyped} />
      </Toolbar>
      <Card>
        {found.length === 0 ? (
          <EmptyState icon={<Table2 aria-hidden />} title={m.common.states.nothing} />
        ) : (
          <Table label={m.schema.tables} columns={columns} rows={found} rowKey={({ id }) => id} />
        )}
      </Card>
      {act?.name === 'change' ? (
        <TableForm projectId={projectId} table={act.table} onDone={end} onClose={end} />
      ) : null}
      {act?.name === 'remove' ? (
        <Review
          projectId={projectId}
          act={removeTable(projectId, act.table)}
          title={m.schema.dropTable(act.table.name)}
          action={m.schema.drop}
          name={act.table.name}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}
