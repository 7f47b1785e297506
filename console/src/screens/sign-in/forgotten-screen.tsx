// A forgotten password: a code comes by mail, and sets a new one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestReset, resetPassword, setupQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { noMailIn, noMail as noMailMessages } from '#i18n/no-mail.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { EmailField, Entrance, PasswordField } from './entrance.tsx'
import { messages } from './messages.ts'

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
  const m = useMessages(messages)
  const { next } = route.useSearch()
  return (
    <Link to="/sign-in" search={{ next }}>
      {m.toSignIn}
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
  const m = useMessages(messages)
  const attempt = useMutation({ mutationFn: () => requestReset(email), onSuccess: onSent })
  return (
    <Entrance
      title={m.forgottenTitle}
      about={m.forgottenHint}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={<ToSignIn />}
    >
      <EmailField value={email} onChange={onChange} autoFocus />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.sendCode}
      </Button>
    </Entrance>
  )
}

function NewPassword({ email }: { readonly email: string }) {
  const m = useMessages(messages)
  const { next } = route.useSearch()
  const navigate = route.useNavigate()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const words = useMessages(noMailMessages)
  const { data: setup } = useQuery(setupQuery)
  const attempt = useMutation({
    mutationFn: () => resetPassword({ email, code: code.trim(), new_password: password }),
    onSuccess: async () => {
      toast(m.resetDone)
      await navigate({ to: '/sign-in', search: { next } })
    },
  })
  return (
    <Entrance
      title={m.resetTitle}
      about={m.resetHint(email)}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={<ToSignIn />}
    >
      <Field label={m.code} hint={noMailIn(setup, words, email)}>
        <Input autoComplete="one-time-code" autoFocus required value={code} onValueChange={setCode} />
      </Field>
      <PasswordField value={password} onChange={setPassword} fresh />
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {m.submitReset}
      </Button>
    </Entrance>
  )
}
