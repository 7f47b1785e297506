// What few columns of a new table need.
import { hasLength, ON_DELETES } from '#api/data/column-draft.ts'
import { useMessages } from '#i18n/language.tsx'
import { onDelete } from '#i18n/on-delete.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import classes from './create.module.css'
import { onEnter } from './enter.ts'
import { messages } from './messages.ts'
import type { RowProps } from './row-props.ts'
import { ruleOf } from './table-draft.ts'

/** ColumnDetails are the fields of its type, of its relationship, and what it is for. */
export function ColumnDetails({ row, path, link, problems, onChange }: RowProps) {
  const m = useMessages(messages)
  const rules = useMessages(onDelete)
  const field = (name: string) => ({ name: `${path}.${name}`, error: problems.get(`${path}.${name}`) })
  return (
    <div className={classes.details}>
      {row.data_type === 'enum' ? (
        <Field label={m.values} hint={m.valuesHint} {...field('enum_values')}>
          <Textarea value={row.values} onValueChange={(values) => onChange({ values })} />
        </Field>
      ) : null}
      {hasLength(row.data_type) ? (
        <Field label={m.length} {...field('char_length')}>
          <Input
            inputMode="numeric"
            pattern="[0-9]*"
            placeholder={row.data_type === 'char' ? '1' : '255'}
            value={row.length}
            onKeyDown={onEnter}
            onValueChange={(length) => onChange({ length })}
          />
        </Field>
      ) : null}
      {row.target === '' ? null : (
        <Field label={m.onDelete} name={`${link}.on_delete`} error={problems.get(`${link}.on_delete`)}>
          <Select
            choices={ON_DELETES.map((value) => ({ value, label: rules[value] }))}
            value={ruleOf(row)}
            onChange={(rule) => onChange({ onDelete: rule })}
          />
        </Field>
      )}
      <Field label={m.description} {...field('description')}>
        <Input
          maxLength={1000}
          autoComplete="off"
          value={row.description}
          onKeyDown={onEnter}
          onValueChange={(description) => onChange({ description })}
        />
      </Field>
      <Checkbox label={m.indexed} checked={row.indexed} onChange={(indexed) => onChange({ indexed })} />
    </div>
  )
}
