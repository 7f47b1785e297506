// The header of a grid: names, types, order, and edges that can be dragged.
import { ArrowDown, ArrowUp, KeyRound, Link2, Lock } from 'lucide-react'
import { memo, type PointerEvent, useState } from 'react'
import type { GridColumn, GridSort } from './columns.ts'
import classes from './grid.module.css'

const NARROWEST = 60
const WIDEST = 800

/** HeaderCellProps are a column, where it is, and what its header can do. */
export interface HeaderCellProps {
  readonly column: GridColumn
  readonly index: number
  readonly left: number
  readonly frozen: boolean
  readonly sort: GridSort
  readonly onSort: ((column: string, more: boolean) => void) | undefined
  readonly onResize: ((column: string, width: number) => void) | undefined
}

/** HeaderCell orders rows when it is pressed; with Shift, by this column after the others. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { column, index, left, frozen, sort, onSort, onResize } = props
  const at = sort.findIndex((one) => one.column === column.name)
  const order = sort[at]
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={order === undefined ? undefined : order.down ? 'descending' : 'ascending'}
      className={`${classes.header} ${frozen ? classes.frozen : classes.free}`}
      style={{ left, width: column.width }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.title}
        title={column.name}
        disabled={onSort === undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onSort?.(column.name, event.shiftKey)}
      >
        <span className={classes.name}>
          {column.name === 'id' ? <KeyRound aria-hidden /> : null}
          {column.reference === undefined ? null : <Link2 aria-hidden />}
          {column.readOnly && column.name !== 'id' ? <Lock aria-hidden /> : null}
          <span>{column.name}</span>
          {order === undefined ? null : order.down ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
          {order !== undefined && sort.length > 1 ? <small>{at + 1}</small> : null}
        </span>
        <span className={classes.type}>{column.type}</span>
      </button>
      {onResize === undefined ? null : <Edge column={column} onResize={onResize} />}
    </div>
  )
})

function Edge({
  column,
  onResize,
}: {
  readonly column: GridColumn
  readonly onResize: (column: string, width: number) => void
}) {
  const [from, setFrom] = useState<number>()
  const widthAt = (event: PointerEvent) =>
    Math.min(WIDEST, Math.max(NARROWEST, Math.round(column.width + event.clientX - (from ?? event.clientX))))
  return (
    <span
      aria-hidden
      className={classes.edge}
      data-dragged={from === undefined ? undefined : ''}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(event.clientX)
      }}
      onPointerUp={(event) => {
        if (from !== undefined) onResize(column.name, widthAt(event))
        setFrom(undefined)
      }}
    />
  )
}
