// Name, address and password, and the end of the account.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { deleteAccount, resendVerification, updateAccount, verifyEmail } from '#api/account/account.ts'
import { meQuery, setupQuery } from '#api/account/accounts.ts'
import type { Account } from '#api/client/schemas.ts'
import { forget } from '#api/client/session.ts'
import { useMessages } from '#i18n/language.tsx'
import { noMailIn, noMail as noMailMessages } from '#i18n/no-mail.ts'
import { Button } from '#ui/buttons/button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { NameField } from '#ui/forms/name-field.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { messages } from './messages.ts'

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
  const m = useMessages(messages)
  const { draft, dirty, change, saving } = useDraft(() => ({ full_name: account.full_name }))
  const attempt = useMutation({
    mutationFn: () => saving(updateAccount),
    onSuccess: () => toast(m.saved),
  })
  return (
    <Section title={m.name}>
      <Form onSubmit={attempt.mutate} dirty={dirty} busy={attempt.isPending} action={m.save}>
        <NameField
          label={m.fullName}
          error={attempt.error}
          isOwn
          value={draft.full_name}
          onChange={(full_name) => change({ full_name })}
        />
      </Form>
    </Section>
  )
}

function Address({ account }: { readonly account: Account }) {
  const m = useMessages(messages)
  const [email, setEmail] = useState('')
  const [confirming, setConfirming] = useState(false)
  const waits = account.new_email ?? (account.email_verified ? undefined : account.email)
  return (
    <Section title={m.address} about={m.addressNow(account.email)}>
      {waits === undefined ? null : <Verification email={waits} />}
      <Form
        onSubmit={() => setConfirming(true)}
        dirty={email !== ''}
        busy={confirming}
        action={m.changeAddress}
      >
        <Field label={m.newAddress} hint={m.newAddressHint}>
          <Input type="email" autoComplete="off" required value={email} onValueChange={setEmail} />
        </Field>
      </Form>
      {confirming ? (
        <ConfirmChange
          title={m.address}
          about={m.newAddressHint}
          action={m.changeAddress}
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
  const m = useMessages(messages)
  const words = useMessages(noMailMessages)
  const { data: setup } = useQuery(setupQuery)
  const noMail = noMailIn(setup, words, email)
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => verifyEmail(code.trim()),
    onSuccess: () => toast(m.verified(email)),
  })
  const resend = useAct(m.resend, {
    mutationFn: resendVerification,
    onSuccess: () => toast(noMail ?? m.sent(email)),
  })
  return (
    <Form onSubmit={attempt.mutate} dirty={code !== ''} busy={attempt.isPending} action={m.verify}>
      <Field label={m.code} hint={noMail ?? m.codeHint(email)} error={attempt.error?.message}>
        <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
      </Field>
      <Button kind="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
        {m.resend}
      </Button>
    </Form>
  )
}

function Password() {
  const m = useMessages(messages)
  const [fresh, setFresh] = useState('')
  const [confirming, setConfirming] = useState(false)
  return (
    <Section title={m.password} about={m.passwordAbout}>
      <Form
        onSubmit={() => setConfirming(true)}
        dirty={fresh !== ''}
        busy={confirming}
        action={m.setPassword}
      >
        <Field label={m.newPassword} hint={m.passwordHint}>
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
          title={m.password}
          about={m.passwordAbout}
          action={m.setPassword}
          onConfirm={(proof) => updateAccount({ new_password: fresh, ...proof })}
          onDone={() => {
            setConfirming(false)
            setFresh('')
            toast(m.passwordSet)
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </Section>
  )
}

function Deletion({ account }: { readonly account: Account }) {
  const m = useMessages(messages)
  const [open, setOpen] = useState(false)
  const button = (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {m.remove}
    </Button>
  )
  return (
    <Section title={m.removeTitle} action={button}>
      <Note>{m.removeHint}</Note>
      {open ? (
        <ConfirmChange
          title={m.removeTitle}
          about={m.removeHint}
          action={m.remove}
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
