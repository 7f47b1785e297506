// A user who has not signed up.
import { useState } from 'react'
import { createUser } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { RoleChecks } from './role-checks.tsx'
import { nameOf } from './user-name.ts'

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
  const { draft, dirty, change } = useDraft(() => EMPTY)
  const [role_ids, setRoles] = useState<string[]>([])
  const { email, phone, name, password } = draft
  return (
    <FormDialog
      title={m.create}
      about={m.createHint}
      action={common.actions.create}
      ready={email !== '' || phone !== ''}
      dirty={dirty}
      onSave={() =>
        createUser(projectId, {
          ...(email !== '' && { email }),
          ...(phone !== '' && { phone }),
          ...(name !== '' && { full_name: name }),
          ...(password !== '' && { password }),
          email_verified: email !== '' && draft.emailVerified,
          phone_verified: phone !== '' && draft.phoneVerified,
          role_ids,
        })
      }
      onDone={(user) => {
        toast(m.created(nameOf(user, m)))
        onMade(user.id)
      }}
      onClose={onClose}
    >
      <Field label={m.fields.email} name="email">
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
      <Field label={m.fields.phone} name="phone" hint={m.phoneHint}>
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
      <Field label={m.fields.name} name="full_name">
        <Input autoComplete="off" maxLength={200} value={name} onValueChange={(name) => change({ name })} />
      </Field>
      <Field label={m.fields.password} name="password" hint={m.passwordHint}>
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onValueChange={(password) => change({ password })}
        />
      </Field>
      <RoleChecks projectId={projectId} value={role_ids} onChange={setRoles} />
    </FormDialog>
  )
}
