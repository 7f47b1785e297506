// Routes of console items: /projects/{projectID}/console. Dashboard users only.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf, projectOf, rightsOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './console-items.schema.ts'
import * as service from './console-items.service.ts'
import { type ItemOwner, listItems } from './console-items.store.ts'

const WRITES = 'With `for=project` this needs the permission `console:write`.'

/** consoleItemRoutes registers the routes. */
export function consoleItemRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/console',
    tag: 'Console items',
    access: { by: ['dashboard'], permission: 'console:read' },
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List console items',
      description: 'Without their values, in the order of their keys.',
      query: schema.itemQuery,
      response: answers(200, z.array(schema.itemListed)),
    },
    (request) => listItems(platform.clusters.main.admin, readable(request, request.query.for)),
  )

  routes.get(
    '/:key',
    {
      summary: 'Get a console item',
      params: schema.itemParams,
      query: schema.itemQuery,
      response: answers(200, schema.item),
    },
    (request) => service.getItem(platform, readable(request, request.query.for), request.params.key),
  )

  routes.put(
    '/:key',
    {
      summary: 'Store a console item',
      description: `Creates or replaces it. ${WRITES}`,
      conflicts: true,
      params: schema.itemParams,
      query: schema.itemQuery,
      body: schema.itemBody,
      response: answers(200, schema.item),
      bodyLimit: 2 * schema.MAX_VALUE,
    },
    (request) => {
      const owner = writable(request, request.query.for)
      const { account_id } = accountOf(request)
      return service.putItem(platform, owner, request.params.key, request.body, account_id)
    },
  )

  routes.patch(
    '/:key',
    {
      summary: 'Change entries of a console item',
      description: `Of an item that is a list: replaces, adds and removes entries, so that clients which change different ones at the same time lose nothing. Creates the item where there is none. ${WRITES}`,
      conflicts: true,
      params: schema.itemParams,
      query: schema.itemQuery,
      body: schema.entriesBody,
      response: answers(200, schema.item),
      bodyLimit: 2 * schema.MAX_VALUE,
    },
    (request) => {
      const owner = writable(request, request.query.for)
      const { account_id } = accountOf(request)
      return service.changeEntries(platform, owner, request.params.key, request.body, account_id)
    },
  )

  routes.delete(
    '/:key',
    {
      summary: 'Delete a console item',
      description: WRITES,
      params: schema.itemParams,
      query: schema.itemQuery,
      response: answers(204),
    },
    (request) => service.removeItem(platform, writable(request, request.query.for), request.params.key),
  )
}

function readable(request: FastifyRequest, whose: service.Whose): ItemOwner {
  return service.ownerOf(projectOf(request), accountOf(request), whose)
}

function writable(request: FastifyRequest, whose: service.Whose): ItemOwner {
  if (whose === 'project') requirePermission(rightsOf(request), 'console:write')
  return readable(request, whose)
}
