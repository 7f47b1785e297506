// The columns of a table.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import { removeColumn } from '#api/schema.ts'
import type { Table as ProjectTable, Column as TableColumn } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Card } from '#ui/page-header.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { draftOf } from './column-draft.ts'
import { ColumnForm } from './column-form.tsx'
import { Review } from './review.tsx'
import classes from './schema.module.css'
import { useSchema } from './search.ts'

type Act = { readonly name: 'add' } | { readonly name: 'change' | 'remove'; readonly column: TableColumn }

/** ColumnList adds, changes and drops the columns of a table. */
export function ColumnList({ table }: { readonly table: ProjectTable }) {
  const { m } = useLanguage()
  const { projectId } = useSchema()
  const may = useMay(projectId)
  const [act, setAct] = useState<Act>()
  const end = () => setAct(undefined)
  const canChange = may('schema:write') && !table.read_only
  const columns: Column<TableColumn>[] = [
    { title: m.schema.fields.name, cell: ({ name }) => <code>{name}</code> },
    { title: m.schema.fields.type, cell: (column) => <Type column={column} /> },
    { title: m.schema.rules, cell: (column) => <Rules column={column} /> },
    {
      title: m.schema.fields.default,
      cell: (column) => (draftOf(column).hasDefault ? <code>{draftOf(column).default}</code> : '—'),
    },
    { title: m.schema.fields.description, cell: ({ description }) => description ?? '—' },
  ]
  if (canChange)
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (column) =>
        column.is_system ? null : (
          <Menu label={`${m.common.actions.menu}: ${column.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'change', column })}>
              {m.schema.change}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 aria-hidden />}
              danger
              onSelect={() => setAct({ name: 'remove', column })}
            >
              {m.schema.drop}
            </MenuItem>
          </Menu>
        ),
    })
  return (
    <>
      {canChange ? (
        <div className={classes.bar}>
          <Button onClick={() => setAct({ name: 'add' })}>
            <Plus aria-hidden />
            {m.schema.newColumn}
          </Button>
        </div>
      ) : null}
      <Card>
        <Table label={m.schema.columns} columns={columns} rows={table.columns} rowKey={({ id }) => id} />
      </Card>
      {act?.name === 'add' ? (
        <ColumnForm projectId={projectId} table={table} onDone={end} onClose={end} />
      ) : null}
      {act?.name === 'change' ? (
        <ColumnForm projectId={projectId} table={table} column={act.column} onDone={end} onClose={end} />
      ) : null}
      {act?.name === 'remove' ? (
        <Review
          projectId={projectId}
          act={removeColumn(projectId, table, act.column)}
          title={m.schema.dropColumn(act.column.name)}
          action={m.schema.drop}
          name={act.column.name}
          onDone={end}
          onClose={end}
        />
      ) : null}
    </>
  )
}

function Type({ column }: { readonly column: TableColumn }) {
  const { data_type, char_length, enum_values } = column
  const of = enum_values === null ? char_length : enum_values.join(', ')
  return <code>{of === null ? data_type : `${data_type}(${of})`}</code>
}

function Rules({ column }: { readonly column: TableColumn }) {
  const { m } = useLanguage()
  return (
    <span className={classes.badges}>
      {column.is_system ? <Badge>{m.schema.system}</Badge> : null}
      {column.required ? <Badge tone="accent">{m.schema.fields.required}</Badge> : null}
      {column.unique ? <Badge tone="accent">{m.schema.fields.unique}</Badge> : null}
      {column.indexed ? <Badge>{m.schema.fields.indexed}</Badge> : null}
    </span>
  )
}
