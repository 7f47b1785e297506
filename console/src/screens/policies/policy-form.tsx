// The form of a policy; its condition is checked by the server while it is typed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { policiesKey, removePolicy, rolesQuery, savePolicy } from '#api/policies.ts'
import { dryRunQuery } from '#api/schema.ts'
import type { Table } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { choicesOf } from '#ui/choices.ts'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import classes from './policies.module.css'
import { conditionCompletions } from './policy-completions.ts'
import { type PolicyDraft, templatesOf } from './policy-templates.ts'

const PAUSE_MS = 400

/** PolicyForm makes a policy, or changes and deletes `policyId`. */
export function PolicyForm({
  projectId,
  table,
  policyId,
  start,
  onClose,
}: {
  readonly projectId: string
  readonly table: Table
  readonly policyId: string | undefined
  readonly start: PolicyDraft
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const [draft, setDraft] = useState(start)
  const set = (change: Partial<PolicyDraft>) => setDraft((now) => ({ ...now, ...change }))
  const roles = useQuery({ ...rolesQuery(projectId), enabled: draft.subject === 'role' })
  const { action, subject, effect } = draft
  const condition = draft.condition?.trim() ? draft.condition.trim() : null
  const input = {
    action,
    subject,
    effect,
    condition,
    role_ids: subject === 'role' ? [...draft.role_ids] : null,
  }
  const checked = useLate(JSON.stringify(input))
  const ready = subject !== 'role' || draft.role_ids.length > 0
  const check = useQuery({
    ...dryRunQuery(projectId, { kind: 'policy.create', table: table.slug, input: JSON.parse(checked) }),
    enabled: ready && condition !== null,
  })
  const target = { projectId, slug: table.slug }
  const settle = {
    onSuccess: async () => {
      toast(m.policies.changed)
      onClose()
      await client.invalidateQueries({ queryKey: policiesKey(projectId) })
    },
    onError: toastError,
  }
  const save = useMutation({ mutationFn: () => savePolicy(target, policyId, input), ...settle })
  const remove = useMutation({ mutationFn: () => removePolicy(target, policyId ?? ''), ...settle })
  const templates = templatesOf(table)
  const template = templates.find((one) => one.condition === condition)?.name ?? 'other'
  const close = () => {
    if (draft === start || confirm(m.common.unsaved)) onClose()
  }
  return (
    <FormDialog
      title={policyId === undefined ? m.policies.new : m.policies.change}
      action={m.policies.save}
      busy={save.isPending}
      ready={ready}
      other={
        policyId === undefined ? undefined : (
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {m.policies.delete}
          </Button>
        )
      }
      onSubmit={() => save.mutate()}
      onClose={close}
    >
      <Field label={m.policies.action}>
        <Select
          choices={choicesOf(m.policies.actions)}
          value={action}
          onChange={(action) => set({ action })}
        />
      </Field>
      <Field label={m.policies.subject} hint={m.policies.subjectHints[subject]}>
        <Select
          choices={choicesOf(m.policies.subjects)}
          value={subject}
          onChange={(subject) => set({ subject })}
        />
      </Field>
      {subject === 'role' ? (
        <fieldset className={classes.roles}>
          <legend>{m.policies.roles}</legend>
          {roles.data?.length === 0 ? <p className={classes.note}>{m.policies.noRoles}</p> : null}
          {roles.data?.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.role_ids.includes(id)}
              onChange={(on) =>
                set({ role_ids: on ? [...draft.role_ids, id] : draft.role_ids.filter((one) => one !== id) })
              }
            />
          ))}
        </fieldset>
      ) : null}
      <Field label={m.policies.effect} hint={m.policies.effectHints[effect]}>
        <Select
          choices={choicesOf(m.policies.effects)}
          value={effect}
          onChange={(effect) => set({ effect })}
        />
      </Field>
      <Field label={m.policies.rows}>
        <Select
          choices={[
            ...templates.map(({ name }) => ({ value: name, label: m.policies.templates[name] })),
            ...(template === 'other' ? [{ value: template, label: m.policies.templates.other }] : []),
          ]}
          value={template}
          onChange={(name) =>
            set({ condition: templates.find((one) => one.name === name)?.condition ?? null })
          }
        />
      </Field>
      <div className={classes.condition}>
        <span>{m.policies.condition}</span>
        <CodeEditor
          label={m.policies.condition}
          value={draft.condition ?? ''}
          onChange={(text) => set({ condition: text })}
          language="sql"
          completions={conditionCompletions(table)}
        />
        {check.error === null ? null : (
          <p role="alert" className={classes.error}>
            {check.error.message}
          </p>
        )}
        <p className={classes.note}>{m.policies.conditionHint}</p>
      </div>
    </FormDialog>
  )
}

/** useLate returns a text once it has stood still. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
