// Which roles of the project a user has.
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '#api/data/policies.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { messages } from './messages.ts'
import classes from './users.module.css'

/** RoleChecks offers all roles of a project; it shows nothing where the project has none. */
export function RoleChecks({
  projectId,
  value,
  onChange,
  disabled = false,
}: {
  readonly projectId: string
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly disabled?: boolean
}) {
  const m = useMessages(messages)
  const { data: roles = [] } = useQuery(rolesQuery(projectId))
  if (roles.length === 0) return null
  return (
    <fieldset className={classes.roles}>
      <legend>{m.roles.title}</legend>
      {roles.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={name}
          {...(description !== null && { hint: description })}
          disabled={disabled}
          checked={value.includes(id)}
          onChange={(checked) => onChange(checked ? [...value, id] : value.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
