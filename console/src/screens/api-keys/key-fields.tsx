// The fields that a new key and a changed one have in common: what it allows, area by area, and until when.
import type { ApiKey, ApiKeyScope } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import classes from './api-keys.module.css'
import type { Expiry } from './key-expiry.ts'
import { areasFor, type Level, levelsOf, scopesOf } from './key-scopes.ts'
import { messages } from './messages.ts'

/** ScopeFields choose everything, or what is allowed in each area. */
export function ScopeFields({
  kind,
  value,
  onChange,
}: {
  readonly kind: ApiKey['kind']
  readonly value: readonly ApiKeyScope[]
  readonly onChange: (scopes: ApiKeyScope[]) => void
}) {
  const m = useMessages(messages)
  const reach = value.includes('*') ? 'everything' : 'areas'
  const levels = levelsOf(value)
  return (
    <>
      <Field label={m.allows} name="scopes">
        <Select
          choices={choicesOf(m.reaches)}
          value={reach}
          onChange={(next) => onChange(next === 'everything' ? ['*'] : ['data:read'])}
        />
      </Field>
      {reach === 'everything' ? null : (
        <div className={classes.areas}>
          {areasFor(kind, value).map((area) => (
            <Field key={area} label={m.areas[area]}>
              <Select<Level>
                choices={choicesOf(m.levels)}
                value={levels[area] ?? 'none'}
                onChange={(level) => onChange(scopesOf({ ...levels, [area]: level }))}
              />
            </Field>
          ))}
        </div>
      )}
    </>
  )
}

/** ExpiryFields choose how long the key works; with `now` it can stay as it is. */
export function ExpiryFields({
  value,
  now,
  onChange,
}: {
  readonly value: Expiry
  readonly now?: string
  readonly onChange: (expiry: Expiry) => void
}) {
  const m = useMessages(messages)
  const choices = choicesOf(m.expiries)
  const kept = now === undefined ? [] : [{ value: 'kept' as const, label: now }]
  return (
    <>
      <Field label={m.expiry} name="expires_at">
        <Select
          choices={[...kept, ...choices]}
          value={value.choice}
          onChange={(choice) => onChange({ ...value, choice })}
        />
      </Field>
      {value.choice === 'day' ? (
        <Field label={m.lastDay}>
          <Input
            required
            type="date"
            value={value.day}
            onValueChange={(day) => onChange({ ...value, day })}
          />
        </Field>
      ) : null}
    </>
  )
}
