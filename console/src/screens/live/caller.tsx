// As whom the inspector listens.
import { useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import classes from './live.module.css'
import { messages } from './messages.ts'

/** Caller hands on the credential of somebody else, or undefined for the viewer. */
export function Caller({ onChange }: { readonly onChange: (credential: string | undefined) => void }) {
  const m = useMessages(messages)
  const [who, setWho] = useState<'me' | 'other'>('me')
  const [typed, setTyped] = useState('')
  const choose = (who: 'me' | 'other') => {
    setWho(who)
    setTyped('')
    if (who === 'me') onChange(undefined)
  }
  return (
    <form
      className={classes.caller}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
      }}
    >
      <Field label={m.caller}>
        <Select choices={choicesOf(m.callers)} value={who} onChange={choose} />
      </Field>
      {who === 'me' ? null : (
        <>
          <Field label={m.credential} hint={m.credentialHint}>
            <Input
              type="password"
              required
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onValueChange={setTyped}
            />
          </Field>
          <Button type="submit" kind="primary" disabled={typed.trim() === ''}>
            {m.listen}
          </Button>
        </>
      )}
    </form>
  )
}
