// The choice of a built-in role, with what it allows.
import type { MemberRole } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { messages } from './messages.ts'
import { ROLES, useRoles } from './use-roles.ts'

/** RoleField offers the roles that the viewer may give. */
export function RoleField({
  organisationId,
  name,
  value,
  onChange,
}: {
  readonly organisationId: string
  readonly name?: string
  readonly value: MemberRole
  readonly onChange: (role: MemberRole) => void
}) {
  const m = useMessages(messages)
  const { nameOf, reaches } = useRoles(organisationId)
  const choices = ROLES.filter((role) => role === value || reaches(role))
  return (
    <Field label={m.members.role} hint={m.roleHints[value]} {...(name && { name })}>
      <Select
        choices={choices.map((role) => ({ value: role, label: nameOf(role) }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
