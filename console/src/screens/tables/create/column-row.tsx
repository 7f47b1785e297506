// One column of a new table.
import { SlidersHorizontal, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { DATA_TYPES } from '#api/data/data-types.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ColumnDetails } from './column-details.tsx'
import classes from './create.module.css'
import { onEnter } from './enter.ts'
import { messages } from './messages.ts'
import type { RowProps } from './row-props.ts'
import { isEmpty, SELF } from './table-draft.ts'

const TYPES = DATA_TYPES.map((value) => ({ value, label: value }))
const NONE = '-'

/** ColumnRow changes a column. What few columns need is behind a button. */
export function ColumnRow({
  row,
  at,
  path,
  link,
  tables,
  problems,
  onPaste,
  onChange,
  onRemove,
}: RowProps & {
  readonly at: number
  readonly tables: readonly Table[]
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onRemove: () => void
}) {
  const m = useMessages(messages)
  const [opened, setOpened] = useState(false)
  const field = (name: string) => ({ name: `${path}.${name}`, error: problems.get(`${path}.${name}`) })
  // Not every type can be unique or indexed.
  const typeProblem = ['data_type', 'unique', 'indexed'].map((name) => field(name).error).find(Boolean)
  const linkProblem = ['to_table', 'to_column', 'from_column', 'name']
    .map((name) => problems.get(`${link}.${name}`))
    .find(Boolean)
  const targets = [
    { value: NONE, label: '—' },
    { value: SELF, label: m.self },
    ...tables.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  // An enum without values cannot be made, and a length that is refused must be seen.
  const isOpen =
    opened ||
    row.data_type === 'enum' ||
    problems.has(`${path}.char_length`) ||
    problems.has(`${link}.on_delete`)
  return (
    <fieldset className={classes.row} data-row={at} aria-label={m.column(at + 1)}>
      <Field label={m.name} {...field('name')}>
        <Input
          maxLength={62}
          autoComplete="off"
          value={row.name}
          onKeyDown={onEnter}
          onPaste={onPaste}
          onValueChange={(name) => onChange({ name })}
        />
      </Field>
      <Field label={m.type} {...field('data_type')} error={typeProblem}>
        <Select
          choices={TYPES}
          value={row.data_type}
          onChange={(data_type) => onChange({ data_type, target: data_type === 'uuid' ? row.target : '' })}
        />
      </Field>
      <Field label={m.target} name={`${link}.to_table`} error={linkProblem}>
        <Combobox
          label={m.target}
          search={m.findTable}
          choices={targets}
          value={row.target === '' ? NONE : row.target}
          onChange={(target) => onChange(target === NONE ? { target: '' } : { target, data_type: 'uuid' })}
        />
      </Field>
      <Field label={m.default} {...field('default_value')}>
        <Input
          autoComplete="off"
          value={row.default}
          onKeyDown={onEnter}
          onValueChange={(text) => onChange({ default: text })}
        />
      </Field>
      <div className={classes.tick}>
        <Checkbox label={m.required} checked={row.required} onChange={(required) => onChange({ required })} />
      </div>
      <div className={classes.tick}>
        <Checkbox label={m.unique} checked={row.unique} onChange={(unique) => onChange({ unique })} />
      </div>
      <div className={classes.acts}>
        <Button
          kind="quiet"
          size="icon"
          aria-label={m.more}
          title={m.more}
          aria-expanded={isOpen}
          onClick={() => setOpened(!opened)}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          aria-label={m.remove}
          title={m.remove}
          disabled={isEmpty(row)}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {isOpen ? (
        <ColumnDetails row={row} path={path} link={link} problems={problems} onChange={onChange} />
      ) : null}
    </fieldset>
  )
}
