// A whole environment as the text of a .env file: edited, shown as a diff, then written at once.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentName, WrittenVariables } from '#api/client/schemas.ts'
import {
  baseOver,
  refreshVariables,
  replaceVariables,
  type Values,
  variablesQuery,
  variablesTextQuery,
} from '#api/project/environment.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { FormDialog, SaveButton } from '#ui/overlays/form-dialog.tsx'
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
  if (stored.data !== undefined) return <Editor {...props} stored={stored.data} />
  return (
    <Drawer open title={m.variables.bulkTitle} onClose={onClose}>
      {stored.error === null ? <Skeleton /> : <ErrorState error={stored.error} onRetry={stored.refetch} />}
    </Drawer>
  )
}

function Editor({
  projectId,
  environment,
  stored: { omitted, ...stored },
  onClose,
}: {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly stored: { readonly base: Values; readonly text: string; readonly omitted: readonly string[] }
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.variables
  const [{ text: before }] = useState(stored)
  const [base, setBase] = useState(stored.base)
  const [newBase, setNewBase] = useState<Values>()
  const { draft, dirty, change } = useDraft(() => ({ text: before }))
  const { text } = draft
  const [plan, setPlan] = useState<WrittenVariables>()
  const write = (dry_run: boolean, over = base) =>
    replaceVariables(projectId, { environment, text, base: over, dry_run }).catch(async (error) => {
      setNewBase(await baseOver(projectId, environment, over, error))
      throw error
    })
  const writeOver = (over: Values) => {
    setBase(over)
    setNewBase(undefined)
    return refreshVariables(projectId).then(() => write(true, over))
  }
  const drawer = {
    drawer: true,
    title: `${words.bulkTitle}: ${words.environments[environment]}`,
    about: words.bulkAbout,
    dirty,
    onClose,
  }
  if (plan === undefined)
    return (
      <FormDialog
        key="text"
        {...drawer}
        action={words.preview}
        ready={dirty}
        other={
          newBase === undefined ? null : (
            <SaveButton onSave={() => writeOver(newBase)}>{words.writeOver}</SaveButton>
          )
        }
        onSave={() => write(true)}
        onDone={setPlan}
      >
        <Field label={words.bulkText} name="text">
          <Textarea code autoFocus rows={18} value={text} onValueChange={(text) => change({ text })} />
        </Field>
        {omitted.length === 0 ? null : <p className={classes.note}>{words.omitted(omitted.join(', '))}</p>}
      </FormDialog>
    )
  const count = changesOf(plan).length
  return (
    <FormDialog
      key="plan"
      {...drawer}
      action={words.apply(count, plural)}
      ready={count > 0}
      other={<Button onClick={() => setPlan(undefined)}>{words.back}</Button>}
      done={words.applied}
      onSave={() => write(false)}
      onDone={() => {
        onClose()
        return refreshVariables(projectId)
      }}
    >
      <Changes projectId={projectId} environment={environment} plan={plan} />
    </FormDialog>
  )
}

interface Change {
  readonly kind: 'created' | 'changed' | 'removed'
  readonly variable: WrittenVariables['created'][number]
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
      {changes.map(({ kind, variable: { key, value = '' } }) => (
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
