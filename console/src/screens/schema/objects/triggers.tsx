// The triggers of a project.
import { useQuery } from '@tanstack/react-query'
import type { Table, Trigger, TriggerCreate } from '#api/client/schemas.ts'
import {
  createTrigger,
  removeTrigger,
  replaceTrigger,
  sqlFunctionsQuery,
  triggersQuery,
} from '#api/data/schema-objects.ts'
import { useMessages } from '#i18n/language.tsx'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import classes from '#screens/schema/schema.module.css'
import { useSchema } from '#screens/schema/search.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type FormOf, ObjectList } from './object-list.tsx'
import { messages } from './object-messages.ts'

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
  const { projectId } = useSchema()
  const { data: functions = [] } = useQuery(sqlFunctionsQuery(projectId))
  const { draft, dirty, change: set } = useDraft(() => draftOf(object))
  const title = object === undefined ? m.newTrigger : m.changeOne(object.id)
  const callable = functions.filter(({ returns }) => returns === 'trigger')
  const act = () => {
    const { name, table, ...rest } = {
      ...draft,
      columns: draft.columns.split(',').flatMap((column) => (column.trim() === '' ? [] : [column.trim()])),
      condition: draft.condition?.trim() ? draft.condition : null,
    }
    return object === undefined
      ? createTrigger(projectId, { name, table, ...rest })
      : replaceTrigger(projectId, object, rest)
  }
  return (
    <ReviewedForm
      title={title}
      action={object === undefined ? m.newTrigger : m.change}
      ready={
        [draft.name, draft.table, draft.function].every((text) => text !== '') && draft.events.length > 0
      }
      dirty={dirty}
      act={act}
      onDone={onDone}
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
          <Input autoComplete="off" value={draft.columns} onValueChange={(columns) => set({ columns })} />
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
    </ReviewedForm>
  )
}

// The columns are typed as one text.
type Draft = Omit<Required<TriggerCreate>, 'columns'> & { readonly columns: string }

function draftOf(object: Trigger | undefined): Draft {
  return {
    name: object?.name ?? '',
    table: object?.table ?? '',
    timing: object?.timing === 'after' ? 'after' : 'before',
    events: EVENTS.filter((event) => object?.events.includes(event)),
    columns: object?.columns.join(', ') ?? '',
    level: object?.level === 'statement' ? 'statement' : 'row',
    condition: object?.condition ?? null,
    function: object?.function ?? '',
  }
}
