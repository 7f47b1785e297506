// Routes of deletions: DELETE /projects/{id} and POST /projects/{id}/restore.

import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as service from './deletion.service.ts'
import * as schema from './projects.schema.ts'

/** deletionRoutes registers the routes of deletions. */
export function deletionRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Projects',
    access: { by: ['dashboard'], permission: 'projects:delete' },
    params: projectParams,
  })

  routes.delete(
    '',
    {
      summary: 'Delete a project',
      description:
        'The project is out of service at once. Its data is removed in the background, after the days in which the ' +
        'deletion can be undone; `project.deleted` on `GET /events` says when nothing is left.',
      response: answers(202, schema.projectDeletion),
      minimal: wholeAnswer,
    },
    async (request) => {
      const { id } = projectOf(request)
      const delete_at = await service.removeProject(platform, request.act)
      return { id, status: 'deleting', delete_at }
    },
  )

  routes.post(
    '/restore',
    {
      summary: 'Undo the deletion of a project',
      description: 'Until `delete_at`. `GET /projects?status=deleting` lists the projects.',
      response: answers(200, schema.project),
      access: { by: ['dashboard'], permission: 'projects:delete', deleted: true },
    },
    (request) => service.restoreProject(platform, request.act, request.params.projectID),
  )
}
