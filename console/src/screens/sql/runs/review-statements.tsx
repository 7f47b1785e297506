// Statements that write: what they would change, before they run.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { execDdl } from '#api/data/sql.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { Outcomes } from '#screens/sql/result/outcomes.tsx'
import classes from '#screens/sql/sql.module.css'
import { SqlReview } from '#ui/sql-review/sql-review.tsx'
import type { Review } from './review.ts'

/** ReviewStatements tries statements, and runs them. */
export function ReviewStatements({
  projectId,
  review,
}: {
  readonly projectId: string
  readonly review: Review
}) {
  const { sql } = review
  const m = useMessages(messages)
  const client = useQueryClient()
  const dryRun = useQuery({
    // Not among the queries of the project, which are read again once the statements have run.
    queryKey: ['exec-ddl', projectId, review.id],
    queryFn: () => execDdl(projectId, sql, true),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const attempt = useMutation({
    mutationFn: () => review.write(async () => (await execDdl(projectId, sql, false)).results),
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects', projectId] }),
  })
  const { added = [], removed = [], changed = [], notes = [], results = [] } = dryRun.data ?? {}
  const groups = [
    { title: m.added, objects: added },
    { title: m.removed, objects: removed },
    { title: m.changed, objects: changed },
  ].filter(({ objects }) => objects.length > 0)
  const refusal = dryRun.error ?? attempt.error
  return (
    <SqlReview
      title={m.review}
      action={m.run}
      danger={removed.length > 0}
      sql={dryRun.data === undefined ? undefined : sql}
      milliseconds={undefined}
      error={refusal}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      // What they have done is only known once they have run.
      onClose={() => (attempt.isPending ? undefined : review.leave(refusal))}
    >
      {dryRun.data !== undefined && groups.length === 0 ? <p className={classes.note}>{m.onlyRows}</p> : null}
      <Outcomes outcomes={results} />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
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
