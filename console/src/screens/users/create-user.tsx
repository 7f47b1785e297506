// A user who has not signed up.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createUser } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { RoleChecks } from './role-checks.tsx'
import { nameOf } from './user-name.ts'
import classes from './users.module.css'

const EMPTY = { email: '', phone: '', name: '', password: '', emailVerified: false, phoneVerified: false }

/** CreateUser asks for what the project knows of the user. */
export function CreateUser({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (userId: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [draft, setDraft] = useState(EMPTY)
  const [role_ids, setRoles] = useState<string[]>([])
  const change = (next: Partial<typeof EMPTY>) => setDraft({ ...draft, ...next })
  const { email, phone, name, password } = draft
  const attempt = useMutation({
    mutationFn: () =>
      createUser(projectId, {
        ...(email !== '' && { email }),
        ...(phone !== '' && { phone }),
        ...(name !== '' && { full_name: name }),
        ...(password !== '' && { password }),
        email_verified: email !== '' && draft.emailVerified,
        phone_verified: phone !== '' && draft.phoneVerified,
        role_ids,
      }),
    onSuccess: (user) => {
      toast(m.created(nameOf(user, m)))
      onMade(user.id)
    },
  })
  return (
    <FormDialog
      title={m.create}
      about={m.createHint}
      action={common.actions.create}
      ready={email !== '' || phone !== ''}
      dirty={Object.entries(EMPTY).some(([field, value]) => draft[field as keyof typeof EMPTY] !== value)}
      busy={attempt.isPending || attempt.isSuccess}
      onSubmit={attempt.mutate}
      onClose={onClose}
    >
      <Field label={m.fields.email}>
        <Input
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onValueChange={(email) => change({ email: email.trim() })}
        />
      </Field>
      {email === '' ? null : (
        <Checkbox
          label={m.emailVerified}
          checked={draft.emailVerified}
          onChange={(emailVerified) => change({ emailVerified })}
        />
      )}
      <Field label={m.fields.phone} hint={m.phoneHint}>
        <Input
          type="tel"
          autoComplete="off"
          maxLength={30}
          value={phone}
          onValueChange={(phone) => change({ phone: phone.trim() })}
        />
      </Field>
      {phone === '' ? null : (
        <Checkbox
          label={m.phoneVerified}
          checked={draft.phoneVerified}
          onChange={(phoneVerified) => change({ phoneVerified })}
        />
      )}
      <Field label={m.fields.name}>
        <Input autoComplete="off" maxLength={200} value={name} onValueChange={(name) => change({ name })} />
      </Field>
      <Field label={m.fields.password} hint={m.passwordHint}>
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onValueChange={(password) => change({ password })}
        />
      </Field>
      <RoleChecks projectId={projectId} value={role_ids} onChange={setRoles} />
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
    </FormDialog>
  )
}
