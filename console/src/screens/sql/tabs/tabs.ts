// The tabs of the SQL screen, as the server keeps them for the viewer.
import { keptList } from '#api/project/kept-list.ts'

/** SqlTab is one text with the values of its parameters; `saved` is the saved query that it was opened from. */
export interface SqlTab {
  readonly id: string
  readonly sql: string
  readonly params: Readonly<Record<string, string>>
  readonly saved?: { readonly id: string; readonly name: string } | undefined
}

/** MOST_TABS is how many there may be. */
export const MOST_TABS = 20

/** TABS is where they are kept. */
export const TABS = keptList<'id', SqlTab>('sql-tabs', 'id', (json) =>
  Array.isArray(json) ? json.filter(isTab) : [],
)

function isTab(value: unknown): value is SqlTab {
  const { id, sql, params } = (value ?? {}) as Partial<SqlTab>
  return typeof id === 'string' && typeof sql === 'string' && typeof params === 'object' && params !== null
}

/** newTab returns a tab with a text. */
export function newTab(sql = '', saved?: SqlTab['saved']): SqlTab {
  return { id: crypto.randomUUID(), sql, params: {}, ...(saved === undefined ? {} : { saved }) }
}

const TITLE = 28

/** titleOf returns the name of a tab: that of its saved query, or how its text begins. */
export function titleOf({ sql, saved }: SqlTab, empty: string): string {
  const start = saved?.name ?? sql.trim().slice(0, 200).replaceAll(/\s+/g, ' ')
  if (start === '') return empty
  return start.length > TITLE ? `${start.slice(0, TITLE)}…` : start
}
