// The rules of a table, in words and as they are written.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { policiesQuery } from '#api/data/policies.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'
import { ACTIONS, conditionName } from './policy-templates.ts'

/** PolicyRules lists the policies of a table, which are read once it is open. */
export function PolicyRules({
  projectId,
  table,
  count,
  isOpen,
}: {
  readonly projectId: string
  readonly table: Table
  readonly count: number
  readonly isOpen: boolean
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const [open, setOpen] = useState(isOpen)
  const policies = useQuery({ ...policiesQuery(projectId, table.slug), enabled: open })
  const rules = policies.data?.toSorted((a, b) => ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action))
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.rules(count, plural)}</summary>
      {open && policies.isPending ? <Skeleton lines={count} /> : null}
      {policies.isError ? <ErrorState error={policies.error} onRetry={policies.refetch} /> : null}
      <ul className={classes.rules}>
        {rules?.map(({ id, action, subject, effect, condition }) => (
          <li key={id}>
            <Badge tone={effect === 'allow' ? 'success' : 'danger'}>{m.effects[effect]}</Badge>
            <span>
              {m.actions[action]} · {m.subjects[subject]} · {m.templates[conditionName(table, condition)]}
            </span>
            {condition === null ? null : <code>{condition}</code>}
          </li>
        ))}
      </ul>
    </details>
  )
}
