// The tabs of the viewer, and the one that the address names.
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SavedQuery } from '#api/client/schemas.ts'
import { type Kept, useKept } from '#api/project/use-kept.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toastRefusal } from '#ui/overlays/toast.tsx'
import { MOST_TABS, newTab, type SqlTab, TABS } from './tabs.ts'

const route = getRouteApi('/signed-in/projects/$projectId/sql')

/** Tabs are those that are kept; `active` is undefined while they are loaded. */
export interface Tabs {
  readonly kept: Kept<readonly SqlTab[]>
  readonly all: readonly SqlTab[]
  readonly active: SqlTab | undefined
  change(part: Partial<SqlTab>): void
  /** show opens a tab, and leaves what has run in another out of the address. */
  show(id: string): void
  /** open shows a text in a tab of its own: the one that has it already, one that is empty, or a new one. */
  open(sql: string, saved?: SavedQuery): void
  add(): void
  close(tab: SqlTab): void
  /** renamed takes over the new name of a saved query. */
  renamed(query: SavedQuery): void
}

/** useTabs opens what the address asks for: the tab that it names, or else the text that has run there. */
export function useTabs(projectId: string): Tabs {
  const m = useMessages(messages)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const kept = useKept(projectId, TABS)
  const all = kept.value ?? []
  const active = all.find(({ id }) => id === search.tab)
  useUnsaved(kept.failure !== null)

  const show = (id: string, sql?: string) =>
    navigate({ search: (now) => ({ ...now, tab: id, sql }), replace: true, ignoreBlocker: true })
  const add = (tab: SqlTab) => {
    const last = all.at(-1)
    if (all.length >= MOST_TABS && last !== undefined) {
      toastRefusal(m.tabsFull(MOST_TABS))
      if (active === undefined) show(last.id)
      return
    }
    kept.change((tabs) => [...tabs, tab])
    show(tab.id)
  }
  const open: Tabs['open'] = (sql, query) => {
    const saved = query && { id: query.id, name: query.name }
    const same = all.find((tab) => tab.sql === sql && tab.saved?.id === saved?.id)
    if (same !== undefined) return void show(same.id)
    const empty = all.find((tab) => tab.sql.trim() === '')
    if (empty === undefined) return add(newTab(sql, saved))
    kept.change((tabs) => tabs.map((tab) => (tab.id === empty.id ? { ...tab, sql, saved } : tab)))
    show(empty.id)
  }

  // The address names no tab of the viewer: it is that of a colleague, an older one, or there are no tabs yet.
  const begin = useEffectEvent(() => {
    const last = all.at(-1)
    if (search.sql !== undefined) open(search.sql)
    else if (last === undefined) add(newTab())
    else show(last.id)
  })
  const lost = kept.value !== undefined && active === undefined
  useEffect(() => {
    if (lost) begin()
  }, [lost])

  return {
    kept,
    all,
    active,
    show: (id) => void show(id),
    open,
    add: () => add(newTab()),
    change: (part) =>
      kept.change((tabs) => tabs.map((tab) => (tab.id === active?.id ? { ...tab, ...part } : tab))),
    close: ({ id }) => {
      const at = all.findIndex((tab) => tab.id === id)
      const next = all[at + 1] ?? all[at - 1]
      kept.change((tabs) => tabs.filter((tab) => tab.id !== id))
      if (id === active?.id && next !== undefined) show(next.id)
    },
    renamed: ({ id, name }) =>
      kept.change((tabs) =>
        tabs.map((tab) => (tab.saved?.id === id ? { ...tab, saved: { id, name } } : tab)),
      ),
  }
}
