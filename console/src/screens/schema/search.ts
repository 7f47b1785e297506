// The address of the screen.
import { getRouteApi } from '@tanstack/react-router'

/** SchemaSearch is what of the schema is shown. */
export interface SchemaSearch {
  readonly table?: string | undefined
  readonly tab?: string | undefined
  /** object is the name of the view, function or trigger that is open. */
  readonly object?: string | undefined
  /** near is the table in the diagram that is shown with its neighbours alone. */
  readonly near?: string | undefined
}

const route = getRouteApi('/signed-in/projects/$projectId/schema')

/** useSchema reads the address, and `show` changes it. */
export function useSchema() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return { projectId, search, show: (next: SchemaSearch) => navigate({ search: next }) }
}
