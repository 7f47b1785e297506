// The rules of a table, in words and as they are written.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Policy, Table } from '#api/client/schemas.ts'
import { policiesQuery, rolesQuery } from '#api/data/policies.ts'
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
  const isForRoles = rules?.some(({ subject }) => subject === 'role') === true
  const roles = useQuery({ ...rolesQuery(projectId), enabled: isForRoles })
  const subjectOf = ({ subject, role_ids }: Policy) => {
    const names = roles.data?.flatMap(({ id, name }) => (role_ids?.includes(id) ? [name] : [])) ?? []
    return subject === 'role' && names.length > 0
      ? `${m.subjects.role}: ${names.join(', ')}`
      : m.subjects[subject]
  }
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.rules(count, plural)}</summary>
      {open && policies.isPending ? <Skeleton lines={count} /> : null}
      {policies.isError ? <ErrorState error={policies.error} onRetry={policies.refetch} /> : null}
      <ul className={classes.rules}>
        {rules?.map((rule) => (
          <li key={rule.id}>
            <Badge tone={rule.effect === 'allow' ? 'success' : 'danger'}>{m.effects[rule.effect]}</Badge>
            <span>
              {m.actions[rule.action]} · {subjectOf(rule)} ·{' '}
              {m.templates[conditionName(table, rule.condition)]}
            </span>
            {rule.condition === null ? null : <code>{rule.condition}</code>}
          </li>
        ))}
      </ul>
    </details>
  )
}
