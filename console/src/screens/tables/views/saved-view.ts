// What of the editor's address a saved view keeps.
import { type TablesSearch, tablesSearchOf } from '#screens/tables/tables-search.ts'

/** SavedView is a view with its name. */
export interface SavedView extends Pick<TablesSearch, 'where' | 'order' | 'columns' | 'frozen' | 'labels'> {
  readonly name: string
}

/** viewNow returns what is kept of an address. */
export function viewNow({ where, order, columns, frozen, labels }: TablesSearch): Omit<SavedView, 'name'> {
  return { where, order, columns, frozen, labels }
}

/** savedViewsOf reads what is kept; what is no view is left out, whoever has stored it. */
export function savedViewsOf(value: unknown): readonly SavedView[] {
  const views = value instanceof Object && 'views' in value ? value.views : undefined
  if (!Array.isArray(views)) return []
  return views.flatMap((view: unknown) =>
    view instanceof Object && 'name' in view && typeof view.name === 'string'
      ? [{ name: view.name, ...viewNow(tablesSearchOf({ ...view })) }]
      : [],
  )
}
