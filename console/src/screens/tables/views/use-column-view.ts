// What can be done with the columns that are shown. All of it is in the address.
import type { GridColumn } from '#grid/columns.ts'
import { orderText, sortedBy, sortOf, useTables, useView, viewText } from '#screens/tables/search.ts'

/** Order is how rows are ordered by a column. */
export type Order = 'none' | 'asc' | 'desc'

/** useColumnView returns how columns are shown, and how to change that. */
export function useColumnView(columns: readonly GridColumn[]) {
  const { search, change } = useTables()
  const { widths = {} } = useView()
  const shown = columns.map(({ name }) => name)
  const sort = sortOf(search.order)
  const frozen = search.frozen ?? 1
  const keep = (names: readonly string[], sizes = widths) =>
    change({ columns: viewText({ columns: names, widths: sizes }) })
  return {
    shown,
    sort,
    frozen,
    orderOf(column: string): Order {
      const one = sort.find((one) => one.column === column)
      return one === undefined ? 'none' : one.down ? 'desc' : 'asc'
    },
    /** press orders as a press on a header does; `more` keeps the other columns. */
    press: (column: string, more: boolean) => change({ order: orderText(sortedBy(sort, column, more)) }),
    /** order orders by a column; with `more`, in its place among the others. */
    order(column: string, order: Order, more: boolean) {
      const next = order === 'none' ? [] : [{ column, down: order === 'desc' }]
      const at = sort.findIndex((one) => one.column === column)
      if (!more) return change({ order: orderText(next) })
      return change({ order: orderText(at < 0 ? [...sort, ...next] : sort.toSpliced(at, 1, ...next)) })
    },
    freeze: (count: number) => change({ frozen: Math.max(0, Math.min(shown.length, count)) }),
    hide: (column: string) => keep(shown.filter((name) => name !== column)),
    show: (column: string) => keep([...shown, column]),
    /** place puts a column at an index among those that are shown. */
    place: (column: string, index: number) =>
      keep(shown.filter((name) => name !== column).toSpliced(index, 0, column)),
    resize: (column: string, width: number) => keep(shown, { ...widths, [column]: width }),
  }
}
