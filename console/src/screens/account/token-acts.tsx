// A new secret for a token, and its end.
import { useState } from 'react'
import { revokeToken, rotateToken } from '#api/account/access-tokens.ts'
import type { AccessToken, NewAccessToken } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { expiryOf, type Lifetime } from '#ui/forms/lifetime.ts'
import { Select } from '#ui/forms/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** RotateToken asks how long the new token works, and hands it over. */
export function RotateToken({
  token,
  onMade,
  onClose,
}: {
  readonly token: AccessToken
  readonly onMade: (token: NewAccessToken) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { tokens: words } = m
  const [lifetime, setLifetime] = useState<Lifetime>('quarter')
  return (
    <FormDialog
      title={words.rotateTitle(token.name)}
      about={words.rotateHint}
      action={words.rotate}
      onSave={() => rotateToken(token.id, expiryOf(lifetime))}
      onDone={onMade}
      onClose={onClose}
    >
      <Field label={words.expires}>
        <Select choices={choicesOf(words.lifetimes)} value={lifetime} onChange={setLifetime} />
      </Field>
    </FormDialog>
  )
}

/** RevokeToken asks before a token ends for all who use it. */
export function RevokeToken({
  token,
  onDone,
  onClose,
}: {
  readonly token: AccessToken
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { tokens: words } = m
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      about={words.revokeHint}
      action={words.revoke}
      name={token.name}
      done={words.revoked(token.name)}
      onConfirm={() => revokeToken(token.id)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
