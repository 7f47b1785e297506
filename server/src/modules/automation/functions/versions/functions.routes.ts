// Routes of functions: /projects/{projectID}/functions.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import type { Deployment } from './deployment.ts'
import * as schema from './functions.schema.ts'
import * as service from './functions.service.ts'

const params = schema.functionParams
const SOURCE_LIMIT = 4 * 1024 * 1024

/** functionRoutes registers the routes that manage functions. */
export function functionRoutes(app: App, platform: Platform, deployment: Deployment): void {
  const withUrl = <T extends { project_id: string; slug: string }>(
    request: unknown,
    { project_id, ...row }: T,
  ) => ({
    ...row,
    url: `${baseUrlOf(platform.config, request as FastifyRequest)}/fn/${project_id}/${row.slug}`,
  })

  const routes = section(app, {
    at: '/projects/:projectID/functions',
    tag: 'Functions',
    group: 'functions',
    audit: { keys: false, states: 'everybody' },
    access: { by: ['dashboard', 'api_key'], scope: 'functions', secretOnly: true },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List functions', response: answers(200, z.array(schema.functionSummary)) },
    async (request) => {
      const rows = await service.listFunctions(platform, request.act)
      return rows.map((row) => withUrl(request, row))
    },
  )

  routes.post(
    '',
    {
      summary: 'Create a function',
      description: 'It does not run before it is deployed. Without code it begins as an example.',
      body: schema.functionCreate,
      response: answers(201, schema.functionDetail),
      bodyLimit: SOURCE_LIMIT,
    },
    async (request) => {
      const { act } = request
      const row = await service.createFunction(platform, act, request.body)
      // It is most likely deployed next.
      deployment.compiler.prepare()
      return withUrl(request, row)
    },
  )

  routes.get(
    '/:fnID',
    { summary: 'Get a function', params, response: answers(200, schema.functionDetail) },
    async (request) => {
      const { act } = request
      return withUrl(request, await service.getFunction(platform, act, request.params.fnID))
    },
  )

  routes.patch(
    '/:fnID',
    {
      summary: 'Change a function',
      description:
        'Settings count at once. `code` and `files` change the draft, which runs once it is deployed.',
      params,
      body: schema.functionUpdate,
      response: answers(200, schema.functionDetail),
      bodyLimit: SOURCE_LIMIT,
    },
    async (request) => {
      const { act } = request
      const row = await service.updateFunction(platform, act, request.params.fnID, request.body)
      deployment.compiler.prepare()
      return withUrl(request, row)
    },
  )

  routes.delete(
    '/:fnID',
    {
      summary: 'Delete a function with its versions and triggers',
      description:
        'One that cron jobs or auth hooks still call is a 409; `force=true` disables those jobs and takes it off the hooks.',
      params,
      query: forceQuery,
      response: answers(204),
    },
    (request) => service.removeFunction(platform, request.act, request.params.fnID, request.query.force),
  )

  routes.post(
    '/:fnID/deploy',
    {
      summary: 'Deploy the draft',
      description:
        'Bundles the draft, with the packages that its package.json names, into a new version, which runs at once. ' +
        'Errors name file, line and column in `details.problems`, and leave what runs alone.',
      params,
      response: answers(200, schema.functionDetail),
      minimal: only('id', 'version'),
    },
    async (request) => {
      const { act } = request
      return withUrl(request, await service.deploy(platform, deployment, act, request.params.fnID))
    },
  )

  routes.get(
    '/:fnID/versions',
    {
      summary: 'List the versions of a function',
      params,
      response: answers(200, z.array(schema.functionVersion)),
    },
    (request) => service.listVersions(platform, request.act, request.params.fnID),
  )

  routes.get(
    '/:fnID/versions/:version',
    {
      summary: 'Get a version with its source',
      params: schema.versionParams,
      response: answers(200, schema.functionVersionDetail),
    },
    (request) => service.getVersion(platform, request.act, request.params.fnID, request.params.version),
  )

  routes.post(
    '/:fnID/rollback',
    {
      summary: 'Let another version run',
      params,
      body: schema.rollbackRequest,
      response: answers(200, schema.functionDetail),
    },
    async (request) => {
      const { act } = request
      const { fnID } = request.params
      return withUrl(request, await service.rollback(platform, act, fnID, request.body.version))
    },
  )
}
