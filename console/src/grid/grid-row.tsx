// One row of a grid: its number and those of its cells that are in the viewport.
import { Eye } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { CellEditor, type EditorProps } from './cell-editor.tsx'
import { type GridColumn, shownText } from './columns.ts'
import classes from './grid.module.css'
import { messages } from './messages.ts'
import type { Area, Place } from './selection.ts'

/** CellState is what is special about a cell: being saved, changed from elsewhere, found by a search. */
export type CellState = 'pending' | 'lit' | 'found' | undefined

/** RowState is what is special about a row: deleted, here or elsewhere. */
export type RowState = 'deleted' | undefined

/** CellContent returns what is shown in place of a value, or undefined. */
export type CellContent = (column: GridColumn, value: unknown) => ReactNode | undefined

/** Editing is the cell that is being edited, and what opened it. */
export interface Editing {
  readonly column: number
  readonly typed: string | undefined
}

/** GridRowProps are a row and where it stands. Rows whose props stay the same are not drawn again. */
export interface GridRowProps<Row> {
  readonly grid: string
  readonly index: number
  readonly y: number
  readonly height: number
  readonly width: number
  readonly gutter: number
  readonly row: Row | undefined
  readonly state: RowState
  readonly columns: readonly GridColumn[]
  readonly edges: readonly number[]
  readonly frozen: number
  readonly start: number
  readonly end: number
  /** active is the column of the active cell, if it is in this row. */
  readonly active: number | undefined
  readonly area: Area | undefined
  readonly editing: Editing | undefined
  readonly cellState: ((row: Row, column: string) => CellState) | undefined
  readonly revision: unknown
  readonly editor: ((props: EditorProps) => ReactNode | undefined) | undefined
  readonly content: CellContent | undefined
  readonly onPeek: ((place: Place) => void) | undefined
  readonly onCommit: EditorProps['onCommit']
  readonly onCancel: () => void
}

function Cells<Row extends object>(props: GridRowProps<Row>) {
  const { grid, index, y, height, width, gutter, row, state, columns, edges, frozen } = props
  const m = useMessages(messages)
  const { format } = useLanguage()
  const shown = [
    ...Array.from({ length: Math.min(frozen, columns.length) }, (_, column) => column),
    ...Array.from({ length: Math.max(0, props.end - props.start) }, (_, step) => props.start + step),
  ]
  const edited = props.editing?.column
  if (edited !== undefined && !shown.includes(edited)) shown.push(edited)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-odd={index % 2 === 1 || undefined}
      data-state={state}
      data-editing={edited === undefined ? undefined : ''}
      style={{ transform: `translateY(${y}px)`, height, width }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={classes.gutter}
        style={{ width: gutter }}
        data-row={index}
      >
        {format.number(index + 1)}
        {state === 'deleted' ? <span className="visually-hidden">{m.deleted}</span> : null}
      </div>
      {shown.map((at) => {
        const column = columns[at]
        if (column === undefined) return null
        const value = row === undefined ? undefined : (row as Record<string, unknown>)[column.name]
        const selected =
          props.area !== undefined && at >= props.area.left && at <= props.area.right ? true : undefined
        const style = { left: gutter + (edges[at] ?? 0), width: column.width }
        const cellState = row === undefined ? undefined : props.cellState?.(row, column.name)
        return (
          <div
            key={column.name}
            id={`${grid}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={selected}
            aria-readonly={column.readOnly || undefined}
            className={`${classes.cell} ${at < frozen ? classes.frozen : classes.free}`}
            data-kind={column.kind}
            data-active={props.active === at || undefined}
            data-state={cellState}
            data-row={index}
            data-column={at}
            data-name={column.name}
            style={style}
          >
            {edited === at && row !== undefined ? (
              <Editor {...props} column={column} value={value} typed={props.editing?.typed} />
            ) : (
              <Value loaded={row !== undefined} column={column} value={value} content={props.content} />
            )}
            {edited === at || !canPeek(column, value) || props.onPeek === undefined ? null : (
              <button
                type="button"
                tabIndex={-1}
                className={classes.peek}
                aria-label={m.peek(column.name)}
                onDoubleClick={(event) => event.stopPropagation()}
                onClick={() => props.onPeek?.({ row: index, column: at })}
              >
                <Eye aria-hidden />
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** canPeek reports whether a cell can be looked into. */
export function canPeek({ peeks = false }: GridColumn, value: unknown): boolean {
  return peeks && typeof value === 'string' && value !== ''
}

/** GridRow is drawn only when something in it has changed. */
export const GridRow = memo(Cells) as typeof Cells

function Editor<Row>({
  column,
  value,
  typed,
  editor,
  onCommit,
  onCancel,
}: GridRowProps<Row> & {
  readonly column: GridColumn
  readonly value: unknown
  readonly typed: string | undefined
}) {
  const props = { column, value, typed, onCommit, onCancel }
  return editor?.(props) ?? <CellEditor {...props} />
}

function Value({
  loaded,
  column,
  value,
  content,
}: {
  readonly loaded: boolean
  readonly column: GridColumn
  readonly value: unknown
  readonly content: CellContent | undefined
}) {
  const { common, format } = useLanguage()
  if (!loaded) return <span className={classes.loading} />
  if (value === null || value === undefined) return <span className={classes.none}>{common.values.null}</span>
  if (value === '') return <span className={classes.none}>{common.values.empty}</span>
  const other = content?.(column, value)
  if (other !== undefined) return other
  const text = shownText(value)
  if (column.kind === 'moment' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return (
      <time className={classes.value} dateTime={value} title={value}>
        {format.time(value)}
      </time>
    )
  return (
    <bdi className={classes.value} title={text.length > 24 ? text : undefined}>
      {text}
    </bdi>
  )
}
