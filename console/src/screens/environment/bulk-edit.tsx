// A whole environment as the text of a .env file: edited, shown as a diff, then written at once.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentName, Variable, WrittenVariables } from '#api/client/schemas.ts'
import {
  refreshVariables,
  replaceVariables,
  variablesQuery,
  variablesTextQuery,
} from '#api/project/environment.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './environment.module.css'
import { messages } from './messages.ts'

/** BulkEdit loads the text of an environment before it is edited. */
export function BulkEdit(props: {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly onClose: () => void
}) {
  const { projectId, environment, onClose } = props
  const m = useMessages(messages)
  const stored = useQuery(variablesTextQuery(projectId, environment))
  if (stored.data !== undefined)
    return <Editor {...props} stored={stored.data.text} omitted={stored.data.omitted} />
  return (
    <Drawer open title={m.variables.bulkTitle} onClose={onClose}>
      {stored.error === null ? <Skeleton /> : <ErrorState error={stored.error} onRetry={stored.refetch} />}
    </Drawer>
  )
}

function Editor({
  projectId,
  environment,
  stored,
  omitted,
  onClose,
}: {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly stored: string
  readonly omitted: readonly string[]
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, plural } = useLanguage()
  const words = m.variables
  const [text, setText] = useState(stored)
  const write = (dry_run: boolean) => replaceVariables(projectId, { environment, text, dry_run })
  const preview = useMutation({ mutationFn: () => write(true) })
  const apply = useMutation({
    mutationFn: () => write(false),
    onSuccess: async () => {
      toast(words.applied)
      onClose()
      await refreshVariables(projectId)
    },
    onError: toastError,
  })
  const dirty = text !== stored
  const leave = useUnsaved(dirty && !apply.isPending)
  const plan = preview.data
  const count = plan === undefined ? 0 : changesOf(plan).length
  const close = () => leave(onClose)
  const footer =
    plan === undefined ? (
      <>
        <Button onClick={close}>{common.actions.cancel}</Button>
        <Button kind="primary" disabled={!dirty} busy={preview.isPending} onClick={() => preview.mutate()}>
          {words.preview}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={preview.reset}>{words.back}</Button>
        <Button kind="primary" disabled={count === 0} busy={apply.isPending} onClick={() => apply.mutate()}>
          {words.apply(count, plural)}
        </Button>
      </>
    )
  return (
    <Drawer
      open
      title={`${words.bulkTitle}: ${words.environments[environment]}`}
      about={words.bulkAbout}
      footer={footer}
      onClose={close}
    >
      {plan === undefined ? (
        <>
          <Field label={words.bulkText} error={preview.error?.message}>
            <Textarea code autoFocus rows={18} value={text} onValueChange={setText} />
          </Field>
          {omitted.length === 0 ? null : <p className={classes.note}>{words.omitted(omitted.join(', '))}</p>}
        </>
      ) : (
        <Changes projectId={projectId} environment={environment} plan={plan} />
      )}
    </Drawer>
  )
}

interface Change {
  readonly kind: 'created' | 'changed' | 'removed'
  readonly variable: Variable
}

function changesOf(plan: WrittenVariables): readonly Change[] {
  return (['created', 'changed', 'removed'] as const).flatMap((kind) =>
    plan[kind].map((variable) => ({ kind, variable })),
  )
}

const TONES = { created: 'success', changed: 'warning', removed: 'danger' } as const

function Changes({
  projectId,
  environment,
  plan,
}: {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly plan: WrittenVariables
}) {
  const m = useMessages(messages)
  const words = m.variables
  const { data: stored = [] } = useQuery(variablesQuery(projectId, environment))
  const storedValue = (key: string) => stored.find((one) => one.key === key)?.value
  const changes = changesOf(plan)
  if (changes.length === 0) return <p className={classes.note}>{words.none}</p>
  return (
    <section className={classes.changes} aria-label={words.changes}>
      {changes.map(({ kind, variable: { key, value } }) => (
        <article key={key} className={classes.change} aria-label={key}>
          <header>
            <code className={classes.key}>{key}</code>
            <Badge tone={TONES[kind]}>{words.marks[kind]}</Badge>
          </header>
          {kind === 'created' ? null : (
            <Value title={words.before} tone={classes.before} text={storedValue(key) ?? value} />
          )}
          {kind === 'removed' ? null : <Value title={words.after} tone={classes.after} text={value} />}
        </article>
      ))}
    </section>
  )
}

function Value({
  title,
  tone,
  text,
}: {
  readonly title: string
  readonly tone: string | undefined
  readonly text: string
}) {
  const m = useMessages(messages)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long values are scrolled with the keyboard.
    <pre className={tone} tabIndex={0}>
      <span className="visually-hidden">{title}: </span>
      {text === '' ? m.variables.empty : text}
    </pre>
  )
}
