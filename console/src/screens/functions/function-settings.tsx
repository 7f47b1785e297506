// The settings of a function, the names that it sees in `env`, and its end.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteFunction, functionNamesQuery, functionsKey, updateFunction } from '#api/functions.ts'
import { useMay } from '#api/permissions.ts'
import type { FunctionUpdate, ProjectFunction } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { choicesOf } from '#ui/choices.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Details } from '#ui/details.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Card } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useUnsaved } from '#ui/unsaved.ts'
import classes from './functions.module.css'

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
  const { m, format } = useLanguage()
  const items = [
    { title: m.functions.columns.access, value: m.functions.accesses[fn.access] },
    { title: m.functions.settings.environment, value: m.functions.environments[fn.environment] },
    { title: m.functions.settings.timeout, value: m.functions.milliseconds(format.number(fn.timeout_ms)) },
    { title: m.functions.settings.concurrency, value: format.number(fn.concurrency) },
    {
      title: m.functions.settings.hosts,
      value: fn.allowed_hosts?.join(', ') ?? m.functions.settings.anyHost,
    },
  ]
  return (
    <Card label={m.functions.tabs.settings}>
      <div className={classes.form}>
        <Details items={items} />
      </div>
    </Card>
  )
}

function Form({ projectId, fn }: Props) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const [changes, setChanges] = useState<FunctionUpdate>({})
  const [hosts, setHosts] = useState<string>()
  const now = { ...fn, ...changes }
  const dirty = Object.keys(changes).length > 0 || hosts !== undefined
  useUnsaved(dirty)
  const change = (part: FunctionUpdate) => setChanges((old) => ({ ...old, ...part }))
  const attempt = useMutation({
    mutationFn: () => {
      const listed = hosts?.split(/[\s,]+/).filter((host) => host !== '')
      const allowed = listed === undefined ? {} : { allowed_hosts: listed.length === 0 ? null : listed }
      return updateFunction(projectId, fn.id, { ...changes, ...allowed })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
      setChanges({})
      setHosts(undefined)
      toast(m.functions.saved)
    },
  })
  return (
    <Card label={m.functions.tabs.settings}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          attempt.mutate()
        }}
      >
        <Field label={m.functions.columns.name}>
          <Input required maxLength={100} value={now.name} onValueChange={(name) => change({ name })} />
        </Field>
        <Field label={m.functions.columns.access} hint={m.functions.accessHints[now.access]}>
          <Select
            choices={choicesOf(m.functions.accesses)}
            value={now.access}
            onChange={(access) => change({ access })}
          />
        </Field>
        <Field label={m.functions.settings.environment} hint={m.functions.settings.environmentHint}>
          <Select
            choices={choicesOf(m.functions.environments)}
            value={now.environment}
            onChange={(environment) => change({ environment })}
          />
        </Field>
        <Field label={m.functions.settings.timeout} hint={m.functions.settings.timeoutHint}>
          <Input
            type="number"
            required
            min={100}
            max={300_000}
            value={String(now.timeout_ms)}
            onValueChange={(text) => change({ timeout_ms: Number(text) })}
          />
        </Field>
        <Field label={m.functions.settings.concurrency} hint={m.functions.settings.concurrencyHint}>
          <Input
            type="number"
            required
            min={1}
            value={String(now.concurrency)}
            onValueChange={(text) => change({ concurrency: Number(text) })}
          />
        </Field>
        <Field
          label={m.functions.settings.hosts}
          hint={m.functions.settings.hostsHint}
          error={attempt.error?.message}
        >
          <Textarea code value={hosts ?? fn.allowed_hosts?.join('\n') ?? ''} onValueChange={setHosts} />
        </Field>
        <div>
          <Button kind="primary" type="submit" disabled={!dirty} busy={attempt.isPending}>
            {m.functions.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Names({ projectId, fn }: Props) {
  const { m } = useLanguage()
  const may = useMay(projectId)
  const enabled = may('env:read') && may('secrets:read')
  const { data } = useQuery({ ...functionNamesQuery(projectId, fn.environment), enabled })
  if (data === undefined) return null
  const list = (names: readonly string[]) =>
    names.length === 0 ? (
      m.functions.names.none
    ) : (
      <span className={classes.names}>
        {names.map((name) => (
          <code key={name}>env.{name}</code>
        ))}
      </span>
    )
  return (
    <Card label={m.functions.names.title}>
      <div className={classes.form}>
        <div>
          <h2>{m.functions.names.title}</h2>
          <p>{m.functions.names.about}</p>
        </div>
        <Details
          items={[
            { title: m.functions.names.variables, value: list(data.variables) },
            { title: m.functions.names.secrets, value: list(data.secrets) },
          ]}
        />
      </div>
    </Card>
  )
}

function End({ projectId, fn }: Props) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const [asked, setAsked] = useState(false)
  const attempt = useMutation({
    mutationFn: () => deleteFunction(projectId, fn.id),
    onSuccess: async () => {
      toast(m.functions.deleted(fn.name))
      await navigate({ search: {} })
      client.removeQueries({ queryKey: [...functionsKey(projectId), fn.id] })
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
    },
    onError: toastError,
  })
  return (
    <div>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {m.functions.delete}
      </Button>
      {asked ? (
        <ConfirmDialog
          title={m.functions.deleteTitle(fn.name)}
          about={m.functions.deleteHint}
          action={m.functions.delete}
          name={fn.name}
          busy={attempt.isPending}
          onConfirm={() => attempt.mutate()}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  )
}
