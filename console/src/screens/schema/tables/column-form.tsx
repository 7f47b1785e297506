// The form of a column.
import type { Column, Table } from '#api/client/schemas.ts'
import { type ColumnDraft, changesOf, draftOf, hasLength, inputOf } from '#api/data/column-draft.ts'
import { DATA_TYPES } from '#api/data/data-types.ts'
import { addColumn, updateColumn } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import classes from '#screens/schema/schema.module.css'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { FormProps } from './table-form.tsx'

const TYPES = DATA_TYPES.map((value) => ({ value, label: value }))

/** ColumnForm adds a column to a table, or changes `column`, with `nameOnly` its name alone. */
export function ColumnForm({
  projectId,
  table,
  column,
  nameOnly = false,
  onDone,
  onClose,
}: FormProps & { readonly table: Table; readonly column?: Column; readonly nameOnly?: boolean }) {
  const m = useMessages(messages)
  const { draft, dirty, change: set } = useDraft(() => draftOf(column))
  const title = column === undefined ? m.newColumn : m.changeColumn(column.name)
  const act = () =>
    column === undefined
      ? addColumn(projectId, table, inputOf(draft))
      : updateColumn(projectId, table, column, changesOf(column, draft))
  return (
    <ReviewedForm
      title={title}
      action={column === undefined ? m.newColumn : m.change}
      ready={column === undefined || dirty}
      dirty={dirty}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={m.fields.name} hint={m.fields.columnHint}>
        <Input
          required
          maxLength={62}
          autoFocus
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => set({ name })}
        />
      </Field>
      {nameOnly ? null : <ColumnFields draft={draft} set={set} />}
    </ReviewedForm>
  )
}

interface FieldsProps {
  readonly draft: ColumnDraft
  readonly set: (change: Partial<ColumnDraft>) => void
}

function ColumnFields({ draft, set }: FieldsProps) {
  const m = useMessages(messages)
  return (
    <>
      <Field label={m.fields.type} hint={m.typeHints[draft.data_type]}>
        <Select choices={TYPES} value={draft.data_type} onChange={(data_type) => set({ data_type })} />
      </Field>
      <TypeFields draft={draft} set={set} />
      <div className={classes.checks}>
        <Checkbox
          label={m.fields.required}
          checked={draft.required}
          onChange={(required) => set({ required })}
        />
        <Checkbox label={m.fields.unique} checked={draft.unique} onChange={(unique) => set({ unique })} />
        <Checkbox label={m.fields.indexed} checked={draft.indexed} onChange={(indexed) => set({ indexed })} />
        <Checkbox
          label={m.fields.hasDefault}
          checked={draft.hasDefault}
          onChange={(hasDefault) => set({ hasDefault })}
        />
      </div>
      {draft.hasDefault ? (
        <Field label={m.fields.default} hint={m.fields.defaultHint}>
          <Input autoComplete="off" value={draft.default} onValueChange={(text) => set({ default: text })} />
        </Field>
      ) : null}
      <Field label={m.fields.description}>
        <Input
          maxLength={1000}
          autoComplete="off"
          value={draft.description}
          onValueChange={(description) => set({ description })}
        />
      </Field>
    </>
  )
}

function TypeFields({ draft, set }: FieldsProps) {
  const m = useMessages(messages)
  if (hasLength(draft.data_type))
    return (
      <Field label={m.fields.length}>
        <Input
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder={draft.data_type === 'char' ? '1' : '255'}
          value={draft.length}
          onValueChange={(length) => set({ length })}
        />
      </Field>
    )
  if (draft.data_type !== 'enum') return null
  return (
    <Field label={m.fields.values} hint={m.fields.valuesHint}>
      <textarea
        className={classes.area}
        aria-label={m.fields.values}
        required
        rows={Math.min(10, Math.max(3, draft.values.split('\n').length + 1))}
        spellCheck={false}
        value={draft.values}
        onChange={(event) => set({ values: event.target.value })}
      />
    </Field>
  )
}
