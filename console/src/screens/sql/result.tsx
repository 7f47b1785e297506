// The result of a query: its rows in a grid, or why there are none.
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { SqlResult } from '#api/sql.ts'
import { toClipboard } from '#grid/clipboard.ts'
import { type CellKind, type GridColumn, textOf } from '#grid/columns.ts'
import { Grid } from '#grid/grid.tsx'
import { areaOf, selectionAt } from '#grid/selection.ts'
import { useLanguage } from '#i18n/language.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import classes from './sql.module.css'

const WIDTH = 176
const START = selectionAt({ row: 0, column: 0 })
const nothing = () => undefined

/** Result shows what the latest run has returned. */
export function Result({ query }: { readonly query: UseMutationResult<SqlResult, Error, string> }) {
  const { m } = useLanguage()
  if (query.isPending) return <Skeleton lines={4} />
  if (query.isError)
    return (
      <p role="alert" className={classes.error}>
        {query.error.message}
      </p>
    )
  if (query.data === undefined) return null
  return <Rows key={query.submittedAt} label={m.sql.result} result={query.data} />
}

function Rows({ label, result }: { readonly label: string; readonly result: SqlResult }) {
  const { m, plural } = useLanguage()
  const [selection, setSelection] = useState(START)
  const { rows, truncated, limits } = result
  const columns = result.columns.map((name) => columnOf(name, rows))
  const copy = () => {
    const { top, bottom, left, right } = areaOf(selection)
    const cells = columns.slice(left, right + 1)
    return toClipboard(rows.slice(top, bottom + 1).map((row) => cells.map(({ name }) => textOf(row[name]))))
  }
  return (
    <section className={classes.result} aria-label={label}>
      <p className={classes.note} role="status">
        {m.sql.rows(rows.length, plural)}
        {truncated ? ` ${m.sql.truncated(limits.rows)}` : ''}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={m.sql.noRows} />
      ) : (
        <div className={classes.grid}>
          <Grid
            label={label}
            columns={columns}
            frozen={0}
            rowCount={rows.length}
            rowAt={(index) => rows[index]}
            revision={result}
            selection={selection}
            onSelect={setSelection}
            onWindow={nothing}
            onCopy={copy}
          />
        </div>
      )}
    </section>
  )
}

function columnOf(name: string, rows: SqlResult['rows']): GridColumn {
  const value = rows.find((row) => row[name] !== null)?.[name]
  // A number that JavaScript would round is an object with its text; see parseExact.
  const text = value === undefined ? '' : JSON.stringify(value)
  const isNumber = typeof value !== 'string' && /^-?\d/.test(text)
  const kinds: Readonly<Record<string, CellKind>> = { boolean: 'boolean', object: 'json' }
  const kind = isNumber ? 'number' : (kinds[typeof value] ?? 'text')
  return { name, type: '', kind, width: WIDTH, nullable: true, readOnly: true }
}
