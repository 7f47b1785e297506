// The columns of a table.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import type { Table as ProjectTable, Column as TableColumn } from '#api/client/schemas.ts'
import { draftOf } from '#api/data/column-draft.ts'
import { removeColumn } from '#api/data/schema.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { Review } from '#screens/schema/review/review.tsx'
import classes from '#screens/schema/schema.module.css'
import type { ColumnAct } from '#screens/schema/schema-search.ts'
import { useSchema } from '#screens/schema/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'

const ColumnForm = whenShown(async () => (await import('./column-form.tsx')).ColumnForm)

/** ColumnList adds, changes and drops the columns of a table. */
export function ColumnList({ table }: { readonly table: ProjectTable }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId, search, show, endAct } = useSchema()
  const may = useMay(projectId)
  const begin = (act: ColumnAct, column?: string) => show({ table: table.slug, act, column })
  const canChange = may('schema:write') && !table.read_only
  const act = canChange ? search.act : undefined
  const column = table.columns.find(({ name, is_system }) => name === search.column && !is_system)
  const columns: Column<TableColumn>[] = [
    { title: m.fields.name, cell: ({ name }) => <code>{name}</code> },
    { title: m.fields.type, cell: (column) => <Type column={column} /> },
    { title: m.rules, cell: (column) => <Rules column={column} /> },
    {
      title: m.fields.default,
      cell: (column) => (draftOf(column).hasDefault ? <code>{draftOf(column).default}</code> : '—'),
    },
    { title: m.fields.description, cell: ({ description }) => description ?? '—' },
  ]
  if (canChange)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (column) =>
        column.is_system ? null : (
          <Menu label={`${common.actions.menu}: ${column.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => begin('change', column.name)}>
              {m.change}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => begin('drop', column.name)}>
              {m.drop}
            </MenuItem>
          </Menu>
        ),
    })
  return (
    <>
      {canChange ? (
        <div className={classes.bar}>
          <Button onClick={() => begin('add')}>
            <Plus aria-hidden />
            {m.newColumn}
          </Button>
        </div>
      ) : null}
      <Card>
        <Table label={m.columns} columns={columns} rows={table.columns} rowKey={({ id }) => id} />
      </Card>
      {act === 'add' ? (
        <ColumnForm projectId={projectId} table={table} onDone={endAct} onClose={endAct} />
      ) : null}
      {(act === 'change' || act === 'rename') && column !== undefined ? (
        <ColumnForm
          projectId={projectId}
          table={table}
          column={column}
          nameOnly={act === 'rename'}
          onDone={endAct}
          onClose={endAct}
        />
      ) : null}
      {act === 'drop' && column !== undefined ? (
        <Review
          projectId={projectId}
          act={removeColumn(projectId, table, column)}
          title={m.dropColumn(column.name)}
          action={m.drop}
          name={column.name}
          onDone={endAct}
          onClose={endAct}
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
  const m = useMessages(messages)
  return (
    <span className={classes.badges}>
      {column.is_system ? <Badge>{m.system}</Badge> : null}
      {column.required ? <Badge tone="accent">{m.fields.required}</Badge> : null}
      {column.unique ? <Badge tone="accent">{m.fields.unique}</Badge> : null}
      {column.indexed ? <Badge>{m.fields.indexed}</Badge> : null}
    </span>
  )
}
