// The triggers of a project.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Table, Trigger, TriggerCreate } from '#api/client/schemas.ts'
import type { SchemaAct } from '#api/data/schema.ts'
import {
  createTrigger,
  removeTrigger,
  replaceTrigger,
  sqlFunctionsQuery,
  triggersQuery,
} from '#api/data/schema-objects.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages as common } from './messages.ts'
import { type FormOf, ObjectList } from './object-list.tsx'
import { messages } from './object-messages.ts'
import { Review } from './review.tsx'
import classes from './schema.module.css'
import { useSchema } from './search.ts'

const EVENTS = ['insert', 'update', 'delete'] as const

/** Triggers lists, makes, changes and drops triggers. */
export function Triggers({ tables }: { readonly tables: readonly Table[] }) {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const query = useQuery(triggersQuery(projectId))
  const when = ({ timing, events, columns, level }: Trigger) =>
    `${timing} ${events.join(', ')}${columns.length === 0 ? '' : ` (${columns.join(', ')})`} · ${level}`
  return (
    <ObjectList<Trigger>
      kind={{
        query,
        label: m.triggers,
        add: m.newTrigger,
        empty: m.noTriggers,
        hint: m.noTriggersHint,
        idOf: ({ id }) => id,
        columns: [
          { title: m.when, cell: when },
          { title: m.function, cell: (one) => <code>{one.function}</code> },
        ],
        details: (one) => [
          { title: m.table, value: one.table },
          { title: m.when, value: when(one) },
          { title: m.function, value: <code>{one.function}</code> },
        ],
        code: ({ condition }) => (condition === null ? undefined : { label: m.condition, text: condition }),
        remove: (one) => removeTrigger(projectId, one),
        form: (props) => <TriggerForm key="form" tables={tables} {...props} />,
      }}
    />
  )
}

function TriggerForm({
  tables,
  object,
  onDone,
  onClose,
}: FormOf<Trigger> & { readonly tables: readonly Table[] }) {
  const m = useMessages(messages)
  const { review } = useMessages(common)
  const { projectId } = useSchema()
  const { data: functions = [] } = useQuery(sqlFunctionsQuery(projectId))
  const [start] = useState(() => draftOf(object))
  const [draft, setDraft] = useState(start)
  const [columns, setColumns] = useState(start.columns.join(', '))
  const [act, setAct] = useState<SchemaAct>()
  const set = (change: Partial<TriggerCreate>) => setDraft((now) => ({ ...now, ...change }))
  const title = object === undefined ? m.newTrigger : m.changeOne(object.id)
  const callable = functions.filter(({ returns }) => returns === 'trigger')
  const submit = () => {
    const { name, table, ...rest } = {
      ...draft,
      columns: columns.split(',').flatMap((column) => (column.trim() === '' ? [] : [column.trim()])),
      condition: draft.condition?.trim() ? draft.condition : null,
    }
    setAct(
      object === undefined
        ? createTrigger(projectId, { name, table, ...rest })
        : replaceTrigger(projectId, object, rest),
    )
  }
  if (act !== undefined)
    return (
      <Review
        projectId={projectId}
        act={act}
        title={title}
        action={object === undefined ? m.newTrigger : m.change}
        onDone={onDone}
        onClose={() => setAct(undefined)}
      />
    )
  return (
    <FormDialog
      title={title}
      action={review}
      ready={
        [draft.name, draft.table, draft.function].every((text) => text !== '') && draft.events.length > 0
      }
      dirty={JSON.stringify(draft) !== JSON.stringify(start) || columns !== start.columns.join(', ')}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {object === undefined ? (
        <>
          <Field label={m.name}>
            <Input
              required
              maxLength={63}
              autoFocus
              autoComplete="off"
              value={draft.name}
              onValueChange={(name) => set({ name })}
            />
          </Field>
          <Combobox
            label={m.table}
            placeholder={m.table}
            search={m.search}
            choices={tables
              .filter(({ read_only }) => !read_only)
              .map(({ slug, name }) => ({ value: slug, label: name }))}
            value={draft.table}
            onChange={(table) => set({ table })}
          />
        </>
      ) : null}
      <Field label={m.timing}>
        <Select choices={choicesOf(m.timings)} value={draft.timing} onChange={(timing) => set({ timing })} />
      </Field>
      <fieldset className={classes.checks}>
        <legend>{m.events}</legend>
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={m.event[event]}
            {...(event === 'delete' ? { hint: m.deleteHint } : {})}
            checked={draft.events.includes(event)}
            onChange={(checked) =>
              set({ events: EVENTS.filter((one) => (one === event ? checked : draft.events.includes(one))) })
            }
          />
        ))}
      </fieldset>
      {draft.events.includes('update') ? (
        <Field label={m.onlyColumns} hint={m.onlyColumnsHint}>
          <Input autoComplete="off" value={columns} onValueChange={setColumns} />
        </Field>
      ) : null}
      <Field label={m.level}>
        <Select choices={choicesOf(m.levels)} value={draft.level} onChange={(level) => set({ level })} />
      </Field>
      <Field label={m.condition} hint={m.conditionHint}>
        <Input
          autoComplete="off"
          value={draft.condition ?? ''}
          onValueChange={(condition) => set({ condition })}
        />
      </Field>
      <Combobox
        label={m.function}
        placeholder={m.function}
        search={m.search}
        choices={callable.map(({ name }) => ({ value: name, label: name }))}
        value={draft.function}
        onChange={(name) => set({ function: name })}
      />
      {callable.length === 0 ? <small>{m.noTriggerFunction}</small> : null}
    </FormDialog>
  )
}

function draftOf(object: Trigger | undefined): Required<TriggerCreate> {
  return {
    name: object?.name ?? '',
    table: object?.table ?? '',
    timing: object?.timing === 'after' ? 'after' : 'before',
    events: EVENTS.filter((event) => object?.events.includes(event)),
    columns: object?.columns ?? [],
    level: object?.level === 'statement' ? 'statement' : 'row',
    condition: object?.condition ?? null,
    function: object?.function ?? '',
  }
}
