// The form for a new member. Who has no account yet gets an invitation.
import { useState } from 'react'
import type { MemberRole } from '#api/client/schemas.ts'
import { addMember, refreshOrganisations } from '#api/organisations/organisations.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import type { Invited } from './invitation-link.tsx'
import { messages } from './messages.ts'
import { RoleField } from './role-field.tsx'

/** AddMember adds a member, or hands over an invitation. */
export function AddMember({
  organisationId,
  onInvited,
  onClose,
}: {
  readonly organisationId: string
  readonly onInvited: (invited: Invited) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.members
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('developer')
  return (
    <FormDialog
      title={words.add}
      about={words.addHint}
      action={words.add}
      dirty={email !== ''}
      onSave={() => addMember(organisationId, { email, role })}
      onDone={(result) => {
        if (result.status === 'added') toast(words.added(result.member.full_name))
        else onInvited({ email: result.invitation.email, token: result.token, mailed: result.mailed })
        onClose()
        return refreshOrganisations()
      }}
      onClose={onClose}
    >
      <Field label={words.email} name="email">
        <Input type="email" required autoFocus autoComplete="off" value={email} onValueChange={setEmail} />
      </Field>
      <RoleField organisationId={organisationId} value={role} onChange={setRole} />
    </FormDialog>
  )
}
