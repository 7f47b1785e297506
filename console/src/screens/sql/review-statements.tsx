// Statements that write: what they would change, before they run.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { execDdl } from '#api/sql.ts'
import { useLanguage } from '#i18n/language.tsx'
import { SqlReview } from '#ui/sql-review.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import classes from './sql.module.css'

/** ReviewStatements tries statements, and runs them. */
export function ReviewStatements({
  projectId,
  sql,
  onClose,
}: {
  readonly projectId: string
  readonly sql: string
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const dryRun = useQuery({
    queryKey: ['projects', projectId, 'exec-ddl', sql],
    queryFn: () => execDdl(projectId, sql, true),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const attempt = useMutation({
    mutationFn: () => execDdl(projectId, sql, false),
    onSuccess: async () => {
      toast(m.sql.done)
      onClose()
      await client.invalidateQueries({ queryKey: ['projects', projectId] })
    },
    onError: toastError,
  })
  const { added = [], removed = [], changed = [] } = dryRun.data ?? {}
  const groups = [
    { title: m.sql.added, objects: added },
    { title: m.sql.removed, objects: removed },
    { title: m.sql.changed, objects: changed },
  ].filter(({ objects }) => objects.length > 0)
  return (
    <SqlReview
      title={m.sql.review}
      action={m.sql.run}
      danger={removed.length > 0}
      sql={dryRun.data === undefined ? undefined : sql}
      milliseconds={undefined}
      error={dryRun.error}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    >
      {dryRun.data !== undefined && groups.length === 0 ? (
        <p className={classes.note}>{m.sql.onlyRows}</p>
      ) : null}
      {groups.map(({ title, objects }) => (
        <div key={title} className={classes.objects}>
          <strong>{title}</strong>
          <ul>
            {objects.map(({ kind, name, definition }) => (
              <li key={`${kind} ${name} ${definition}`}>
                {kind} <code>{name}</code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </SqlReview>
  )
}
