// The address of the screen.
import { getRouteApi } from '@tanstack/react-router'
import type { SchemaSearch } from './schema-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/schema')

/** useSchema reads the address, and `show` changes it. */
export function useSchema() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return { projectId, search, show: (next: SchemaSearch) => navigate({ search: next }) }
}
