// A new secret for a token, and its end.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { revokeToken, rotateToken } from '#api/account/access-tokens.ts'
import type { AccessToken, NewAccessToken } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { expiryOf, type Lifetime } from '#ui/forms/lifetime.ts'
import { Select } from '#ui/forms/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
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
  const { common } = useLanguage()
  const { tokens: words } = m
  const [lifetime, setLifetime] = useState<Lifetime>('quarter')
  const attempt = useMutation({
    mutationFn: () => rotateToken(token.id, expiryOf(lifetime)),
    onSuccess: onMade,
    onError: toastError,
  })
  const footer = (
    <>
      <Button onClick={onClose}>{common.actions.cancel}</Button>
      <Button kind="primary" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {words.rotate}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={words.rotateTitle(token.name)}
      about={words.rotateHint}
      onClose={onClose}
      footer={footer}
    >
      <Field label={words.expires}>
        <Select choices={choicesOf(words.lifetimes)} value={lifetime} onChange={setLifetime} />
      </Field>
    </Dialog>
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
  const attempt = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => {
      toast(words.revoked(token.name))
      onDone()
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      about={words.revokeHint}
      action={words.revoke}
      name={token.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
