// A user who gets a mail with a link that signs in.
import { useState } from 'react'
import { inviteUser } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { RoleChecks } from './role-checks.tsx'

/** InviteUser asks for the address, and shows why no mail can be sent. */
export function InviteUser({
  projectId,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly onMade: (userId: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role_ids, setRoles] = useState<string[]>([])
  return (
    <FormDialog
      title={m.inviteTitle}
      about={m.inviteHint}
      action={m.inviteAction}
      ready={email !== ''}
      dirty={email !== '' || name !== ''}
      onSave={() => inviteUser(projectId, { email, ...(name !== '' && { full_name: name }), role_ids })}
      onDone={({ user, expires_at }) => {
        toast(m.invited(email), m.invitedUntil(format.time(expires_at)))
        onMade(user.id)
      }}
      onClose={onClose}
    >
      <Field label={m.fields.email} name="email">
        <Input
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          value={email}
          onValueChange={(email) => setEmail(email.trim())}
        />
      </Field>
      <Field label={m.fields.name} name="full_name">
        <Input autoComplete="off" maxLength={200} value={name} onValueChange={setName} />
      </Field>
      <RoleChecks projectId={projectId} value={role_ids} onChange={setRoles} />
    </FormDialog>
  )
}
