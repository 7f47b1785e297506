// The filters above the transactions.
import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { messages } from './messages.ts'
import classes from './payments.module.css'
import type { PaymentsSearch } from './payments-search.ts'

const ANY = 'any'

/** Filters changes the filters one by one; its children stand at the end of the line. */
export function Filters({
  search,
  onChange,
  children,
}: {
  readonly search: PaymentsSearch
  readonly onChange: (change: PaymentsSearch) => void
  readonly children: ReactNode
}) {
  const m = useMessages(messages)
  const { find = 'reference', span } = search
  return (
    <div className={classes.filters}>
      <Select
        label={m.filters.find}
        choices={choicesOf(m.finds)}
        value={find}
        onChange={(find) => onChange({ find: find === 'reference' ? undefined : find })}
      />
      <SearchInput
        label={`${m.filters.search}: ${m.finds[find]}`}
        value={search.text ?? ''}
        onChange={(text) => onChange({ text: text || undefined })}
      />
      <Filter
        label={m.filters.status}
        any={m.any.status}
        choices={m.statuses}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <Filter
        label={m.filters.span}
        any={m.any.span}
        choices={m.spans}
        value={span === 'quarter' ? undefined : span}
        onChange={(span) => onChange({ span })}
      />
      <Filter
        label={m.filters.provider}
        any={m.any.provider}
        choices={m.providers}
        value={search.provider}
        onChange={(provider) => onChange({ provider })}
      />
      <Filter
        label={m.filters.environment}
        any={m.any.environment}
        choices={m.environments}
        value={search.environment}
        onChange={(environment) => onChange({ environment })}
      />
      <Checkbox
        label={m.filters.alert}
        checked={search.alert === true}
        onChange={(alert) => onChange({ alert: alert || undefined })}
      />
      {children}
    </div>
  )
}

function Filter<Value extends string>({
  label,
  any,
  choices,
  value,
  onChange,
}: {
  readonly label: string
  readonly any: string
  readonly choices: Readonly<Record<Value, string>>
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}) {
  return (
    <Select<Value | typeof ANY>
      label={label}
      choices={[{ value: ANY, label: any }, ...choicesOf(choices)]}
      value={value ?? ANY}
      onChange={(next) => onChange(next === ANY ? undefined : next)}
    />
  )
}
