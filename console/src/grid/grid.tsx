// A grid of many rows: only what is in the viewport is in the document. One tab stop; keys as in a spreadsheet.
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { EditorProps, Step } from './cell-editor.tsx'
import { type Cells, readCells, writeCells } from './clipboard.ts'
import type { GridColumn, GridSort } from './columns.ts'
import { columnsAt, edgesOf, heightOf, revealed, rowsAt } from './geometry.ts'
import classes from './grid.module.css'
import { type ColumnMenu, HeaderCell } from './grid-header.tsx'
import { type CellContent, type CellState, canPeek, GridRow, type RowState } from './grid-row.tsx'
import { messages } from './messages.ts'
import { areaOf, moved, type Place, type Selection, selectionAt, tabbed, within } from './selection.ts'
import { gridShortcuts } from './shortcuts.ts'
import { useScroll } from './use-scroll.ts'

/** ROW_HEIGHT is the height of each row in px. */
export const ROW_HEIGHT = 34
const HEADER_HEIGHT = 46

/** GridProps are the columns, the rows by their index, and what can be done with them. */
export interface GridProps<Row extends object> {
  readonly label: string
  readonly columns: readonly GridColumn[]
  /** frozen is how many columns stay at the left side. */
  readonly frozen: number
  readonly rowCount: number
  /** rowAt returns a row, or undefined while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined
  /** revision is another one when rows, or the states of cells, have changed. */
  readonly revision: unknown
  readonly rowState?: (row: Row) => RowState
  readonly cellState?: (row: Row, column: string) => CellState
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  /** onWindow is called with the rows that are in the viewport, `end` outside. */
  readonly onWindow: (start: number, end: number) => void
  readonly sort?: GridSort
  readonly onSort?: (column: string, more: boolean) => void
  readonly onResize?: (column: string, width: number) => void
  /** onMove puts a column where another one is. */
  readonly onMove?: (column: string, to: string) => void
  readonly columnMenu?: ColumnMenu
  readonly editor?: (props: EditorProps) => ReactNode | undefined
  readonly content?: CellContent
  /** onPeek looks into a cell whose column `peeks`; `anchor` is where it is. */
  readonly onPeek?: (column: GridColumn, value: string, anchor: Element) => void
  /** onEdit takes the text of a cell, or null. Without it the grid is read-only. */
  readonly onEdit?: (row: Row, column: GridColumn, text: string | null) => void
  /** onEditing is called when a cell is opened for an edit. */
  readonly onEditing?: (row: Row) => void
  readonly onClear?: () => void
  readonly onUndo?: () => void
  readonly onOpen?: (index: number) => void
  /** onCopy returns the cells to copy; without any, the clipboard stays as it is. */
  readonly onCopy?: () => Cells | undefined
  readonly onPaste?: (cells: Cells) => void
}

interface OpenCell<Row> extends Place {
  readonly typed: string | undefined
  /** before is the row as it was when the edit began: an edit is of what somebody has seen. */
  readonly before: Row
}

/** Grid shows rows, lets cells be selected, and edits them. */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { label, columns, rowCount, rowAt, selection, onSelect, onWindow } = props
  const m = useMessages(messages)
  useShortcuts({ title: m.keys.title, shortcuts: gridShortcuts(m.keys, props) })
  const grid = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCell<Row>>()
  const gutter = 26 + 8 * Math.max(2, String(rowCount).length)
  const edges = useMemo(() => edgesOf(columns.map(({ width }) => width)), [columns])
  const frozen = Math.min(props.frozen, columns.length)
  const covered = gutter + (edges[frozen] ?? 0)
  const width = gutter + (edges.at(-1) ?? 0)
  const content = rowCount * ROW_HEIGHT
  const view = useScroll(scroller, content, HEADER_HEIGHT)
  const { top, bar } = view.scroll
  const rows = rowsAt(top, view.height, ROW_HEIGHT, rowCount)
  const span = columnsAt(edges, frozen, view.left, view.width - gutter)
  const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1)
  const bounds = { rows: rowCount, columns: columns.length, page }
  const selected = within(selection, bounds)
  const area = areaOf(selected)
  const { active } = selected

  useEffect(() => onWindow(rows.start, rows.end), [onWindow, rows.start, rows.end])

  // The active cell is brought into view when it changes, not when somebody scrolls away from it.
  const { scrollTo } = view
  const latest = useRef({ view, edges, covered })
  latest.current = { view, edges, covered }
  useLayoutEffect(() => {
    const { view, edges, covered } = latest.current
    if (view.height === 0) return
    const y = revealed(view.scroll.top, view.height, active.row * ROW_HEIGHT, (active.row + 1) * ROW_HEIGHT)
    const from = gutter + (edges[active.column] ?? 0)
    const to = gutter + (edges[active.column + 1] ?? 0)
    const x = active.column < frozen ? view.left : revealed(view.left, view.width, from, to, covered)
    if (y !== view.scroll.top || x !== view.left) scrollTo(y, x)
  }, [active.row, active.column, frozen, gutter, scrollTo])

  const editable = ({ row, column }: Place): boolean =>
    props.onEdit !== undefined && rowAt(row) !== undefined && columns[column]?.readOnly === false
  const edit = (typed?: string) => {
    const row = rowAt(active.row)
    if (!editable(active) || row === undefined) return false
    onSelect(selectionAt(active))
    props.onEditing?.(row)
    setOpen({ ...active, typed, before: row })
    return true
  }
  const peek = (place: Place) => {
    const column = columns[place.column]
    const value = (rowAt(place.row) as Record<string, unknown> | undefined)?.[column?.name ?? '']
    const anchor = document.getElementById(`${grid}-${place.row}-${place.column}`)
    if (column === undefined || anchor === null || !canPeek(column, value)) return false
    props.onPeek?.(column, String(value), anchor)
    return true
  }
  const openMenu = () => {
    const name = CSS.escape(columns[active.column]?.name ?? '')
    const button = scroller.current?.querySelector<HTMLElement>(`[data-header="${name}"] [data-menu]`)
    button?.focus()
    button?.click()
  }
  const close = () => {
    setOpen(undefined)
    scroller.current?.focus({ preventScroll: true })
  }
  const commit = (text: string | null | undefined, step: Step) => {
    if (open === undefined) return
    const column = columns[open.column]
    const left = step === 'stay' && !scroller.current?.contains(document.activeElement)
    setOpen(undefined)
    if (!left) scroller.current?.focus({ preventScroll: true })
    if (text !== undefined && column !== undefined) props.onEdit?.(open.before, column, text)
    const back = step === 'left'
    const at = selectionAt(open)
    if (step === 'down') onSelect(within(selectionAt({ row: open.row + 1, column: open.column }), bounds))
    else if (step !== 'stay') onSelect(tabbed(at, back, bounds) ?? at)
  }

  const press = (event: React.KeyboardEvent) => {
    // What is pressed in a menu of a header is not for the cells.
    if (open !== undefined || rowCount === 0 || event.target !== event.currentTarget) return
    const command = event.ctrlKey || event.metaKey
    const done = (() => {
      if (event.altKey && event.key === 'ArrowDown') return openMenu()
      const next =
        event.key === 'Tab' ? tabbed(selected, event.shiftKey, bounds) : moved(selected, event, bounds)
      if (next !== undefined) return onSelect(next)
      if (command && event.key.toLowerCase() === 'z' && props.onUndo !== undefined) return props.onUndo()
      if (event.altKey && event.key === 'Enter') return peek(active) ? undefined : 'passed'
      if (command && event.key === 'Enter') return props.onOpen?.(active.row)
      if (event.key === ' ' && !command) return props.onOpen?.(active.row)
      if (event.key === 'Escape') return onSelect(selectionAt(active))
      if (event.key === 'Delete' || event.key === 'Backspace') return props.onClear?.()
      if (event.key === 'Enter' || event.key === 'F2') return edit() ? undefined : 'passed'
      if (event.key.length === 1 && !command && !event.altKey) return edit(event.key) ? undefined : 'passed'
      return 'passed'
    })()
    if (done !== 'passed') event.preventDefault()
  }

  const placeOf = (target: EventTarget): Place | undefined => {
    const cell = (target as Element).closest<HTMLElement>('[data-row]')
    if (cell === null) return undefined
    return { row: Number(cell.dataset.row), column: Number(cell.dataset.column ?? -1) }
  }
  const select = (event: React.MouseEvent) => {
    const place = placeOf(event.target)
    if (place === undefined || event.button !== 0) return
    event.preventDefault()
    scroller.current?.focus({ preventScroll: true })
    const whole = place.column < 0
    const from = event.shiftKey ? selected.anchor.row : place.row
    if (whole)
      onSelect({ active: { row: place.row, column: 0 }, anchor: { row: from, column: columns.length - 1 } })
    else onSelect({ active: place, anchor: event.shiftKey ? selected.anchor : place })
  }
  const extend = (event: React.MouseEvent) => {
    if (event.buttons !== 1 || open !== undefined) return
    const place = placeOf(event.target)
    if (place === undefined || place.column < 0) return
    if (place.row !== active.row || place.column !== active.column)
      onSelect({ active: place, anchor: selected.anchor })
  }

  const indexes = Array.from({ length: Math.max(0, rows.end - rows.start) }, (_, step) => rows.start + step)
  if (open !== undefined && !indexes.includes(open.row)) indexes.push(open.row)
  const rendered = active.row >= rows.start && active.row < rows.end && rowCount > 0
  const inSpan = active.column < frozen || (active.column >= span.start && active.column < span.end)
  const header = (at: number) => {
    const column = columns[at]
    return column === undefined ? null : (
      <HeaderCell
        key={column.name}
        column={column}
        index={at}
        left={gutter + (edges[at] ?? 0)}
        frozen={at < frozen}
        sort={props.sort ?? NO_SORT}
        onSort={props.onSort}
        onResize={props.onResize}
        onMove={props.onMove}
        menu={props.columnMenu}
        grid={scroller}
      />
    )
  }
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={props.onEdit === undefined}
      aria-activedescendant={rendered && inSpan ? `${grid}-${active.row}-${active.column}` : undefined}
      className={classes.grid}
      onKeyDown={press}
      onMouseDown={select}
      onMouseMove={extend}
      onDoubleClick={(event) => {
        const place = placeOf(event.target)
        if (place !== undefined && place.column < 0) props.onOpen?.(place.row)
        else if (place !== undefined) edit()
      }}
      onCopy={(event) => {
        if (open !== undefined || props.onCopy === undefined) return
        event.preventDefault()
        const cells = props.onCopy()
        if (cells !== undefined) writeCells(event.clipboardData, cells)
      }}
      onPaste={(event) => {
        if (open !== undefined || props.onPaste === undefined) return
        event.preventDefault()
        props.onPaste(readCells(event.clipboardData))
      }}
    >
      <div role="rowgroup" className={classes.head} style={{ width, height: HEADER_HEIGHT }}>
        <div role="row" aria-rowindex={1} className={classes.titles}>
          <div role="columnheader" aria-colindex={1} className={classes.corner} style={{ width: gutter }}>
            <span className="visually-hidden">{m.row}</span>
          </div>
          {Array.from({ length: frozen }, (_, at) => header(at))}
          {Array.from({ length: Math.max(0, span.end - span.start) }, (_, step) => header(span.start + step))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ width, height: heightOf(content) }}>
        {indexes.map((index) => (
          <GridRow
            key={index}
            grid={grid}
            index={index}
            y={Math.round(index * ROW_HEIGHT - top + bar)}
            height={ROW_HEIGHT}
            width={width}
            gutter={gutter}
            // What is edited stays there while its page is read again.
            row={rowAt(index) ?? (open?.row === index ? open.before : undefined)}
            state={stateOf(props, index)}
            columns={columns}
            edges={edges}
            frozen={frozen}
            start={span.start}
            end={span.end}
            active={active.row === index ? active.column : undefined}
            area={index >= area.top && index <= area.bottom ? area : undefined}
            editing={open?.row === index ? open : undefined}
            cellState={props.cellState}
            revision={props.revision}
            editor={props.editor}
            content={props.content}
            onPeek={props.onPeek === undefined ? undefined : peek}
            onCommit={commit}
            onCancel={close}
          />
        ))}
      </div>
    </div>
  )
}

const NO_SORT: GridSort = []

function stateOf<Row extends object>({ rowAt, rowState }: GridProps<Row>, index: number): RowState {
  const row = rowAt(index)
  return row === undefined ? undefined : rowState?.(row)
}
