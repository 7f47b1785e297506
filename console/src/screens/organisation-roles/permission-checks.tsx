// The permissions of a role, by area; what the viewer may not do cannot be given.
import { useQuery } from '@tanstack/react-query'
import type { RbacPermission } from '#api/client/schemas.ts'
import { permissionsQuery } from '#api/organisations/own-roles.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './roles.module.css'

/** PermissionChecks offers all of them; disabled, it shows those that the role has. */
export function PermissionChecks({
  organisationId,
  value,
  disabled,
  onChange,
}: {
  readonly organisationId: string
  readonly value: readonly string[]
  readonly disabled: boolean
  readonly onChange: (permissions: string[]) => void
}) {
  const may = useMayIn(organisationId)
  const { data, isPending, error, refetch } = useQuery(permissionsQuery(organisationId))
  if (isPending) return <Skeleton lines={6} />
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  const shown = disabled ? data.filter(({ name }) => value.includes(name)) : data
  const areas = Map.groupBy(shown, ({ name }) => name.split(':')[0] ?? name)
  const toggle = ({ name }: RbacPermission, checked: boolean) =>
    onChange(checked ? [...value, name] : value.filter((one) => one !== name))
  return [...areas].map(([area, permissions]) => (
    <fieldset key={area} className={classes.area}>
      <legend>{area}</legend>
      {permissions.map((permission) => (
        <Checkbox
          key={permission.id}
          label={permission.name}
          {...(permission.description !== null && { hint: permission.description })}
          disabled={disabled || !may(permission.name)}
          checked={value.includes(permission.name)}
          onChange={(checked) => toggle(permission, checked)}
        />
      ))}
    </fieldset>
  ))
}
