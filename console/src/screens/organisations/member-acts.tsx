// What can be done to a member: another role, removal, and ownership.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changeMember,
  organisationQuery,
  refreshOrganisations,
  removeMember,
  transferOwnership,
} from '#api/organisations/organisations.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import type { MemberAct } from './member-list.tsx'
import { MemberOwnRoles } from './member-own-roles.tsx'
import { messages } from './messages.ts'
import { RoleField } from './role-field.tsx'

interface ActProps {
  readonly organisationId: string
  readonly act: MemberAct
  readonly onClose: () => void
}

/** MemberActDialog asks before an act, and does it. */
export function MemberActDialog(props: ActProps) {
  const { name } = props.act
  if (name === 'change') return <ChangeRole {...props} />
  if (name === 'own') return <MemberOwnRoles {...props} member={props.act.member} />
  if (name === 'transfer') return <Transfer {...props} />
  return <Remove {...props} />
}

function ChangeRole({ organisationId, act: { member }, onClose }: ActProps) {
  const m = useMessages(messages)
  const words = m.members
  const [role, setRole] = useState(member.role ?? 'viewer')
  const attempt = useMutation({
    mutationFn: () => changeMember(organisationId, member.account_id, role),
    onSuccess: async () => {
      toast(words.changed(member.full_name))
      onClose()
      await refreshOrganisations()
    },
  })
  return (
    <FormDialog
      title={words.changeTitle(member.full_name)}
      action={words.save}
      busy={attempt.isPending}
      ready={role !== member.role}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <RoleField
        organisationId={organisationId}
        value={role}
        error={attempt.error?.message}
        onChange={setRole}
      />
    </FormDialog>
  )
}

function Remove({ organisationId, act: { name, member }, onClose }: ActProps) {
  const m = useMessages(messages)
  const words = m.members
  const navigate = useNavigate()
  const { data: organisation } = useQuery(organisationQuery(organisationId))
  const leaves = name === 'leave'
  const subject = leaves ? (organisation?.name ?? '') : member.full_name
  const attempt = useMutation({
    mutationFn: () => removeMember(organisationId, member.account_id),
    onSuccess: async () => {
      toast(leaves ? words.left(subject) : words.removed(subject))
      onClose()
      // Who has left is refused there.
      if (leaves) await navigate({ to: '/organisations' })
      await refreshOrganisations()
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={leaves ? words.leaveTitle(subject) : words.removeTitle(subject)}
      about={leaves ? words.leaveHint : words.removeHint}
      action={leaves ? words.leave : words.remove}
      {...(leaves && { name: subject })}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}

function Transfer({ organisationId, act: { member }, onClose }: ActProps) {
  const m = useMessages(messages)
  const words = m.members
  const attempt = useMutation({
    mutationFn: () => transferOwnership(organisationId, member.account_id),
    onSuccess: async () => {
      toast(words.transferred(member.full_name))
      onClose()
      await refreshOrganisations()
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.transferTitle(member.full_name)}
      about={words.transferHint}
      action={words.transfer}
      name={member.full_name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
