// What the viewer is allowed to do, in a project and in an organisation.
import { useQuery } from '@tanstack/react-query'
import { organisationsQuery } from '#api/account/accounts.ts'
import { projectQuery } from '#api/project/projects.ts'

/** useMay returns whether the viewer has a permission in a project, such as `data:write`; none while that is not known. */
export function useMay(projectId: string | undefined): (permission: string) => boolean {
  const { data: project } = useQuery({
    ...projectQuery(projectId ?? ''),
    enabled: projectId !== undefined,
  })
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const organisation = organisations.find(({ id }) => id === project?.organisation_id)
  return (permission) => organisation?.permissions.includes(permission) ?? false
}

/** useMayIn returns whether the viewer has a permission in an organisation, such as `members:write`. */
export function useMayIn(organisationId: string | undefined): (permission: string) => boolean {
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const organisation = organisations.find(({ id }) => id === organisationId)
  return (permission) => organisation?.permissions.includes(permission) ?? false
}
