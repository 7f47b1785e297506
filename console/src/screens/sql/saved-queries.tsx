// The saved queries of a project, to open and to delete.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import type { SavedQuery } from '#api/schemas.ts'
import { removeQuery, savedQueriesQuery } from '#api/sql.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import classes from './sql.module.css'

/** SavedQueries lists what has been saved; `onOpen` takes the SQL. */
export function SavedQueries({
  projectId,
  onOpen,
}: {
  readonly projectId: string
  readonly onOpen: (sql: string) => void
}) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const may = useMay(projectId)
  const saved = useQuery(savedQueriesQuery(projectId))
  const [removing, setRemoving] = useState<SavedQuery>()
  const remove = useMutation({
    mutationFn: ({ id }: SavedQuery) => removeQuery(projectId, id),
    onSuccess: async (_, { name }) => {
      toast(m.sql.deleted(name))
      setRemoving(undefined)
      await client.invalidateQueries({ queryKey: savedQueriesQuery(projectId).queryKey })
    },
    onError: toastError,
  })
  return (
    <aside className={classes.saved} aria-label={m.sql.savedQueries}>
      <h2>{m.sql.savedQueries}</h2>
      {saved.isPending ? <Skeleton /> : null}
      {saved.isError ? <ErrorState error={saved.error} onRetry={saved.refetch} /> : null}
      {saved.data?.length === 0 ? <p className={classes.note}>{m.sql.noSaved}</p> : null}
      <ul>
        {saved.data?.map((query) => (
          <li key={query.id}>
            <LinkButton onClick={() => onOpen(query.sql ?? '')}>{query.name}</LinkButton>
            {may('query:write') ? (
              <Button
                kind="quiet"
                size="icon"
                aria-label={`${m.sql.delete}: ${query.name}`}
                onClick={() => setRemoving(query)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {removing === undefined ? null : (
        <ConfirmDialog
          title={m.sql.deleteTitle(removing.name)}
          about={m.sql.deleteHint}
          action={m.sql.delete}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </aside>
  )
}
