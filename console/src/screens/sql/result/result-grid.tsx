// The rows of a result in a grid.
import { useState } from 'react'
import { type CellKind, copiedText, type GridColumn } from '#grid/columns.ts'
import { Grid, ROW_HEIGHT } from '#grid/grid.tsx'
import { areaOf, selectionAt } from '#grid/selection.ts'
import classes from '#screens/sql/sql.module.css'
import { numberOf } from './chart-fields.ts'
import type { Rows } from './export-result.ts'

const WIDTH = 176
// The header, and the bar below.
const ROUND_ROWS = 66
const START = selectionAt({ row: 0, column: 0 })
const nothing = () => undefined

/** ResultGrid can be selected and copied, and is read-only. */
export function ResultGrid({ label, result }: { readonly label: string; readonly result: Rows }) {
  const [selection, setSelection] = useState(START)
  const { rows } = result
  const columns = result.columns.map((name) => columnOf(name, rows))
  const copy = () => {
    const { top, bottom, left, right } = areaOf(selection)
    const cells = columns.slice(left, right + 1)
    return rows.slice(top, bottom + 1).map((row) => cells.map(({ name }) => copiedText(row[name])))
  }
  return (
    <div className={classes.grid} style={{ maxHeight: ROUND_ROWS + rows.length * ROW_HEIGHT }}>
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
  )
}

function columnOf(name: string, rows: Rows['rows']): GridColumn {
  const value = rows.find((row) => row[name] !== null)?.[name]
  const kinds: Readonly<Record<string, CellKind>> = { boolean: 'boolean', object: 'json' }
  const kind = numberOf(value) !== null ? 'number' : (kinds[typeof value] ?? 'text')
  return { name, type: '', kind, width: WIDTH, nullable: true, readOnly: true }
}
