// The header of a grid: names, types, order, and edges that can be dragged.
import { ArrowDown, ArrowUp, ChevronDown, KeyRound, Link2, Lock } from 'lucide-react'
import { memo, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { GridColumn, GridSort } from './columns.ts'
import classes from './grid.module.css'
import { messages } from './messages.ts'

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
  /** onMove puts a column where another one is. */
  readonly onMove: ((column: string, to: string) => void) | undefined
  readonly menu: ColumnMenu | undefined
  /** grid has the focus again when the menu closes. */
  readonly grid: RefObject<HTMLElement | null>
}

/** ColumnMenu returns the items of a column's menu; `index` is its place among those that are shown. */
export type ColumnMenu = (column: GridColumn, index: number) => ReactNode

// As far as a hand moves that only presses.
const PRESS_PX = 6

/** HeaderCell orders rows when it is pressed; with Shift, by this column after the others. Dragged to another header, it moves. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { column, index, left, frozen, sort, onSort, onResize, onMove, menu, grid } = props
  const m = useMessages(messages)
  const from = useRef<number>(undefined)
  const [dragged, setDragged] = useState(false)
  const drop = (event: PointerEvent) => {
    const other = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-header]')
    const to = other?.dataset.header
    if (dragged && to !== undefined && to !== column.name) onMove?.(column.name, to)
    from.current = undefined
  }
  const at = sort.findIndex((one) => one.column === column.name)
  const order = sort[at]
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={order === undefined ? undefined : order.down ? 'descending' : 'ascending'}
      className={`${classes.header} ${frozen ? classes.frozen : classes.free}`}
      data-header={column.name}
      data-dragged={dragged || undefined}
      style={{ left, width: column.width }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.title}
        title={column.name}
        disabled={onSort === undefined}
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={({ clientX }) => {
          from.current = clientX
          setDragged(false)
        }}
        onPointerMove={(event) => {
          const isFar = Math.abs(event.clientX - (from.current ?? event.clientX)) > PRESS_PX
          if (!isFar || dragged || onMove === undefined) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(true)
        }}
        onPointerUp={drop}
        onPointerCancel={() => {
          from.current = undefined
          setDragged(false)
        }}
        onClick={(event) => {
          setDragged(false)
          if (!dragged) onSort?.(column.name, event.shiftKey)
        }}
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
      {menu === undefined ? null : (
        <Menu
          label={m.columnMenu(column.name)}
          trigger={
            <button
              type="button"
              tabIndex={-1}
              className={classes.menu}
              data-menu
              onMouseDown={(event) => event.preventDefault()}
            >
              <ChevronDown aria-hidden />
            </button>
          }
          returnTo={grid}
        >
          {menu(column, index)}
        </Menu>
      )}
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
