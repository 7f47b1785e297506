// The form for a new member. Who has no account yet gets an invitation.
import { useMutation } from '@tanstack/react-query'
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
  const attempt = useMutation({
    mutationFn: () => addMember(organisationId, { email, role }),
    onSuccess: async (result) => {
      if (result.status === 'added') toast(words.added(result.member.full_name))
      else onInvited({ email: result.invitation.email, token: result.token })
      onClose()
      await refreshOrganisations()
    },
    gcTime: 0,
  })
  return (
    <FormDialog
      title={words.add}
      about={words.addHint}
      action={words.add}
      busy={attempt.isPending}
      dirty={email !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.email} error={attempt.error?.message}>
        <Input type="email" required autoFocus autoComplete="off" value={email} onValueChange={setEmail} />
      </Field>
      <RoleField organisationId={organisationId} value={role} onChange={setRole} />
    </FormDialog>
  )
}
