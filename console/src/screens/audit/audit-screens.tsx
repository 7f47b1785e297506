// The audit log of a project, and that of an organisation with all its projects.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { projectQuery } from '#api/project/projects.ts'
import { AuditLog } from './audit-log.tsx'
import type { AuditSearch } from './audit-search.ts'

const projectRoute = getRouteApi('/signed-in/projects/$projectId/audit-log')
const organisationRoute = getRouteApi('/signed-in/organisations/$organisationId/audit-log')

/** ProjectAuditScreen is the log of one project. */
export function ProjectAuditScreen() {
  const { projectId } = projectRoute.useParams()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const navigate = projectRoute.useNavigate()
  return (
    <AuditLog
      of={{ projectId }}
      organisationId={project.organisation_id}
      search={projectRoute.useSearch()}
      onSearch={(change: AuditSearch) =>
        navigate({ search: (now) => ({ ...now, ...change }), replace: !('entry' in change) })
      }
    />
  )
}

/** OrganisationAuditScreen is the log of an organisation. */
export function OrganisationAuditScreen() {
  const { organisationId } = organisationRoute.useParams()
  const navigate = organisationRoute.useNavigate()
  return (
    <AuditLog
      of={{ organisationId }}
      organisationId={organisationId}
      search={organisationRoute.useSearch()}
      onSearch={(change: AuditSearch) =>
        navigate({ search: (now) => ({ ...now, ...change }), replace: !('entry' in change) })
      }
    />
  )
}
