// Which columns are shown, how wide and in what order, and what rows are ordered by: all that the mouse can do, for the keyboard.
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Table } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import type { GridColumn } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { labelColumn } from '#screens/tables/related/label-column.ts'
import { messages as relatedMessages } from '#screens/tables/related/messages.ts'
import { labelsOf, labelsText, useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { ColumnItems } from './column-menu.tsx'
import classes from './columns-panel.module.css'
import { messages as menuMessages } from './messages.ts'
import { type Order, useColumnView } from './use-column-view.ts'

const ORDERS = ['none', 'asc', 'desc'] as const satisfies readonly Order[]

/** ColumnsPanel changes the view in the address. */
export function ColumnsPanel({
  table,
  columns,
  onClose,
}: {
  readonly table: Table
  readonly columns: readonly GridColumn[]
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { menu } = useMessages(menuMessages)
  const { change } = useTables()
  const view = useColumnView(columns)
  const { shown } = view
  const hidden = table.columns.map(({ name }) => name).filter((name) => !shown.includes(name))
  const orders = ORDERS.map((value) => ({ value, label: m.columns.orders[value] }))
  const footer = (
    <>
      <Button
        onClick={() => change({ columns: undefined, frozen: undefined, order: undefined, labels: undefined })}
      >
        {m.columns.reset}
      </Button>
      <Button kind="primary" onClick={onClose}>
        {common.actions.done}
      </Button>
    </>
  )
  return (
    <Drawer open title={m.columns.title} about={m.columns.about} onClose={onClose} footer={footer}>
      <Field label={m.columns.frozen}>
        <Input
          type="number"
          min={0}
          max={shown.length}
          value={view.frozen}
          onValueChange={(text) => view.freeze(Number(text) || 0)}
        />
      </Field>
      <ul className={classes.list}>
        {[...shown, ...hidden].map((name, at) => {
          const column = columns[at]
          return (
            <li key={name} className={classes.column}>
              <label className={classes.name}>
                <input
                  type="checkbox"
                  aria-label={m.columns.show(name)}
                  checked={column !== undefined}
                  disabled={column !== undefined && shown.length === 1}
                  onChange={() => (column === undefined ? view.show(name) : view.hide(name))}
                />
                <span>{name}</span>
              </label>
              {column === undefined ? null : (
                <>
                  <Select
                    label={m.columns.order(name)}
                    choices={orders}
                    value={view.orderOf(name)}
                    onChange={(order) => view.order(name, order, true)}
                  />
                  <Input
                    type="number"
                    aria-label={m.columns.width(name)}
                    min={60}
                    max={800}
                    step={20}
                    value={column.width}
                    onValueChange={(text) => view.resize(name, Number(text) || column.width)}
                  />
                  <span className={classes.move}>
                    <Button
                      kind="quiet"
                      size="icon"
                      disabled={at === 0}
                      aria-label={m.columns.up(name)}
                      onClick={() => view.place(name, at - 1)}
                    >
                      <ArrowUp aria-hidden />
                    </Button>
                    <Button
                      kind="quiet"
                      size="icon"
                      disabled={at === shown.length - 1}
                      aria-label={m.columns.down(name)}
                      onClick={() => view.place(name, at + 1)}
                    >
                      <ArrowDown aria-hidden />
                    </Button>
                    <Menu label={menu(name)}>
                      <ColumnItems table={table} columns={columns} name={name} />
                    </Menu>
                  </span>
                  {column.reference === undefined ? null : (
                    <LabelChoice column={name} reference={column.reference} />
                  )}
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}

function LabelChoice({ column, reference }: { readonly column: string; readonly reference: string }) {
  const m = useMessages(relatedMessages)
  const { projectId, search, change } = useTables()
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const table = tables.find(({ slug }) => slug === reference)
  if (table === undefined) return null
  const labels = labelsOf(search.labels)
  return (
    <span className={classes.label}>
      <Select
        label={m.shownBy(column)}
        choices={table.columns.map(({ name }) => ({ value: name, label: `${reference}.${name}` }))}
        value={labels[column] ?? labelColumn(table)}
        onChange={(name) => change({ labels: labelsText({ ...labels, [column]: name }) })}
      />
    </span>
  )
}
