// Routes of saved queries: /projects/{projectID}/query/saved.

import { z } from 'zod'
import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { PAGE_HEADERS } from '#platform/http/schemas/api-headers.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './saved-queries.schema.ts'
import * as service from './saved-queries.ts'

const by = ['dashboard', 'api_key', 'project_user'] as const
const reads = { by, scope: 'query', level: 'read' } as const
const writes = { by, scope: 'query', secretOnly: true } as const

/** savedQueryRoutes registers the routes of saved queries. */
export function savedQueryRoutes(
  app: App,
  platform: Platform,
  runners: service.Runners,
  links: ObjectLinks,
): void {
  const routes = section(app, {
    at: '/projects/:projectID/query',
    tag: 'Query engine',
    group: 'data',
    audit: { keys: false, states: 'people' },
    access: writes,
    params: projectParams,
  })

  routes.get(
    '/saved',
    {
      summary: 'List saved queries',
      description:
        'In the order of their names; an end user sees their own. `Link: rel="next"` says where the next page is.',
      query: schema.savedQueryList,
      responseHeaders: PAGE_HEADERS,
      response: answers(200, z.array(schema.savedQuery)),
      access: { ...reads, secretOnly: true },
    },
    async (request, reply) => {
      const { queries, next } = await service.listQueries(askerOf(platform, request), request.query)
      if (next !== undefined) linkCursor(request, reply, next)
      return queries
    },
  )

  routes.post(
    '/saved',
    {
      summary: 'Save a query',
      description:
        "What an end user saves is theirs; anything else is the project's, for all its callers to run.",
      body: schema.savedQueryBody,
      response: answers(201, schema.savedQuery),
    },
    (request) => service.saveQuery(askerOf(platform, request), request.body),
  )

  routes.get(
    '/folders',
    {
      summary: 'List folders of saved queries',
      description: 'A folder is there as long as a query is in it.',
      response: answers(200, z.array(schema.savedQueryFolder)),
      access: { ...reads, secretOnly: true },
    },
    (request) => service.listFolders(askerOf(platform, request)),
  )

  routes.patch(
    '/saved/:queryID',
    {
      summary: 'Change a saved query',
      description:
        'Renames it, moves it to a folder, or replaces what it runs, which is checked as when it was saved.',
      params: schema.savedQueryParams,
      body: schema.savedQueryChange,
      response: answers(200, schema.savedQuery),
    },
    (request) => {
      const { queryID } = request.params
      return service.updateQuery(askerOf(platform, request), queryID, request.body)
    },
  )

  routes.delete(
    '/saved/:queryID',
    { summary: 'Delete a saved query', params: schema.savedQueryParams, response: answers(204) },
    (request) => service.removeQuery(askerOf(platform, request), request.params.queryID),
  )

  routes.post(
    '/saved/:queryID/run',
    {
      summary: 'Run a saved query',
      description:
        'It runs under the policies that hold for who runs it. `params` are the values of its parameters.',
      params: schema.savedQueryParams,
      body: schema.runSavedBody,
      response: answers(200, schema.savedQueryResult),
      access: reads,
    },
    (request) => {
      const { queryID } = request.params
      const params = request.body?.params ?? {}
      const source = linkSourceOf(platform, links, request)
      return service.runSavedQuery(askerOf(platform, request), runners, queryID, { params, links: source })
    },
  )
}
