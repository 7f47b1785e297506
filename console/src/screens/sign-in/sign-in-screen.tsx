// Signing in with address and password, and with a code from the mail where the server asks for one.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { setupQuery, signIn } from '#api/accounts.ts'
import { ApiError } from '#api/api-error.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Entrance, PasswordField } from './entrance.tsx'

const route = getRouteApi('/sign-in')

/** SignInScreen begins a session and leads to where the viewer wanted to go. */
export function SignInScreen() {
  const { m } = useLanguage()
  const router = useRouter()
  const { next } = route.useSearch()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => signIn({ email, password, ...(code === '' ? {} : { code }) }),
    onSuccess: () => router.history.replace(`/console${next ?? '/'}`),
  })
  const needsCode = code !== '' || asksForCode(attempt.error)
  const register =
    setup.registration === 'open' ? (
      <>
        {m.signIn.noAccount}{' '}
        <Link to="/register" search={{ next }}>
          {m.signIn.toRegister}
        </Link>
      </>
    ) : undefined
  return (
    <Entrance title={m.signIn.title} error={attempt.error} onSubmit={attempt.mutate} below={register}>
      <Field label={m.signIn.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          onValueChange={setEmail}
        />
      </Field>
      <PasswordField value={password} onChange={setPassword} />
      {needsCode ? (
        <Field label={m.signIn.code} hint={m.signIn.codeHint}>
          <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
        </Field>
      ) : null}
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.submit}
      </Button>
    </Entrance>
  )
}

function asksForCode(error: Error | null): boolean {
  const details = error instanceof ApiError ? (error.details as { reason?: string } | undefined) : undefined
  return details?.reason === 'proof_required'
}
