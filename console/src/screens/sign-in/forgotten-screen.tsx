// A forgotten password: a code comes by mail, and sets a new one.
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestReset, resetPassword } from '#api/accounts.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'

const route = getRouteApi('/forgotten')

/** ForgottenScreen asks for the address, then for the code and the new password. */
export function ForgottenScreen() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  return sent ? (
    <NewPassword email={email} />
  ) : (
    <Address email={email} onChange={setEmail} onSent={() => setSent(true)} />
  )
}

function ToSignIn() {
  const { m } = useLanguage()
  const { next } = route.useSearch()
  return (
    <Link to="/sign-in" search={{ next }}>
      {m.signIn.toSignIn}
    </Link>
  )
}

function Address({
  email,
  onChange,
  onSent,
}: {
  readonly email: string
  readonly onChange: (email: string) => void
  readonly onSent: () => void
}) {
  const { m } = useLanguage()
  const attempt = useMutation({ mutationFn: () => requestReset(email), onSuccess: onSent })
  return (
    <Entrance
      title={m.signIn.forgottenTitle}
      about={m.signIn.forgottenHint}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={<ToSignIn />}
    >
      <EmailField value={email} onChange={onChange} autoFocus />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.sendCode}
      </Button>
    </Entrance>
  )
}

function NewPassword({ email }: { readonly email: string }) {
  const { m } = useLanguage()
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () => resetPassword({ email, code: code.trim(), new_password: password }),
    onSuccess: async () => {
      toast(m.signIn.resetDone)
      await navigate({ to: '/sign-in', search: { next } })
    },
  })
  return (
    <Entrance
      title={m.signIn.resetTitle}
      about={m.signIn.resetHint(email)}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={<ToSignIn />}
    >
      <Field label={m.signIn.code}>
        <Input autoComplete="one-time-code" autoFocus required value={code} onValueChange={setCode} />
      </Field>
      <PasswordField value={password} onChange={setPassword} fresh />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.signIn.submitReset}
      </Button>
    </Entrance>
  )
}
