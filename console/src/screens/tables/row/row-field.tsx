// One column in the form of a row. Default, NULL and empty text are told apart.
import type { Column } from '#api/client/schemas.ts'
import type { GridColumn } from '#grid/columns.ts'
import { isTemporal } from '#grid/temporal.ts'
import { TemporalInput } from '#grid/temporal-input.tsx'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import type { Choice } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { useTouched } from '#ui/forms/saving.ts'
import { Select } from '#ui/forms/select.tsx'
import { BytesField } from './bytes-field.tsx'
import { type DraftField, defaultText, problemOf, takesDefault, typedField } from './draft.ts'
import { FileField } from './file-field.tsx'
import { ReferenceInput } from './reference-input.tsx'
import classes from './row-form.module.css'

/** RowFieldProps are a column and what it shall become; a new row can take defaults. */
export interface RowFieldProps {
  readonly projectId: string
  readonly column: GridColumn
  readonly details: Column
  readonly field: DraftField
  readonly isNew: boolean
  readonly onChange: (field: DraftField) => void
}

/** RowField edits a column as what its type is. */
export function RowField(given: RowFieldProps) {
  const { projectId, column, details, field, isNew } = given
  const touched = useTouched(column.name)
  const onChange = (next: DraftField) => {
    touched()
    given.onChange(next)
  }
  const props = { ...given, onChange }
  const m = useMessages(messages)
  const states: Choice<DraftField['state']>[] = [
    ...(takesDefault(details, isNew) ? [{ value: 'default' as const, label: m.form.states.default }] : []),
    ...(column.nullable ? [{ value: 'null' as const, label: m.form.states.null }] : []),
    { value: 'value', label: m.form.states.value },
  ]
  const isChoice = column.kind === 'boolean' || column.kind === 'choice'
  return (
    <div className={classes.field}>
      <Field
        label={`${column.name} · ${column.type}`}
        hint={details.description ?? undefined}
        name={column.name}
        error={problemOf(column, field)}
      >
        {isChoice ? <ChoiceField {...props} /> : <ValueInput {...props} />}
      </Field>
      {isChoice || states.length === 1 ? null : (
        <div className={classes.state}>
          <Select
            label={m.form.state(column.name)}
            choices={states}
            value={field.state}
            onChange={(state) => onChange({ state, text: state === 'value' ? field.text : '' })}
          />
        </div>
      )}
      {column.kind === 'bytes' ? (
        <BytesField
          name={column.name}
          text={field.text}
          onChange={(text) => onChange(typedField(column, text))}
        />
      ) : null}
      {column.kind === 'file' ? (
        <FileField
          projectId={projectId}
          name={column.name}
          id={field.text}
          nullable={column.nullable}
          onChange={(id) => onChange(id === null ? { state: 'null', text: '' } : typedField(column, id))}
        />
      ) : null}
    </div>
  )
}

function ValueInput({ projectId, column, details, field, onChange }: RowFieldProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const byDefault = defaultText(details)
  const unset = byDefault === undefined ? '' : m.form.hasDefault(byDefault)
  const empty = field.state === 'null' ? common.values.null : field.state === 'default' ? unset : ''
  const change = (text: string) => onChange(typedField(column, text))
  if (column.reference !== undefined)
    return (
      <ReferenceInput
        projectId={projectId}
        table={column.reference}
        label={column.name}
        text={field.text}
        placeholder={empty}
        onText={change}
        onPick={change}
      />
    )
  if (column.kind === 'json' || details.data_type === 'text')
    return (
      <textarea
        className={classes.area}
        rows={Math.min(12, Math.max(2, field.text.split('\n').length))}
        aria-label={column.name}
        placeholder={empty}
        value={field.text}
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
      />
    )
  const input = (
    <Input
      value={field.text}
      placeholder={empty}
      autoComplete="off"
      inputMode={column.kind === 'number' ? 'decimal' : undefined}
      onValueChange={change}
    />
  )
  if (!isTemporal(column.kind)) return input
  return (
    <div className={classes.temporal}>
      {input}
      <TemporalInput kind={column.kind} name={column.name} text={field.text} onText={change} />
    </div>
  )
}

function ChoiceField({ column, details, field, isNew, onChange }: RowFieldProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const byDefault = defaultText(details)
  const values = column.kind === 'boolean' ? ['true', 'false'] : (column.choices ?? [])
  const choices = [
    ...(takesDefault(details, isNew)
      ? [
          {
            value: 'default:',
            label: byDefault === undefined ? m.form.states.default : m.form.hasDefault(byDefault),
          },
        ]
      : []),
    ...(column.nullable ? [{ value: 'null:', label: common.values.null }] : []),
    ...values.map((value) => ({ value: `value:${value}`, label: value })),
  ]
  const set = (choice: string) => {
    const [state = 'value'] = choice.split(':')
    onChange({ state: state as DraftField['state'], text: choice.slice(state.length + 1) })
  }
  return (
    <Select label={column.name} choices={choices} value={`${field.state}:${field.text}`} onChange={set} />
  )
}
