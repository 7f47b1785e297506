// Name, address and password, and the end of the account.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAccount, resendVerification, updateAccount, verifyEmail } from '#api/account.ts'
import { meQuery } from '#api/accounts.ts'
import type { Account } from '#api/schemas.ts'
import { forget } from '#api/session.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Note, Section, Sections } from '#ui/section.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { ConfirmChange } from './confirm-change.tsx'

/** Profile has a form for each thing that is changed by itself. */
export function Profile() {
  const me = useQuery(meQuery)
  if (me.isPending) return <Skeleton lines={6} />
  if (me.isError) return <ErrorState error={me.error} onRetry={me.refetch} />
  return (
    <Sections>
      <Name account={me.data} />
      <Address account={me.data} />
      <Password />
      <Deletion account={me.data} />
    </Sections>
  )
}

function Name({ account }: { readonly account: Account }) {
  const { m } = useLanguage()
  const [name, setName] = useState(account.full_name)
  const attempt = useMutation({
    mutationFn: () => updateAccount({ full_name: name }),
    onSuccess: () => toast(m.account.saved),
  })
  return (
    <Section title={m.account.name}>
      <Form
        onSubmit={attempt.mutate}
        dirty={name !== account.full_name}
        busy={attempt.isPending}
        action={m.account.save}
      >
        <Field label={m.account.fullName} error={attempt.error?.message}>
          <Input autoComplete="name" required value={name} onValueChange={setName} />
        </Field>
      </Form>
    </Section>
  )
}

function Address({ account }: { readonly account: Account }) {
  const { m } = useLanguage()
  const [email, setEmail] = useState('')
  const [confirming, setConfirming] = useState(false)
  const waits = account.new_email ?? (account.email_verified ? undefined : account.email)
  return (
    <Section title={m.account.address} about={m.account.addressNow(account.email)}>
      {waits === undefined ? null : <Verification email={waits} />}
      <Form
        onSubmit={() => setConfirming(true)}
        dirty={email !== ''}
        busy={confirming}
        action={m.account.changeAddress}
      >
        <Field label={m.account.newAddress} hint={m.account.newAddressHint}>
          <Input type="email" autoComplete="off" required value={email} onValueChange={setEmail} />
        </Field>
      </Form>
      {confirming ? (
        <ConfirmChange
          title={m.account.address}
          about={m.account.newAddressHint}
          action={m.account.changeAddress}
          onConfirm={(proof) => updateAccount({ email, ...proof })}
          onDone={() => {
            setConfirming(false)
            setEmail('')
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Section>
  )
}

function Verification({ email }: { readonly email: string }) {
  const { m } = useLanguage()
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => verifyEmail(code.trim()),
    onSuccess: () => toast(m.account.verified(email)),
  })
  const resend = useMutation({
    mutationFn: resendVerification,
    onSuccess: () => toast(m.account.sent(email)),
    onError: toastError,
  })
  return (
    <Form onSubmit={attempt.mutate} dirty={code !== ''} busy={attempt.isPending} action={m.account.verify}>
      <Field label={m.account.code} hint={m.account.codeHint(email)} error={attempt.error?.message}>
        <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
      </Field>
      <Button kind="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
        {m.account.resend}
      </Button>
    </Form>
  )
}

function Password() {
  const { m } = useLanguage()
  const [fresh, setFresh] = useState('')
  const [confirming, setConfirming] = useState(false)
  return (
    <Section title={m.account.password} about={m.account.passwordAbout}>
      <Form
        onSubmit={() => setConfirming(true)}
        dirty={fresh !== ''}
        busy={confirming}
        action={m.account.setPassword}
      >
        <Field label={m.account.newPassword} hint={m.signIn.passwordHint}>
          <Input
            type="password"
            autoComplete="new-password"
            required
            value={fresh}
            onValueChange={setFresh}
          />
        </Field>
      </Form>
      {confirming ? (
        <ConfirmChange
          title={m.account.password}
          about={m.account.passwordAbout}
          action={m.account.setPassword}
          onConfirm={(proof) => updateAccount({ new_password: fresh, ...proof })}
          onDone={() => {
            setConfirming(false)
            setFresh('')
            toast(m.account.passwordSet)
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Section>
  )
}

function Deletion({ account }: { readonly account: Account }) {
  const { m } = useLanguage()
  const [open, setOpen] = useState(false)
  const button = (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {m.account.remove}
    </Button>
  )
  return (
    <Section title={m.account.removeTitle} action={button}>
      <Note>{m.account.removeHint}</Note>
      {open ? (
        <ConfirmChange
          title={m.account.removeTitle}
          about={m.account.removeHint}
          action={m.account.remove}
          typed={account.email}
          danger
          onConfirm={deleteAccount}
          onDone={forget}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Section>
  )
}
