// A list as a table; on a phone each row is a card.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import classes from './table.module.css'

/** Sort is the column a list is ordered by; with a minus in front, from the last to the first. */
export type Sort = string

/** Column is one column; with `sort`, its header orders the list by that name. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly sort?: string
  /** end aligns numbers at their last digit. */
  readonly end?: boolean
  /** hidden leaves the title to screen readers, for columns of actions. */
  readonly hidden?: boolean
}

/** TableProps are the rows that are shown, and what to do to see others; the server searches and sorts. */
export interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** onMore shows the next page; left out on the last one. */
  readonly onMore?: (() => void) | undefined
  readonly loadingMore?: boolean
}

/** Table is a list of rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onMore, loadingMore = false } = props
  const { common } = useLanguage()
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  data-title={column.hidden ? undefined : column.title}
                  className={column.end ? classes.end : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {onMore === undefined ? null : (
        <div className={classes.more}>
          <Button busy={loadingMore} onClick={onMore}>
            {common.actions.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}) {
  const { title, end, hidden } = column
  const className = end ? classes.end : undefined
  if (column.sort === undefined || onSort === undefined)
    return (
      <th scope="col" className={className}>
        <span className={hidden ? 'visually-hidden' : undefined}>{title}</span>
      </th>
    )
  const up = sort === column.sort
  const down = sort === `-${column.sort}`
  const next = up ? `-${column.sort}` : column.sort
  return (
    <th scope="col" className={className} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onSort(next)}>
        {title}
        {up ? <ArrowUp aria-hidden /> : null}
        {down ? <ArrowDown aria-hidden /> : null}
      </button>
    </th>
  )
}
