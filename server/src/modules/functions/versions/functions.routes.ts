// Routes of functions: /projects/{projectID}/functions.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import type { Deployment } from './deployment.ts'
import * as schema from './functions.schema.ts'
import * as service from './functions.service.ts'

const tags = ['Functions']
const access = { by: ['dashboard', 'api_key'], scope: 'functions', secretOnly: true } as const
const params = schema.functionParams
const SOURCE_LIMIT = 4 * 1024 * 1024

/** functionRoutes registers the routes that manage functions. */
export function functionRoutes(app: App, platform: Platform, deployment: Deployment): void {
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, platform.clock.now())
  const withUrl = <T extends { project_id: string; slug: string }>(
    request: unknown,
    { project_id, ...row }: T,
  ) => ({
    ...row,
    url: `${baseUrlOf(platform.config, request as FastifyRequest)}/fn/${project_id}/${row.slug}`,
  })

  app.get(
    '/projects/:projectID/functions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List functions',
        params: z.object({ projectID: uuid }),
        response: answers(200, z.array(schema.functionSummary)),
      },
    },
    async (request) => {
      const rows = await service.listFunctions(platform, sourceOf(request))
      return rows.map((row) => withUrl(request, row))
    },
  )

  app.post(
    '/projects/:projectID/functions',
    {
      config: { access },
      bodyLimit: SOURCE_LIMIT,
      schema: {
        tags,
        summary: 'Create a function',
        description: 'It does not run before it is deployed. Without code it begins as an example.',
        params: z.object({ projectID: uuid }),
        body: schema.functionCreate,
        response: answers(201, schema.functionDetail),
      },
    },
    async (request, reply) => {
      const source = sourceOf(request)
      const row = await service.createFunction(platform, source, request.body)
      // It is most likely deployed next.
      deployment.compiler.prepare()
      reply.code(201)
      return withUrl(request, row)
    },
  )

  app.get(
    '/projects/:projectID/functions/:fnID',
    {
      config: { access },
      schema: { tags, summary: 'Get a function', params, response: answers(200, schema.functionDetail) },
    },
    async (request) => {
      const source = sourceOf(request)
      return withUrl(request, await service.getFunction(platform, source, request.params.fnID))
    },
  )

  app.patch(
    '/projects/:projectID/functions/:fnID',
    {
      config: { access },
      bodyLimit: SOURCE_LIMIT,
      schema: {
        tags,
        summary: 'Change a function',
        description:
          'Settings count at once. `code` and `files` change the draft, which runs once it is deployed.',
        params,
        body: schema.functionUpdate,
        response: answers(200, schema.functionDetail),
      },
    },
    async (request) => {
      const source = sourceOf(request)
      const row = await service.updateFunction(platform, source, request.params.fnID, request.body)
      deployment.compiler.prepare()
      return withUrl(request, row)
    },
  )

  app.delete(
    '/projects/:projectID/functions/:fnID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete a function with its versions and triggers',
        description:
          'One that cron jobs or auth hooks still call is a 409; `force=true` disables those jobs and takes it off the hooks.',
        params,
        querystring: forceQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await service.removeFunction(platform, sourceOf(request), request.params.fnID, request.query.force)
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/functions/:fnID/deploy',
    {
      config: { access, minimal: only('id', 'version') },
      schema: {
        tags,
        summary: 'Deploy the draft',
        description:
          'Bundles the draft, with the packages that its package.json names, into a new version, which runs at once. ' +
          'Errors name file, line and column in `details.problems`, and leave what runs alone.',
        params,
        response: answers(200, schema.functionDetail),
      },
    },
    async (request) => {
      const source = sourceOf(request)
      return withUrl(request, await service.deploy(platform, deployment, source, request.params.fnID))
    },
  )

  app.get(
    '/projects/:projectID/functions/:fnID/versions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the versions of a function',
        params,
        response: answers(200, z.array(schema.functionVersion)),
      },
    },
    (request) => service.listVersions(platform, sourceOf(request), request.params.fnID),
  )

  app.get(
    '/projects/:projectID/functions/:fnID/versions/:version',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a version with its source',
        params: schema.versionParams,
        response: answers(200, schema.functionVersionDetail),
      },
    },
    (request) => service.getVersion(platform, sourceOf(request), request.params.fnID, request.params.version),
  )

  app.post(
    '/projects/:projectID/functions/:fnID/rollback',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Let another version run',
        params,
        body: schema.rollbackRequest,
        response: answers(200, schema.functionDetail),
      },
    },
    async (request) => {
      const source = sourceOf(request)
      const { fnID } = request.params
      return withUrl(request, await service.rollback(platform, source, fnID, request.body.version))
    },
  )
}
