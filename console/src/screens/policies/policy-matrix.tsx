// The policies of a table by action and subject.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Policy, Table as ProjectTable } from '#api/client/schemas.ts'
import { policiesQuery } from '#api/data/policies.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'
import { type ACTIONS, actionsOf, type PolicyDraft, SUBJECTS } from './policy-templates.ts'

const PolicyForm = whenShown(async () => (await import('./policy-form.tsx')).PolicyForm)

interface Opened {
  readonly id?: string
  readonly draft: PolicyDraft
}

const FIRST: PolicyDraft = {
  action: 'select',
  subject: 'authenticated',
  effect: 'allow',
  condition: null,
  role_ids: [],
}

const draftOf = ({ action, subject, effect, condition, role_ids }: Policy): PolicyDraft => ({
  action,
  subject,
  effect,
  condition,
  role_ids: role_ids ?? [],
})

/** PolicyMatrix opens, makes and deletes the policies of a table. */
export function PolicyMatrix({
  projectId,
  table,
  isNew,
  onClosed,
}: {
  readonly projectId: string
  readonly table: ProjectTable
  /** isNew is whether it begins with the form of a new policy; onClosed is called when a form has closed. */
  readonly isNew: boolean
  readonly onClosed: () => void
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const policies = useQuery(policiesQuery(projectId, table.slug))
  const [opened, setOpened] = useState<Opened | undefined>(isNew ? { draft: FIRST } : undefined)
  if (policies.isPending) return <Skeleton lines={5} />
  if (policies.isError) return <ErrorState error={policies.error} onRetry={policies.refetch} />
  // As it is stored now: somebody else may have changed it.
  const current = policies.data.find(({ id }) => id === opened?.id)
  const canChange = may('policies:write')
  const at = (action: string, subject: string) =>
    policies.data.filter((policy) => policy.action === action && policy.subject === subject)
  const columns: Column<(typeof ACTIONS)[number]>[] = [
    { title: m.action, cell: (action) => <strong>{m.actions[action]}</strong> },
    ...SUBJECTS.map((subject) => ({
      title: m.subjects[subject],
      cell: (action: (typeof ACTIONS)[number]) => (
        <span className={classes.cell}>
          {at(action, subject).map((policy) => (
            <button
              key={policy.id}
              type="button"
              className={classes.policy}
              data-effect={policy.effect}
              disabled={!canChange}
              onClick={() => setOpened({ id: policy.id, draft: draftOf(policy) })}
            >
              {m.effects[policy.effect]}
              {policy.condition === null ? null : <code>{policy.condition}</code>}
            </button>
          ))}
          {canChange ? (
            <Button
              kind="quiet"
              size="icon"
              aria-label={m.add(m.actions[action], m.subjects[subject])}
              onClick={() => setOpened({ draft: { ...FIRST, action, subject } })}
            >
              <Plus aria-hidden />
            </Button>
          ) : null}
        </span>
      ),
    })),
  ]
  return (
    <>
      {policies.data.length === 0 ? <p className={classes.note}>{m.none}</p> : null}
      <Card>
        <Table label={m.title} columns={columns} rows={actionsOf(table)} rowKey={(action) => action} />
      </Card>
      {opened === undefined || !canChange ? null : (
        <PolicyForm
          projectId={projectId}
          table={table}
          policyId={opened.id}
          start={current === undefined ? opened.draft : draftOf(current)}
          onClose={() => {
            setOpened(undefined)
            onClosed()
          }}
        />
      )}
    </>
  )
}
