// Which column of a file is which column of a table.
import type { Table as DataTable } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Table } from '#ui/lists/table.tsx'
import classes from './import.module.css'
import type { Mapping } from './layout.ts'
import { messages } from './messages.ts'
import { mapped, type Plan, targetsIn } from './plan.ts'

const NONE = '-'
const SHOWN_VALUES = 3

/** MappingTable changes the mapping of a plan into a table that exists. */
export function MappingTable({
  plan: { contents, mapping },
  table,
  onChange,
}: {
  readonly plan: Plan
  readonly table: DataTable
  readonly onChange: (mapping: Mapping) => void
}) {
  const m = useMessages(messages)
  const choices = [
    { value: NONE, label: m.leaveOut },
    ...targetsIn(table).map(({ name, data_type, required }) => ({
      value: name,
      label: `${name} · ${data_type}${required ? ' *' : ''}`,
    })),
  ]
  return (
    <Table
      label={m.mapping}
      rows={contents.columns.map((column, at) => ({ ...column, at, title: column.name || m.column(at + 1) }))}
      rowKey={({ at }) => String(at)}
      columns={[
        { title: m.inFile, cell: ({ title }) => title },
        {
          title: m.values,
          cell: ({ texts }) => (
            <span className={classes.values}>{texts.slice(0, SHOWN_VALUES).join(' · ')}</span>
          ),
        },
        {
          title: m.inTable,
          cell: ({ at, title }) => (
            <Combobox
              label={m.targetOf(title)}
              search={m.findColumn}
              choices={choices}
              value={mapping.get(at) ?? NONE}
              onChange={(column) => onChange(mapped(mapping, at, column === NONE ? undefined : column))}
            />
          ),
        },
      ]}
    />
  )
}
