// The roles of an organisation's own that a member has, beside the built-in one.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member, RbacRole } from '#api/client/schemas.ts'
import { memberRolesQuery, setMemberRoles } from '#api/organisations/own-roles.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { rolesQuery } from '#api/organisations/roles.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

interface Props {
  readonly organisationId: string
  readonly member: Member
  readonly onClose: () => void
}

/** MemberOwnRoles offers the roles that allow no more than the viewer may do. */
export function MemberOwnRoles(props: Props) {
  const { organisationId, member, onClose } = props
  const m = useMessages(messages)
  const roles = useQuery(rolesQuery(organisationId))
  const had = useQuery(memberRolesQuery(organisationId, member.account_id))
  const error = roles.error ?? had.error
  if (roles.data !== undefined && had.data !== undefined)
    return <Roles {...props} roles={roles.data.filter(({ built_in }) => !built_in)} had={had.data} />
  return (
    <Dialog open title={m.members.ownTitle(member.full_name)} onClose={onClose}>
      {error === null ? (
        <Skeleton />
      ) : (
        <ErrorState error={error} onRetry={() => (roles.error === null ? had.refetch() : roles.refetch())} />
      )}
    </Dialog>
  )
}

function Roles({
  organisationId,
  member,
  roles,
  had,
  onClose,
}: Props & { readonly roles: readonly RbacRole[]; readonly had: readonly RbacRole[] }) {
  const m = useMessages(messages)
  const words = m.members
  const may = useMayIn(organisationId)
  const stored = had.filter(({ built_in }) => !built_in).map(({ id }) => id)
  const [ids, setIds] = useState(stored)
  const given = ids.filter((id) => !stored.includes(id))
  const taken = stored.filter((id) => !ids.includes(id))
  const dirty = given.length + taken.length > 0
  return (
    <FormDialog
      title={words.ownTitle(member.full_name)}
      about={roles.length === 0 ? words.ownNone : words.ownHint}
      action={words.save}
      ready={dirty}
      dirty={dirty}
      done={words.changed(member.full_name)}
      onSave={() => setMemberRoles(organisationId, member.account_id, { given, taken })}
      onClose={onClose}
    >
      {roles.map(({ id, name, description, permissions }) => (
        <Checkbox
          key={id}
          label={name}
          {...(description !== null && { hint: description })}
          disabled={!permissions.every(may)}
          checked={ids.includes(id)}
          onChange={(checked) => setIds(checked ? [...ids, id] : ids.filter((one) => one !== id))}
        />
      ))}
    </FormDialog>
  )
}
