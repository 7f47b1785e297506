// The rules of a project for its callers, edited together: the server replaces all of them at once.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import type { RateLimits as Limits, RateLimitRule } from '#api/client/schemas.ts'
import { rateLimitsQuery, setRateLimits } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { type Draft, draftOf, draftsOf, listedIn, rulesOf } from './rate-limit-draft.ts'
import classes from './settings.module.css'

const MOST_RULES = 20

/** RateLimits shows the rules, to be edited by who may. */
export function RateLimits({
  projectId,
  mayWrite,
}: {
  readonly projectId: string
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const words = m.limits
  const limits = useQuery(rateLimitsQuery(projectId))
  const server = limits.data?.server
  return (
    <Section title={words.title} about={words.about}>
      {limits.isPending ? <Skeleton /> : null}
      {limits.isError ? <ErrorState error={limits.error} onRetry={limits.refetch} /> : null}
      {server === undefined ? null : (
        <Note>
          {words.server(format.number(server.key), format.number(server.user), format.number(server.address))}
        </Note>
      )}
      {limits.data !== undefined && mayWrite ? <Rules projectId={projectId} limits={limits.data} /> : null}
      {limits.data !== undefined && !mayWrite ? <ReadRules rules={limits.data.rules} /> : null}
    </Section>
  )
}

function ReadRules({ rules }: { readonly rules: readonly RateLimitRule[] }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const words = m.limits
  if (rules.length === 0) return <Note>{words.none}</Note>
  return rules.map(({ group, by, limit, window_seconds }) => (
    <Note key={`${group} ${by} ${window_seconds}`}>
      {words.rule(
        words.groups[group ?? 'all'],
        words.bys[by],
        format.number(limit),
        format.number(window_seconds),
      )}
    </Note>
  ))
}

function Rules({ projectId, limits }: { readonly projectId: string; readonly limits: Limits }) {
  const m = useMessages(messages)
  const words = m.limits
  const { draft: drafts, dirty, change, saving } = useDraft(() => draftsOf(limits.rules))
  const attempt = useMutation({
    mutationFn: () => saving((drafts) => setRateLimits(projectId, rulesOf(drafts), limits.version)),
    onSuccess: () => toast(m.saved),
  })
  useUnsaved(dirty && !attempt.isPending)
  const listed = listedIn(drafts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  return (
    <form className={classes.limits} onSubmit={submit}>
      {listed.length === 0 ? <p className={classes.server}>{words.none}</p> : null}
      <div className={classes.rules}>
        {listed.map(([key, draft], at) => (
          <Rule
            key={key}
            name={words.nth(at + 1)}
            draft={draft}
            onChange={(next) => change({ [key]: { ...draft, ...next } })}
            onRemove={() => change({ [key]: undefined })}
          />
        ))}
      </div>
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          disabled={listed.length >= MOST_RULES}
          onClick={() =>
            change({ [crypto.randomUUID()]: draftOf({ by: 'key', limit: 600, window_seconds: 60 }) })
          }
        >
          <Plus aria-hidden />
          {words.add}
        </Button>
        <Button type="submit" kind="primary" disabled={!dirty} busy={attempt.isPending}>
          {m.save}
        </Button>
      </div>
    </form>
  )
}

function Rule({
  name,
  draft,
  onChange,
  onRemove,
}: {
  readonly name: string
  readonly draft: Draft
  readonly onChange: (next: Partial<Draft>) => void
  readonly onRemove: () => void
}) {
  const m = useMessages(messages)
  const words = m.limits
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers.
    <div className={classes.rule} role="group" aria-label={name}>
      <Field label={words.group}>
        <Select
          choices={choicesOf(words.groups)}
          value={draft.group}
          onChange={(group) => onChange({ group })}
        />
      </Field>
      <Field label={words.by}>
        <Select choices={choicesOf(words.bys)} value={draft.by} onChange={(by) => onChange({ by })} />
      </Field>
      <Field label={words.limit}>
        <Input
          required
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          value={draft.limit}
          onValueChange={(limit) => onChange({ limit })}
        />
      </Field>
      <Field label={words.window}>
        <Input
          required
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          value={draft.window}
          onValueChange={(window) => onChange({ window })}
        />
      </Field>
      <Button kind="quiet" size="icon" aria-label={`${words.remove}: ${name}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  )
}
