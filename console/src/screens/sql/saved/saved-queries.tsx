// The saved queries of a project by their folders, to open, rename, move and delete.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedQuery } from '#api/client/schemas.ts'
import { foldersQuery, removeQuery, savedQueriesKey, savedQueriesQuery } from '#api/data/saved-queries.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { SaveQuery } from './save-query.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/sql')
// No folder is named so: the server wants at least one character.
const ALL = ''

/** SavedQueries lists what has been saved; `onOpen` takes the query. */
export function SavedQueries({
  projectId,
  onOpen,
  onRenamed,
}: {
  readonly projectId: string
  readonly onOpen: (query: SavedQuery) => void
  readonly onRenamed: (query: SavedQuery) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { folder, find } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const saved = useInfiniteQuery(savedQueriesQuery(projectId, folder, find))
  const queries = saved.data?.pages.flatMap(({ items }) => items)
  const choices = [
    { value: ALL, label: m.allFolders },
    ...folders.map(({ folder, queries }) => ({ value: folder, label: `${folder} (${queries})` })),
  ]
  // The last query of a folder takes the folder along.
  if (folder !== undefined && folders.every((one) => one.folder !== folder))
    choices.push({ value: folder, label: folder })
  return (
    <aside className={classes.saved} aria-label={m.savedQueries}>
      <h2>{m.savedQueries}</h2>
      {choices.length === 1 ? null : (
        <Select
          label={m.folder}
          choices={choices}
          value={folder ?? ALL}
          onChange={(folder) =>
            navigate({ search: (now) => ({ ...now, folder: folder || undefined }), replace: true })
          }
        />
      )}
      {(queries?.length ?? 0) === 0 && folder === undefined && find === undefined ? null : (
        <SearchInput
          label={m.searchSaved}
          value={find ?? ''}
          onChange={(find) =>
            navigate({
              search: (now) => ({ ...now, find: find || undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {saved.isPending ? <Skeleton /> : null}
      {saved.isError ? <ErrorState error={saved.error} onRetry={saved.refetch} /> : null}
      {queries?.length === 0 ? (
        <p className={classes.note}>
          {find !== undefined ? common.states.nothing : folder === undefined ? m.noSaved : m.emptyFolder}
        </p>
      ) : null}
      <ul>
        {queries?.map((query) => (
          <li key={query.id}>
            <span>
              <LinkButton onClick={() => onOpen(query)}>{query.name}</LinkButton>
              {query.folder === null || folder !== undefined ? null : (
                <small className={classes.note}>{query.folder}</small>
              )}
            </span>
            <Acts projectId={projectId} query={query} onRenamed={onRenamed} />
          </li>
        ))}
      </ul>
      {saved.hasNextPage ? (
        <Button busy={saved.isFetchingNextPage} onClick={() => saved.fetchNextPage()}>
          {common.actions.more}
        </Button>
      ) : null}
    </aside>
  )
}

function Acts({
  projectId,
  query,
  onRenamed,
}: {
  readonly projectId: string
  readonly query: SavedQuery
  readonly onRenamed: (query: SavedQuery) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const may = useMay(projectId)
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  if (!may('query:write')) return null
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu label={`${common.actions.menu}: ${query.name}`}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked('edit')}>
          {m.edit}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsked('delete')}>
          {m.delete}
        </MenuItem>
      </Menu>
      {asked === 'edit' ? (
        <SaveQuery
          projectId={projectId}
          sql={query.sql ?? ''}
          query={query}
          onSaved={onRenamed}
          onClose={close}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={m.deleteTitle(query.name)}
          about={m.deleteHint}
          action={m.delete}
          done={m.deleted(query.name)}
          onConfirm={() => removeQuery(projectId, query.id)}
          onDone={() => {
            setAsked(undefined)
            return client.invalidateQueries({ queryKey: savedQueriesKey(projectId) })
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}
