// The form for a new key.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { apiKeysQuery, createKey } from '#api/api-keys.ts'
import type { NewApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

const DAY_MS = 86_400_000
const DAYS = { never: undefined, month: 30, quarter: 90, year: 365 } as const

/** CreateKey makes a key and hands it over. */
export function CreateKey({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (key: NewApiKey) => void
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const form = useId()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'secret' | 'publishable'>('publishable')
  const [expiry, setExpiry] = useState<keyof typeof DAYS>('never')
  const attempt = useMutation({
    mutationFn: () =>
      createKey(projectId, { name, kind, scopes: ['*'], expires_at: expiresAt(DAYS[expiry]) }),
    onSuccess: async (key) => {
      onMade(key)
      await client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{m.common.actions.cancel}</Button>
      <Button kind="primary" type="submit" form={form} busy={attempt.isPending}>
        {m.common.actions.create}
      </Button>
    </>
  )
  return (
    <Dialog open title={m.apiKeys.create} onClose={onClose} footer={footer}>
      <form id={form} onSubmit={submit}>
        <Field label={m.apiKeys.name} hint={m.apiKeys.nameHint} error={attempt.error?.message}>
          <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
        </Field>
      </form>
      <Field label={m.apiKeys.kind} hint={m.apiKeys.kindHints[kind]}>
        <Select choices={choicesOf(m.apiKeys.kinds)} value={kind} onChange={setKind} />
      </Field>
      <Field label={m.apiKeys.expiry}>
        <Select choices={choicesOf(m.apiKeys.expiries)} value={expiry} onChange={setExpiry} />
      </Field>
    </Dialog>
  )
}

function expiresAt(days: number | undefined): string | null {
  return days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
