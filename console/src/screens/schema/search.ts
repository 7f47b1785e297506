// The address of the screen.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { SchemaSearch } from './schema-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/schema')

/** useSchema reads the address, and `show` changes it. `endAct` closes the form of a column, unless somebody has left it meanwhile. */
export function useSchema() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  // A form opens above what is seen, which stays where it is.
  const show = (next: SchemaSearch) => navigate({ search: next, resetScroll: next.act === undefined })
  const endAct = () => {
    const { table, act, column } = search
    const { pathname, search: now } = router.latestLocation
    const isThere = now.table === table && now.act === act && now.column === column
    if (isThere && pathname.endsWith(`/projects/${projectId}/schema`))
      void navigate({ search: { table }, replace: true, resetScroll: false })
  }
  return { projectId, search, show, endAct }
}
