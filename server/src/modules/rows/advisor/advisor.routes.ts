// Routes of figures and advice: /projects/{projectID}/overview, /schema/figures and /advice. Dashboard users only.

import { z } from 'zod'
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { findAdvice } from './advice.ts'
import type { Advice } from './advice-entry.ts'
import * as schema from './advisor.schema.ts'
import { findFigures, type TableFigures } from './figures.ts'
import { findOverview, type Overview } from './overview.ts'
import { createRecent } from './recent.ts'

const FIGURES_SECONDS = 30
const SECONDS = 60

/** advisorRoutes registers the routes. */
export function advisorRoutes(app: App, platform: Platform): void {
  const { clock, invalidations } = platform
  const recentFigures = createRecent<TableFigures[]>(clock, { seconds: FIGURES_SECONDS, invalidations })
  const recentOverview = createRecent<Overview>(clock, { seconds: SECONDS })
  const recentAdvice = createRecent<Advice[]>(clock, { seconds: SECONDS, invalidations })
  const figuresOf = (project: ProjectRecord) =>
    recentFigures(project.id, () => findFigures(platform, project))

  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Observability',
    access: { by: ['dashboard'], permission: 'schema:read' },
    params: projectParams,
  })

  routes.get(
    '/overview',
    {
      summary: 'Get the overview of a project',
      description: 'Requests of the last 24 hours, counts and sizes; up to a minute old.',
      response: answers(200, schema.overview),
    },
    (request) => {
      const project = projectOf(request)
      return recentOverview(project.id, async () => findOverview(platform, project, await figuresOf(project)))
    },
  )

  routes.get(
    '/schema/figures',
    {
      summary: 'List the sizes and indexes of tables',
      description: 'In the order of their slugs; up to half a minute old. 409 while a table is locked.',
      conflicts: true,
      response: answers(200, z.array(schema.tableFigures)),
    },
    (request) => figuresOf(projectOf(request)),
  )

  routes.get(
    '/advice',
    {
      summary: 'List advice on a project',
      description: 'The gravest first; up to a minute old.',
      response: answers(200, z.array(schema.advice)),
    },
    (request) => {
      const project = projectOf(request)
      return recentAdvice(project.id, async () => {
        // The server's own tables are not the project's to change.
        const figures = (await figuresOf(project)).filter(({ slug }) => builtInTable(slug) === undefined)
        return findAdvice(platform, project, figures)
      })
    },
  )
}
