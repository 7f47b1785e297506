// The settings of a function, the names that it sees in `env`, and its end.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectFunction } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { deleteFunction, functionNamesQuery, functionsKey, updateFunction } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Details } from '#ui/page/details.tsx'
import { Card } from '#ui/page/page-header.tsx'
import classes from './functions.module.css'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

interface Props {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly mayWrite: boolean
}

/** FunctionSettings changes what is not code. */
export function FunctionSettings(props: Props) {
  return (
    <div className={classes.parts}>
      {props.mayWrite ? <Form {...props} /> : <Shown fn={props.fn} />}
      <Names {...props} />
      {props.mayWrite ? <End {...props} /> : null}
    </div>
  )
}

function Shown({ fn }: Pick<Props, 'fn'>) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const items = [
    { title: m.columns.access, value: m.accesses[fn.access] },
    { title: m.settings.environment, value: m.environments[fn.environment] },
    { title: m.settings.timeout, value: m.milliseconds(format.number(fn.timeout_ms)) },
    { title: m.settings.concurrency, value: format.number(fn.concurrency) },
    {
      title: m.settings.hosts,
      value: fn.allowed_hosts?.join(', ') ?? m.settings.anyHost,
    },
  ]
  return (
    <Card label={m.tabs.settings}>
      <div className={classes.form}>
        <Details items={items} />
      </div>
    </Card>
  )
}

function Form({ projectId, fn }: Props) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { name, access, environment, timeout_ms, concurrency, allowed_hosts } = fn
  const { draft, dirty, changes, change, saving } = useDraft(() => ({
    ...{ name, access, environment, timeout_ms, concurrency },
    hosts: allowed_hosts?.join('\n') ?? '',
  }))
  const attempt = useMutation({
    mutationFn: () => {
      const { hosts, ...others } = changes
      const listed = hosts?.split(/[\s,]+/).filter((host) => host !== '')
      const allowed = listed === undefined ? {} : { allowed_hosts: listed.length === 0 ? null : listed }
      return saving(async () => {
        await updateFunction(projectId, fn.id, { ...others, ...allowed })
        await client.invalidateQueries({ queryKey: functionsKey(projectId) })
      })
    },
    onSuccess: () => toast(m.saved),
  })
  useUnsaved(dirty && !attempt.isPending)
  return (
    <Card label={m.tabs.settings}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          attempt.mutate()
        }}
      >
        <Field label={m.columns.name}>
          <Input required maxLength={100} value={draft.name} onValueChange={(name) => change({ name })} />
        </Field>
        <Field label={m.columns.access} hint={m.accessHints[draft.access]}>
          <Select
            choices={choicesOf(m.accesses)}
            value={draft.access}
            onChange={(access) => change({ access })}
          />
        </Field>
        <Field label={m.settings.environment} hint={m.settings.environmentHint}>
          <Select
            choices={choicesOf(m.environments)}
            value={draft.environment}
            onChange={(environment) => change({ environment })}
          />
        </Field>
        <Field label={m.settings.timeout} hint={m.settings.timeoutHint}>
          <Input
            type="number"
            required
            min={100}
            max={300_000}
            value={String(draft.timeout_ms)}
            onValueChange={(text) => change({ timeout_ms: Number(text) })}
          />
        </Field>
        <Field label={m.settings.concurrency} hint={m.settings.concurrencyHint}>
          <Input
            type="number"
            required
            min={1}
            value={String(draft.concurrency)}
            onValueChange={(text) => change({ concurrency: Number(text) })}
          />
        </Field>
        <Field label={m.settings.hosts} hint={m.settings.hostsHint} error={attempt.error?.message}>
          <Textarea code value={draft.hosts} onValueChange={(hosts) => change({ hosts })} />
        </Field>
        <div>
          <Button kind="primary" type="submit" disabled={!dirty} busy={attempt.isPending}>
            {m.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Names({ projectId, fn }: Props) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const enabled = may('env:read') && may('secrets:read')
  const { data } = useQuery({ ...functionNamesQuery(projectId, fn.environment), enabled })
  if (data === undefined) return null
  const list = (names: readonly string[]) =>
    names.length === 0 ? (
      m.names.none
    ) : (
      <span className={classes.names}>
        {names.map((name) => (
          <code key={name}>env.{name}</code>
        ))}
      </span>
    )
  return (
    <Card label={m.names.title}>
      <div className={classes.form}>
        <div>
          <h2>{m.names.title}</h2>
          <p>{m.names.about}</p>
        </div>
        <Details
          items={[
            { title: m.names.variables, value: list(data.variables) },
            { title: m.names.secrets, value: list(data.secrets) },
          ]}
        />
      </div>
    </Card>
  )
}

function End({ projectId, fn }: Props) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const [asked, setAsked] = useState(false)
  return (
    <div>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {m.delete}
      </Button>
      {asked ? (
        <ConfirmDialog
          title={m.deleteTitle(fn.name)}
          about={m.deleteHint}
          action={m.delete}
          name={fn.name}
          done={m.deleted(fn.name)}
          onConfirm={(force) => deleteFunction(projectId, fn.id, force)}
          onDone={async () => {
            await navigate({ search: {} })
            client.removeQueries({ queryKey: [...functionsKey(projectId), fn.id] })
            await client.invalidateQueries({ queryKey: functionsKey(projectId) })
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  )
}
