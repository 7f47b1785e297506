// How the file is written, and in which order its dates are.
import type { DateOrder } from '#api/data/imports.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { type Choice, choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { inOrder } from './dates.ts'
import classes from './import.module.css'
import type { Layout } from './layout.ts'
import { messages } from './messages.ts'
import { datesOf, type Plan } from './plan.ts'

/** LayoutFields show what was guessed, and change it. */
export function LayoutFields({
  plan,
  onLayout,
  onDates,
}: {
  readonly plan: Plan
  readonly onLayout: (changes: Partial<Layout>) => void
  readonly onDates: (dates: DateOrder | 'iso') => void
}) {
  const m = useMessages(messages)
  const { format, delimiter, header } = plan.layout
  const { isAsked, allowed, order, example } = datesOf(plan)
  const orders: readonly Choice<DateOrder | 'iso' | ''>[] = choicesOf(m.orders)
  const hint = (() => {
    if (example === undefined) return undefined
    if (order !== undefined && order !== 'iso') return m.readAs(example, inOrder(example, order))
    return allowed.length === 0 ? m.mixed : m.ambiguous(example)
  })()
  return (
    <>
      <Field label={m.format}>
        <Select choices={choicesOf(m.formats)} value={format} onChange={(format) => onLayout({ format })} />
      </Field>
      {format === 'ndjson' ? null : (
        <Field label={m.delimiter}>
          <Select
            choices={choicesOf(m.delimiters)}
            value={delimiter}
            onChange={(delimiter) => onLayout({ delimiter })}
          />
        </Field>
      )}
      {isAsked ? (
        <Field label={m.dates} hint={hint}>
          <Select
            choices={order === undefined ? [{ value: '', label: m.chooseOrder }, ...orders] : orders}
            value={order ?? ''}
            onChange={(chosen) => chosen !== '' && onDates(chosen)}
          />
        </Field>
      ) : null}
      {format === 'ndjson' ? null : (
        <div className={classes.header}>
          <Checkbox label={m.header} checked={header} onChange={(header) => onLayout({ header })} />
        </div>
      )}
    </>
  )
}
