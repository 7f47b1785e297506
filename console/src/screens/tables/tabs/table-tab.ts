// The tables that are open, as the server keeps them for the viewer: each with what was shown of it last.
import { keptList } from '#api/project/kept-list.ts'
import { type TablesSearch, tablesSearchOf } from '#screens/tables/tables-search.ts'
import { viewNow } from '#screens/tables/views/saved-view.ts'

/** TableTab is a table, by its slug, and its view. */
export interface TableTab {
  readonly table: string
  readonly view: TablesSearch
}

const MOST_TABS = 20

/** TABS is where they are kept. */
export const TABS = keptList<'table', TableTab>('table-tabs', 'table', (json) =>
  Array.isArray(json) ? json.flatMap(readTab) : [],
)

// What is no tab is left out, whoever has stored it.
function readTab(json: unknown): TableTab[] {
  const { table, view } = (json ?? {}) as Partial<TableTab>
  return typeof table === 'string' ? [{ table, view: viewNow(tablesSearchOf({ ...view })) }] : []
}

/** shownIn returns the tabs while a table is shown: one is added at the end, and the oldest goes where there are too many. */
export function shownIn(tabs: readonly TableTab[], tab: TableTab): readonly TableTab[] {
  const at = tabs.findIndex(({ table }) => table === tab.table)
  return at < 0 ? [...tabs, tab].slice(-MOST_TABS) : tabs.with(at, tab)
}
