// The form of a policy; its condition is checked by the server while it is typed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PolicyConditionCheck, Table } from '#api/client/schemas.ts'
import {
  conditionQuery,
  createPolicy,
  policiesKey,
  removePolicy,
  rolesQuery,
  updatePolicy,
} from '#api/data/policies.ts'
import { useMessages } from '#i18n/language.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import type { Diagnostic } from '#ui/code-editor/types.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { useLate } from '#ui/forms/late.ts'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog, SaveButton } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'
import { conditionCompletions } from './policy-completions.ts'
import { conditionName, type PolicyDraft, templatesOf } from './policy-templates.ts'

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
  const m = useMessages(messages)
  const client = useQueryClient()
  const { draft, dirty, changes, change: set } = useDraft(() => start)
  const roles = useQuery({ ...rolesQuery(projectId), enabled: draft.subject === 'role' })
  const { action, subject, effect } = draft
  const condition = draft.condition?.trim() ? draft.condition.trim() : null
  const roleIds = subject === 'role' ? [...draft.role_ids] : null
  const input = { action, subject, effect, condition, role_ids: roleIds }
  const save = () => {
    if (policyId === undefined) return createPolicy(target, input)
    // What is not typed may have been changed by somebody else.
    const { role_ids, condition: typed, ...others } = changes
    const ofRoles = others.subject !== undefined || role_ids !== undefined
    return updatePolicy(target, policyId, {
      ...others,
      ...(typed !== undefined && { condition }),
      ...(ofRoles && { role_ids: roleIds }),
    })
  }
  const ready = subject !== 'role' || draft.role_ids.length > 0
  const target = { projectId, slug: table.slug }
  const text = draft.condition ?? ''
  const late = useLate(text)
  const check = useQuery({ ...conditionQuery(target, late), enabled: late.trim() !== '' })
  // What has been typed since is not what was checked.
  const refused = late === text && check.data?.valid === false ? check.data : undefined
  const problem = refused?.message ?? check.error?.message
  const diagnostics = useMemo(() => placesOf(text, refused), [text, refused])
  const templates = templatesOf(table)
  const template = conditionName(table, condition)
  return (
    <FormDialog
      title={policyId === undefined ? m.new : m.change}
      action={m.save}
      ready={ready}
      other={
        policyId === undefined ? undefined : (
          <SaveButton kind="danger" onSave={() => removePolicy(target, policyId)}>
            {m.delete}
          </SaveButton>
        )
      }
      dirty={dirty}
      done={m.changed}
      onSave={save}
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: policiesKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.action}>
        <Select choices={choicesOf(m.actions)} value={action} onChange={(action) => set({ action })} />
      </Field>
      <Field label={m.subject} hint={m.subjectHints[subject]}>
        <Select choices={choicesOf(m.subjects)} value={subject} onChange={(subject) => set({ subject })} />
      </Field>
      {subject === 'role' ? (
        <fieldset className={classes.roles}>
          <legend>{m.roles}</legend>
          {roles.data?.length === 0 ? <p className={classes.note}>{m.noRoles}</p> : null}
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
      <Field label={m.effect} hint={m.effectHints[effect]}>
        <Select choices={choicesOf(m.effects)} value={effect} onChange={(effect) => set({ effect })} />
      </Field>
      <Field label={m.rows}>
        <Select
          choices={[
            ...templates.map(({ name }) => ({ value: name, label: m.templates[name] })),
            ...(template === 'other' ? [{ value: template, label: m.templates.other }] : []),
          ]}
          value={template}
          onChange={(name) =>
            set({ condition: templates.find((one) => one.name === name)?.condition ?? null })
          }
        />
      </Field>
      <div className={classes.condition}>
        <span>{m.condition}</span>
        <CodeEditor
          label={m.condition}
          value={text}
          onChange={(text) => set({ condition: text })}
          language="sql"
          completions={conditionCompletions(table)}
          diagnostics={diagnostics}
        />
        {problem === undefined ? null : (
          <p role="alert" className={classes.error}>
            {problem}
          </p>
        )}
        <p className={classes.note}>{m.conditionHint}</p>
      </div>
    </FormDialog>
  )
}

/** placesOf returns the place of a refusal as the editor marks it: none where the refusal is about all of the text. */
function placesOf(text: string, refused: PolicyConditionCheck | undefined): Diagnostic[] {
  if (refused === undefined || refused.position === null || refused.message === null) return []
  const before = text.slice(0, refused.position).split('\n')
  return [{ line: before.length, column: (before.at(-1) ?? '').length + 1, message: refused.message }]
}
