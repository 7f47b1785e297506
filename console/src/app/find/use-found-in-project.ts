// Tables, users and saved queries of the project that is open, by a part of their name or address.
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { savedQueriesQuery } from '#api/data/saved-queries.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { foundUsersQuery } from '#api/project/users.ts'
import { useMessages } from '#i18n/language.tsx'
import { useLate } from '#ui/forms/late.ts'
import type { Commands } from './commands.ts'
import { messages } from './messages.ts'
import { FIND_PAUSE_MS } from './use-found-projects.ts'

const MOST_OF_A_KIND = 8
// A letter or two are part of nearly every address.
const LEAST_LETTERS = 3

/** useFoundInProject returns what leads to them, and whether all that match are known. */
export function useFoundInProject(projectId: string | undefined, text: string): Commands {
  const m = useMessages(messages)
  const { navigate } = useRouter()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const search = text.trim()
  const settled = useLate(search, FIND_PAUSE_MS)
  const id = projectId ?? ''
  const reads = (module: string, permission: string) =>
    projectId !== undefined && search !== '' && setup.modules.includes(module) && may(permission)
  const findsUsers = reads('auth', 'auth:read') && search.length >= LEAST_LETTERS
  const tables = useQuery({ ...tablesQuery(id), enabled: reads('data', 'schema:read') })
  const findsSaved = reads('query-exec', 'query:read')
  const saved = useInfiniteQuery({
    ...savedQueriesQuery(id, undefined, settled),
    enabled: findsSaved && settled !== '',
  })
  const users = useQuery({
    ...foundUsersQuery(id, settled),
    enabled: findsUsers && settled.length >= LEAST_LETTERS,
  })
  const matches = (...texts: readonly (string | null | undefined)[]) =>
    search !== '' && texts.some((one) => one?.toLowerCase().includes(search.toLowerCase()))
  const isSearched =
    (!findsUsers || (settled === search && !users.isPending && !users.isPlaceholderData)) &&
    (!findsSaved || (settled === search && !saved.isPending))
  const ofTables = (tables.data ?? []).filter(({ name, slug }) => matches(name, slug))
  const ofSaved = findsSaved ? (saved.data?.pages ?? []).flatMap(({ items }) => items) : []
  const ofUsers = findsUsers ? (users.data ?? []) : []
  const params = { projectId: id }
  const commands = [
    ...ofTables.slice(0, MOST_OF_A_KIND).map(({ id, name, slug }) => ({
      value: id,
      label: name,
      kind: m.table,
      run: () => void navigate({ to: '/projects/$projectId/tables', params, search: { table: slug } }),
    })),
    ...ofSaved.slice(0, MOST_OF_A_KIND).map(({ id, name, sql }) => ({
      value: id,
      label: name,
      kind: m.savedQuery,
      run: () => void navigate({ to: '/projects/$projectId/sql', params, search: { sql: sql ?? '' } }),
    })),
    ...ofUsers
      .filter(({ email, phone, full_name }) => matches(email, phone, full_name))
      .map(({ id, email, phone, full_name }) => ({
        value: id,
        label: email ?? phone ?? full_name ?? id,
        kind: m.user,
        run: () => void navigate({ to: '/projects/$projectId/users', params, search: { user: id } }),
      })),
  ]
  return { commands, isComplete: isSearched && !tables.isLoading && !saved.isLoading }
}
