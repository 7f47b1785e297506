// Routes of projects: GET, POST /projects, GET, PATCH /projects/{id} and POST /projects/{id}/transfer.

import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkPage } from '#platform/http/routes/keyset-pages.ts'
import { accountOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { withFigures } from './project-figures.ts'
import * as schema from './projects.schema.ts'
import * as service from './projects.service.ts'
import { transferProject } from './transfer-project.ts'

/** projectRoutes registers the routes of projects. */
export function projectRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects',
    tag: 'Projects',
    access: { by: ['dashboard'], scope: 'projects' },
  })

  routes.get(
    '',
    {
      summary: 'List your projects',
      query: schema.projectList,
      response: answers(200, z.array(schema.project)),
    },
    async (request, reply) => {
      const actor = accountOf(request)
      const { page, projects } = await service.listProjects(platform, actor, request.query)
      linkPage(request, reply, page, projects)
      const shown = projects.map(service.presentProject)
      return request.query.figures ? withFigures(platform, actor, shown) : shown
    },
  )

  routes.post(
    '',
    {
      summary: 'Create a project',
      body: schema.projectCreate,
      response: answers(201, schema.project),
      access: { by: ['dashboard'], permission: 'projects:create' },
    },
    async (request) => {
      const project = await service.createProject(platform, request.act, request.body)
      return service.presentProject(project)
    },
  )

  routes.get(
    '/:projectID',
    { summary: 'Get a project', params: projectParams, response: answers(200, schema.project) },
    async (request) => service.presentProject(projectOf(request)),
  )

  routes.patch(
    '/:projectID',
    {
      summary: 'Change the name or the colour of a project',
      params: projectParams,
      body: schema.projectUpdate,
      response: answers(200, schema.project),
    },
    async (request) =>
      service.presentProject(await service.updateProject(platform, request.act, request.body)),
  )

  routes.post(
    '/:projectID/transfer',
    {
      summary: 'Move a project to another organisation',
      description:
        'Needs the permission `projects:create` there. Members of the first organisation lose their access at once; keys, ' +
        'end users, data, the plan and the month so far go with the project.',
      params: projectParams,
      body: schema.projectTransfer,
      response: answers(200, schema.project),
      access: { by: ['dashboard'], permission: 'projects:delete' },
    },
    async (request) => {
      const { organisation_id } = request.body
      return service.presentProject(await transferProject(platform, request.act, organisation_id))
    },
  )
}
