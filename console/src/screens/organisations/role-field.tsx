// The choice of a built-in role, with what it allows.
import type { MemberRole } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { ROLES, useRoles } from './use-roles.ts'

/** RoleField offers the roles that the viewer may give. */
export function RoleField({
  organisationId,
  value,
  error,
  onChange,
}: {
  readonly organisationId: string
  readonly value: MemberRole
  readonly error?: string | undefined
  readonly onChange: (role: MemberRole) => void
}) {
  const { m } = useLanguage()
  const { nameOf, reaches } = useRoles(organisationId)
  const choices = ROLES.filter((role) => role === value || reaches(role))
  return (
    <Field label={m.organisations.members.role} hint={m.organisations.roleHints[value]} error={error}>
      <Select
        choices={choices.map((role) => ({ value: role, label: nameOf(role) }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
