// The policies of a table by action and subject.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import { policiesQuery } from '#api/policies.ts'
import type { Policy, Table as ProjectTable } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import classes from './policies.module.css'
import { PolicyForm } from './policy-form.tsx'
import { ACTIONS, type PolicyDraft, SUBJECTS } from './policy-templates.ts'

interface Opened {
  readonly policy?: Policy
  readonly draft: PolicyDraft
}

/** PolicyMatrix opens, makes and deletes the policies of a table. */
export function PolicyMatrix({
  projectId,
  table,
}: {
  readonly projectId: string
  readonly table: ProjectTable
}) {
  const { m } = useLanguage()
  const may = useMay(projectId)
  const policies = useQuery(policiesQuery(projectId, table.slug))
  const [opened, setOpened] = useState<Opened>()
  if (policies.isPending) return <Skeleton lines={5} />
  if (policies.isError) return <ErrorState error={policies.error} onRetry={policies.refetch} />
  const canChange = may('policies:write')
  const at = (action: string, subject: string) =>
    policies.data.filter((policy) => policy.action === action && policy.subject === subject)
  const columns: Column<(typeof ACTIONS)[number]>[] = [
    { title: m.policies.action, cell: (action) => <strong>{m.policies.actions[action]}</strong> },
    ...SUBJECTS.map((subject) => ({
      title: m.policies.subjects[subject],
      cell: (action: (typeof ACTIONS)[number]) => (
        <span className={classes.cell}>
          {at(action, subject).map((policy) => (
            <button
              key={policy.id}
              type="button"
              className={classes.policy}
              data-effect={policy.effect}
              disabled={!canChange}
              onClick={() => setOpened({ policy, draft: { ...policy, role_ids: policy.role_ids ?? [] } })}
            >
              {m.policies.effects[policy.effect]}
              {policy.condition === null ? null : <code>{policy.condition}</code>}
            </button>
          ))}
          {canChange ? (
            <Button
              kind="quiet"
              size="icon"
              aria-label={m.policies.add(m.policies.actions[action], m.policies.subjects[subject])}
              onClick={() =>
                setOpened({ draft: { action, subject, effect: 'allow', condition: null, role_ids: [] } })
              }
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
      {policies.data.length === 0 ? <p className={classes.note}>{m.policies.none}</p> : null}
      <Card>
        <Table label={m.policies.title} columns={columns} rows={ACTIONS} rowKey={(action) => action} />
      </Card>
      {opened === undefined ? null : (
        <PolicyForm
          projectId={projectId}
          table={table}
          policyId={opened.policy?.id}
          start={opened.draft}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
