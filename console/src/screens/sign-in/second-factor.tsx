// The second step of signing in: a code, or a passkey.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answerChallenge, answerWithPasskey } from '#api/accounts.ts'
import { canUsePasskeys } from '#api/passkeys.ts'
import type { AccountChallenge } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Entrance } from './entrance.tsx'

/** SecondFactor answers the challenge with what the account has. */
export function SecondFactor({
  challenge: { mfa_token, methods },
  onDone,
  onBack,
}: {
  readonly challenge: AccountChallenge
  readonly onDone: () => void
  readonly onBack: () => void
}) {
  const { m } = useLanguage()
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
      {m.signIn.back}
    </Button>
  )
  return (
    <Entrance
      title={m.signIn.factorTitle}
      about={hasAuthenticator ? m.signIn.factorHint : m.signIn.recoveryHint}
      error={passkey.error ?? attempt.error}
      onSubmit={submit}
      below={back}
    >
      <Field label={hasAuthenticator ? m.signIn.factorCode : m.signIn.recoveryCode}>
        <Input autoComplete="one-time-code" autoFocus required value={code} onValueChange={setCode} />
      </Field>
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.submit}
      </Button>
      {methods.includes('passkey') && canUsePasskeys() ? (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {m.signIn.passkey}
        </Button>
      ) : null}
    </Entrance>
  )
}
