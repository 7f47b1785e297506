// Making an account: the first one of the installation, or another where registration is open.
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Registration, register, setupQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'
import { takeToken } from './fragment.ts'
import { messages } from './messages.ts'

const route = getRouteApi('/register')

/** RegisterScreen makes another account. */
export function RegisterScreen() {
  const m = useMessages(messages)
  const { next } = route.useSearch()
  return <RegistrationForm title={m.registerTitle} next={next} below={<ToSignIn next={next} />} />
}

/** SetupScreen makes the first account; in production the address carries the setup token behind its `#`. */
export function SetupScreen() {
  const m = useMessages(messages)
  const { data: setup } = useSuspenseQuery(setupQuery)
  // Read once: it is not left in the address.
  const [token] = useState(takeToken)
  const missing = setup.registration === 'setup_token' && token === ''
  const about = missing ? m.setupLink : m.setupHint
  return (
    <RegistrationForm
      title={m.setupTitle}
      about={about}
      tokens={token === '' ? {} : { setup_token: token }}
      below={<ToSignIn next={undefined} />}
    />
  )
}

function ToSignIn({ next }: { readonly next: string | undefined }) {
  const m = useMessages(messages)
  return (
    <span>
      {m.haveAccount}{' '}
      <Link to="/sign-in" search={{ next }}>
        {m.toSignIn}
      </Link>
    </span>
  )
}

/** RegistrationForm makes an account; `tokens` are what allows to, where registration is not open. */
export function RegistrationForm({
  title,
  about,
  tokens = {},
  next,
  below,
}: {
  readonly title: string
  readonly about?: string
  readonly tokens?: Pick<Registration, 'setup_token' | 'invitation'>
  readonly next?: string | undefined
  readonly below: ReactNode
}) {
  const m = useMessages(messages)
  const router = useRouter()
  const [full_name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () => register({ email, password, full_name, ...tokens }),
    onSuccess: () => router.history.replace(`/console${next ?? '/'}`),
  })
  return (
    <Entrance
      title={title}
      {...(about && { about })}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={below}
    >
      <Field label={m.fullName}>
        <Input name="name" autoComplete="name" autoFocus required value={full_name} onValueChange={setName} />
      </Field>
      <EmailField value={email} onChange={setEmail} />
      <PasswordField value={password} onChange={setPassword} fresh />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.submitRegister}
      </Button>
    </Entrance>
  )
}
