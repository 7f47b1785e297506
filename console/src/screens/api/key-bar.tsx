// The key that the snippets have: a publishable one that is pasted, or a placeholder.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import classes from './api.module.css'
import { messages } from './messages.ts'
import { usableKey, useKey } from './use-key.ts'

/** KeyBar chooses the key. */
export function KeyBar({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const [key, change] = useKey(projectId)
  const [refused, setRefused] = useState(false)
  const paste = (typed: string) => {
    const text = typed.trim()
    const isSecret = text.startsWith('msk_')
    setRefused(isSecret)
    change({ text: isSecret ? '' : text })
  }
  const wrong = key.text !== '' && usableKey(key) === undefined
  return (
    <div className={classes.key}>
      <Field label={m.key} hint={key.kind === 'secret' ? m.secretHint : undefined}>
        <Select choices={choicesOf(m.kinds)} value={key.kind} onChange={(kind) => change({ kind })} />
      </Field>
      {key.kind === 'secret' ? null : (
        <Field
          label={m.publishable}
          hint={m.publishableHint}
          error={refused ? m.isSecret : wrong ? m.noKey : undefined}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder="mpk_…"
            value={key.text}
            onValueChange={paste}
          />
        </Field>
      )}
      {may('api_keys:write') ? (
        <Link
          to="/projects/$projectId/api-keys"
          params={{ projectId }}
          search={{ create: true }}
          className={buttonClass()}
        >
          {m.newKey}
        </Link>
      ) : null}
    </div>
  )
}
