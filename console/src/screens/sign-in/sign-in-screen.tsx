// Signing in: with address and password, and a second factor where the account has one; or with a passkey alone.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { setupQuery, signIn, signInWithPasskey } from '#api/accounts.ts'
import { ApiError } from '#api/api-error.ts'
import { canUsePasskeys } from '#api/passkeys.ts'
import type { AccountChallenge } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'
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
  const { m } = useLanguage()
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
      title={m.signIn.title}
      error={passkey.error ?? attempt.error}
      onSubmit={submit}
      below={<OtherWays next={next} />}
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
      <PasswordField value={password} onChange={setPassword} />
      {needsCode ? (
        <Field label={m.signIn.code} hint={m.signIn.codeHint}>
          <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
        </Field>
      ) : null}
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.submit}
      </Button>
      {canUsePasskeys() ? (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {m.signIn.passkey}
        </Button>
      ) : null}
    </Entrance>
  )
}

function OtherWays({ next }: { readonly next: string | undefined }) {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  // In development the server's log shows the mails.
  const canReset = setup.mail || setup.environment === 'development'
  return (
    <>
      {canReset ? (
        <Link to="/forgotten" search={{ next }}>
          {m.signIn.toForgotten}
        </Link>
      ) : null}
      {setup.registration === 'open' ? (
        <span>
          {m.signIn.noAccount}{' '}
          <Link to="/register" search={{ next }}>
            {m.signIn.toRegister}
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
