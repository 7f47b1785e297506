// A change of the schema: tried, shown, and made.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { ApiError } from '#api/client/api-error.ts'
import { dryRunQuery, type SchemaAct, schemaKeys } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { SqlReview } from '#ui/sql-review/sql-review.tsx'

/** Review shows what an act would run; with `name`, it is to be typed first. */
export function Review({
  projectId,
  act,
  title,
  action,
  name,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly act: SchemaAct
  readonly title: string
  readonly action: string
  readonly name?: string
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const [forced, setForced] = useState(false)
  const shown = forced && act.forced !== undefined ? act.forced : act
  const dryRun = useQuery(dryRunQuery(projectId, shown.operation))
  const attempt = useAct(title, {
    mutationFn: shown.run,
    onSuccess: async () => {
      toast(m.changed)
      onDone()
      await Promise.all(schemaKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const { error } = dryRun
  const canForce = !forced && act.forced !== undefined && error instanceof ApiError && error.status === 409
  return (
    <SqlReview
      title={title}
      action={action}
      name={name}
      danger={forced || name !== undefined}
      sql={dryRun.data?.sql}
      milliseconds={dryRun.data?.milliseconds}
      error={error}
      onForce={canForce ? () => setForced(true) : undefined}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
