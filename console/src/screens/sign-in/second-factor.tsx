// The second step of signing in: a code, or a passkey.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answerChallenge, answerWithPasskey } from '#api/account/accounts.ts'
import { canUsePasskeys } from '#api/account/passkeys.ts'
import type { AccountChallenge } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import type { EntranceProps } from './entrance.tsx'
import { messages } from './messages.ts'

/** SecondFactor answers the challenge with what the account has. */
export function SecondFactor({
  challenge: { mfa_token, methods },
  frame,
  onDone,
  onBack,
}: {
  readonly challenge: AccountChallenge
  readonly frame: (props: EntranceProps) => ReactNode
  readonly onDone: () => void
  readonly onBack: () => void
}) {
  const m = useMessages(messages)
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => answerChallenge(mfa_token, code.trim()),
    onSuccess: onDone,
  })
  const passkey = useMutation({ mutationFn: () => answerWithPasskey(mfa_token), onSuccess: onDone })
  const hasAuthenticator = methods.includes('totp')
  const submit = () => {
    passkey.reset()
    attempt.mutate()
  }
  const back = (
    <Button kind="quiet" onClick={onBack}>
      {m.back}
    </Button>
  )
  return frame({
    title: m.factorTitle,
    about: hasAuthenticator ? m.factorHint : m.recoveryHint,
    error: passkey.error ?? attempt.error,
    onSubmit: submit,
    below: back,
    children: (
      <>
        <Field label={hasAuthenticator ? m.factorCode : m.recoveryCode}>
          <Input autoComplete="one-time-code" autoFocus required value={code} onValueChange={setCode} />
        </Field>
        <Button type="submit" kind="primary" busy={attempt.isPending}>
          {m.submit}
        </Button>
        {methods.includes('passkey') && canUsePasskeys() ? (
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {m.passkey}
          </Button>
        ) : null}
      </>
    ),
  })
}
