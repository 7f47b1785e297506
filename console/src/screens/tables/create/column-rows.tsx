// The columns of a new table, a row each. One that nothing is typed in stands at their end.
import type { ClipboardEvent } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { ColumnRow } from './column-row.tsx'
import classes from './create.module.css'
import { messages } from './messages.ts'
import { columnsIn } from './pasted-columns.ts'
import {
  emptyRow,
  filledRows,
  isEmpty,
  linkedRows,
  nextKey,
  type TypedColumn,
  withEmptyRow,
} from './table-draft.ts'

/** ColumnRows changes the rows; `problems` are those of fields by their path. */
export function ColumnRows({
  rows,
  tables,
  problems,
  onChange,
}: {
  readonly rows: readonly TypedColumn[]
  readonly tables: readonly Table[]
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (rows: readonly TypedColumn[]) => void
}) {
  const m = useMessages(messages)
  const filled = filledRows(rows)
  const linked = linkedRows(rows)
  const replace = (row: TypedColumn, by: readonly TypedColumn[]) =>
    onChange(withEmptyRow(rows.flatMap((one) => (one === row ? by : [one]))))
  const paste = (row: TypedColumn) => (event: ClipboardEvent) => {
    const columns = columnsIn(event.clipboardData.getData('text/plain'))
    if (columns === undefined) return
    event.preventDefault()
    const key = nextKey(rows)
    const made = columns.map((column, at) => ({ ...emptyRow(key + at), ...column }))
    replace(row, isEmpty(row) ? made : [row, ...made])
  }
  return (
    <fieldset className={classes.part}>
      <legend>{m.columns}</legend>
      <p className={classes.note}>{m.columnsHint}</p>
      <div className={classes.columns}>
        <div className={classes.head} aria-hidden>
          {[m.name, m.type, m.target, m.default, m.required, m.unique].map((title) => (
            <span key={title}>{title}</span>
          ))}
        </div>
        {rows.map((row, at) => (
          <ColumnRow
            key={row.key}
            row={row}
            at={at}
            path={`columns.${filled.indexOf(row)}`}
            link={`relationships.${linked.indexOf(row)}`}
            tables={tables}
            problems={problems}
            onPaste={paste(row)}
            onChange={(changes) => replace(row, [{ ...row, ...changes }])}
            onRemove={() => replace(row, [])}
          />
        ))}
      </div>
    </fieldset>
  )
}
