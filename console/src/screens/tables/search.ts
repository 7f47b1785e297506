// What of the table editor stands in its address.
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { GridSort } from '#grid/columns.ts'
import type { View } from './rows/table-columns.ts'
import type { TablesSearch } from './tables-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/tables')

/** useTables returns the address of the editor, and how to change parts of it. */
export function useTables() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: TablesSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const openTable = (table: string, changes: TablesSearch = {}) =>
    navigate({ search: (now) => ({ table, as: now.as, ...changes }) })
  return { projectId, search, change, openTable }
}

/** useView returns how the address wants columns to be shown. */
export function useView(): View {
  const { columns } = route.useSearch()
  return useMemo(() => viewOf(columns), [columns])
}

/** viewOf reads the parameter `columns`. */
export function viewOf(text: string | undefined): View {
  if (text === undefined) return {}
  const parts = text.split(',').map((part) => part.split('.'))
  const widths = parts.flatMap(([name = '', width]) => (Number(width) > 0 ? [[name, Number(width)]] : []))
  return { columns: parts.map(([name = '']) => name), widths: Object.fromEntries(widths) }
}

/** viewText writes the parameter `columns`. */
export function viewText({ columns = [], widths = {} }: View): string {
  return columns.map((name) => (widths[name] === undefined ? name : `${name}.${widths[name]}`)).join(',')
}

/** labelsOf reads the parameter `labels`. */
export function labelsOf(text: string | undefined): Readonly<Record<string, string>> {
  const parts = (text ?? '').split(',').map((part) => part.split('.'))
  return Object.fromEntries(parts.flatMap(([name = '', label = '']) => (label === '' ? [] : [[name, label]])))
}

/** labelsText writes the parameter `labels`. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map((pair) => pair.join('.'))
    .join(',')
}

/** sortOf reads the parameter `order`; what the grid cannot show, such as related rows, is passed over. */
export function sortOf(order: string | undefined): GridSort {
  return (order ?? '').split(',').flatMap((part) => {
    const [, column, direction] = part.match(/^(\w+)(?:\.(asc|desc))?/) ?? []
    return column === undefined ? [] : [{ column, down: direction === 'desc' }]
  })
}

/** orderText writes the parameter `order`. */
export function orderText(sort: GridSort): string | undefined {
  return sort.length === 0
    ? undefined
    : sort.map(({ column, down }) => `${column}.${down ? 'desc' : 'asc'}`).join(',')
}

/** sortedBy returns the order after a press on a header: ascending, descending, none; `more` keeps the other columns. */
export function sortedBy(sort: GridSort, column: string, more: boolean): GridSort {
  const now = sort.find((one) => one.column === column)
  const next = now === undefined ? [{ column, down: false }] : now.down ? [] : [{ column, down: true }]
  if (!more) return next
  if (now === undefined) return [...sort, ...next]
  return sort.flatMap((one) => (one.column === column ? next : [one]))
}
