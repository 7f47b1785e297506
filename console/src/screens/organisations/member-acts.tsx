// What can be done to a member: another role, removal, and ownership.
import { useQuery } from '@tanstack/react-query'
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
  return (
    <FormDialog
      title={words.changeTitle(member.full_name)}
      action={words.save}
      ready={role !== member.role}
      done={words.changed(member.full_name)}
      dirty={role !== member.role}
      onSave={() => changeMember(organisationId, member.account_id, role)}
      onDone={() => {
        onClose()
        return refreshOrganisations()
      }}
      onClose={onClose}
    >
      <RoleField organisationId={organisationId} value={role} name="role" onChange={setRole} />
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
  return (
    <ConfirmDialog
      title={leaves ? words.leaveTitle(subject) : words.removeTitle(subject)}
      about={leaves ? words.leaveHint : words.removeHint}
      action={leaves ? words.leave : words.remove}
      {...(leaves && { name: subject })}
      done={leaves ? words.left(subject) : words.removed(subject)}
      onConfirm={() => removeMember(organisationId, member.account_id)}
      onDone={async () => {
        onClose()
        // Who has left is refused there.
        if (leaves) await navigate({ to: '/organisations' })
        await refreshOrganisations()
      }}
      onClose={onClose}
    />
  )
}

function Transfer({ organisationId, act: { member }, onClose }: ActProps) {
  const m = useMessages(messages)
  const words = m.members
  return (
    <ConfirmDialog
      title={words.transferTitle(member.full_name)}
      about={words.transferHint}
      action={words.transfer}
      name={member.full_name}
      done={words.transferred(member.full_name)}
      onConfirm={() => transferOwnership(organisationId, member.account_id)}
      onDone={() => {
        onClose()
        return refreshOrganisations()
      }}
      onClose={onClose}
    />
  )
}
