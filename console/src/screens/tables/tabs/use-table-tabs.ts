// The tables that are open, and what is shown of each.
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { useKept } from '#api/project/use-kept.ts'
import { useTables } from '#screens/tables/search.ts'
import { viewNow } from '#screens/tables/views/saved-view.ts'
import { isChanged } from '#ui/forms/changes.ts'
import { shownIn, TABS, type TableTab } from './table-tab.ts'

/** TableTabs are the tabs of tables that there are. */
export interface TableTabs {
  readonly all: readonly TableTab[]
  /** open shows a table as it was shown last. */
  open(table: string): void
  close(table: string): void
}

/** useTableTabs keeps the table that the address names, and its view, among the tabs. */
export function useTableTabs(tables: readonly Table[]): TableTabs {
  const { projectId, search, openTable } = useTables()
  const kept = useKept(projectId, TABS)
  const all = (kept.value ?? []).filter((tab) => tables.some(({ slug }) => slug === tab.table))
  const table = tables.find(({ slug }) => slug === search.table)?.slug
  const now: TableTab | undefined = table === undefined ? undefined : { table, view: viewNow(search) }
  const before = kept.value?.find((tab) => tab.table === table)
  // A table that is being closed is still in the address for a moment.
  const closed = useRef<string>(undefined)
  useEffect(() => {
    if (closed.current !== table) closed.current = undefined
  }, [table])
  const keep = useEffectEvent(() => {
    if (now !== undefined && now.table !== closed.current) kept.change((tabs) => shownIn(tabs, now))
  })
  const isNew = kept.value !== undefined && now !== undefined && isChanged(now, before)
  useEffect(() => {
    if (isNew) keep()
  }, [isNew])
  const open = (slug: string) => void openTable(slug, all.find((tab) => tab.table === slug)?.view)
  return {
    all,
    open,
    close: (slug) => {
      const at = all.findIndex((tab) => tab.table === slug)
      const next = all[at + 1] ?? all[at - 1]
      if (slug === table) closed.current = slug
      kept.change((tabs) => tabs.filter((tab) => tab.table !== slug))
      if (slug === table && next !== undefined) void openTable(next.table, next.view)
    },
  }
}
