// Signing in: with address and password, and a second factor where the account has one; or with a passkey alone.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { setupQuery, signIn, signInWithPasskey } from '#api/account/accounts.ts'
import { canUsePasskeys } from '#api/account/passkeys.ts'
import { ApiError } from '#api/client/api-error.ts'
import type { AccountChallenge } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'
import { messages } from './messages.ts'
import { SecondFactor } from './second-factor.tsx'

const route = getRouteApi('/sign-in')

/** SignInScreen begins a session and leads to where the viewer wanted to go. */
export function SignInScreen() {
  const router = useRouter()
  const { next } = route.useSearch()
  const [challenge, setChallenge] = useState<AccountChallenge>()
  const enter = () => router.history.replace(`/console${next ?? '/'}`)
  if (challenge !== undefined)
    return <SecondFactor challenge={challenge} onDone={enter} onBack={() => setChallenge(undefined)} />
  return (
    <Password
      next={next}
      onResult={(challenge) => (challenge === undefined ? enter() : setChallenge(challenge))}
    />
  )
}

function Password({
  next,
  onResult,
}: {
  readonly next: string | undefined
  readonly onResult: (challenge: AccountChallenge | undefined) => void
}) {
  const m = useMessages(messages)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => signIn({ email, password, ...(code === '' ? {} : { code }) }),
    onSuccess: onResult,
  })
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => onResult(undefined) })
  const needsCode = code !== '' || asksForCode(attempt.error)
  const submit = () => {
    passkey.reset()
    attempt.mutate()
  }
  return (
    <Entrance
      title={m.title}
      error={passkey.error ?? attempt.error}
      onSubmit={submit}
      below={<OtherWays next={next} />}
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
      <PasswordField value={password} onChange={setPassword} />
      {needsCode ? (
        <Field label={m.code} hint={m.codeHint}>
          <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
        </Field>
      ) : null}
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.submit}
      </Button>
      {canUsePasskeys() ? (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {m.passkey}
        </Button>
      ) : null}
    </Entrance>
  )
}

function OtherWays({ next }: { readonly next: string | undefined }) {
  const m = useMessages(messages)
  const { data: setup } = useSuspenseQuery(setupQuery)
  // In development the server's log shows the mails.
  const canReset = setup.mail || setup.environment === 'development'
  return (
    <>
      {canReset ? (
        <Link to="/forgotten" search={{ next }}>
          {m.toForgotten}
        </Link>
      ) : null}
      {setup.registration === 'open' ? (
        <span>
          {m.noAccount}{' '}
          <Link to="/register" search={{ next }}>
            {m.toRegister}
          </Link>
        </span>
      ) : null}
    </>
  )
}

function asksForCode(error: Error | null): boolean {
  const details = error instanceof ApiError ? (error.details as { reason?: string } | undefined) : undefined
  return details?.reason === 'proof_required'
}
