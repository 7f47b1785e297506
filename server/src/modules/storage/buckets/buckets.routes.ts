// Routes of buckets: /projects/{projectID}/storage/buckets. Dashboard users and secret keys.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Storage } from '#modules/storage/context/storage.ts'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { uuid } from '#platform/http/routes/validation.ts'
import * as schema from './buckets.schema.ts'
import * as service from './buckets.service.ts'

const tags = ['Storage']
const access = { by: ['dashboard', 'api_key'], scope: 'storage', secretOnly: true } as const

/** bucketRoutes registers the routes of buckets. */
export function bucketRoutes(app: App, storage: Storage): void {
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, storage.platform.clock.now())

  app.get(
    '/projects/:projectID/storage/buckets',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List buckets',
        params: z.object({ projectID: uuid }),
        response: answers(200, z.array(schema.bucket)),
      },
    },
    (request) => storage.buckets.list(projectOf(request)),
  )

  app.post(
    '/projects/:projectID/storage/buckets',
    {
      config: { access, isSetup: true },
      schema: {
        tags,
        summary: 'Create a bucket',
        params: z.object({ projectID: uuid }),
        body: schema.bucketCreate,
        response: answers(201, schema.bucket),
      },
    },
    async (request, reply) => {
      const bucket = await service.createBucket(storage, sourceOf(request), request.body)
      reply.code(201)
      return bucket
    },
  )

  app.get(
    '/projects/:projectID/storage/buckets/:bucketID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a bucket',
        params: schema.bucketParams,
        response: answers(200, schema.bucket),
      },
    },
    (request) => storage.buckets.get(projectOf(request), request.params.bucketID),
  )

  app.patch(
    '/projects/:projectID/storage/buckets/:bucketID',
    {
      config: { access, isSetup: true },
      schema: {
        tags,
        summary: 'Change a bucket',
        params: schema.bucketParams,
        body: schema.bucketUpdate,
        response: answers(200, schema.bucket),
      },
    },
    (request) => service.updateBucket(storage, sourceOf(request), request.params.bucketID, request.body),
  )

  app.delete(
    '/projects/:projectID/storage/buckets/:bucketID',
    {
      config: { access, isSetup: true },
      schema: {
        tags,
        summary: 'Delete a bucket',
        description:
          'A bucket with objects is refused with 409. With `force=true` the answer is 202, and a job deletes the objects ' +
          'and then the bucket.',
        params: schema.bucketParams,
        querystring: schema.bucketRemoval,
        response: { ...answers(204), ...answers(202, schema.bucket) },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const force = query.force
      const emptying = await service.removeBucket(storage, sourceOf(request), params.bucketID, force)
      if (emptying === undefined) return reply.code(204).send()
      reply.code(202)
      return emptying
    },
  )
}
