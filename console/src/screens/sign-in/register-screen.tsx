// Making an account: the first one of the installation, or another where registration is open.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { register, setupQuery } from '#api/accounts.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'

const route = getRouteApi('/register')

/** RegisterScreen makes another account. */
export function RegisterScreen() {
  const { m } = useLanguage()
  const { next } = route.useSearch()
  return <Registration title={m.signIn.registerTitle} next={next} />
}

/** SetupScreen makes the first account; in production the address carries the setup token behind its `#`. */
export function SetupScreen() {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  // Read once: it is not left in the address.
  const [token] = useState(takeToken)
  const missing = setup.registration === 'setup_token' && token === ''
  const about = missing ? m.signIn.setupLink : m.signIn.setupHint
  return <Registration title={m.signIn.setupTitle} about={about} token={token} next={undefined} />
}

function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

function Registration({
  title,
  about,
  token = '',
  next,
}: {
  readonly title: string
  readonly about?: string
  readonly token?: string
  readonly next: string | undefined
}) {
  const { m } = useLanguage()
  const router = useRouter()
  const [full_name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () =>
      register({ email, password, full_name, ...(token === '' ? {} : { setup_token: token }) }),
    onSuccess: () => router.history.replace(`/console${next ?? '/'}`),
  })
  const below = (
    <span>
      {m.signIn.haveAccount}{' '}
      <Link to="/sign-in" search={{ next }}>
        {m.signIn.toSignIn}
      </Link>
    </span>
  )
  return (
    <Entrance
      title={title}
      {...(about && { about })}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={below}
    >
      <Field label={m.signIn.fullName}>
        <Input name="name" autoComplete="name" autoFocus required value={full_name} onValueChange={setName} />
      </Field>
      <EmailField value={email} onChange={setEmail} />
      <PasswordField value={password} onChange={setPassword} fresh />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.submitRegister}
      </Button>
    </Entrance>
  )
}
