// Routes of buckets: /projects/{projectID}/storage/buckets. Dashboard users and secret keys.
import { z } from 'zod'
import type { Storage } from '#modules/storage/context/storage.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import * as schema from './buckets.schema.ts'
import * as service from './buckets.service.ts'

/** bucketRoutes registers the routes of buckets. */
export function bucketRoutes(app: App, storage: Storage): void {
  const routes = section(app, {
    at: '/projects/:projectID/storage/buckets',
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'everybody' },
    access: { by: ['dashboard', 'api_key'], scope: 'storage', secretOnly: true },
    params: projectParams,
  })

  routes.get('', { summary: 'List buckets', response: answers(200, z.array(schema.bucket)) }, (request) =>
    storage.buckets.list(projectOf(request)),
  )

  routes.post(
    '',
    {
      summary: 'Create a bucket',
      body: schema.bucketCreate,
      response: answers(201, schema.bucket),
    },
    (request) => service.createBucket(storage, request.act, request.body),
  )

  routes.get(
    '/:bucketID',
    { summary: 'Get a bucket', params: schema.bucketParams, response: answers(200, schema.bucket) },
    (request) => storage.buckets.get(projectOf(request), request.params.bucketID),
  )

  routes.patch(
    '/:bucketID',
    {
      summary: 'Change a bucket',
      params: schema.bucketParams,
      body: schema.bucketUpdate,
      response: answers(200, schema.bucket),
    },
    (request) => service.updateBucket(storage, request.act, request.params.bucketID, request.body),
  )

  routes.delete(
    '/:bucketID',
    {
      summary: 'Delete a bucket',
      description:
        'A bucket with objects is refused with 409. With `force=true` the answer is 202, and a job deletes the objects ' +
        'and then the bucket.',
      params: schema.bucketParams,
      query: schema.bucketRemoval,
      response: { ...answers(204), ...answers(202, schema.bucket) },
    },
    async (request, reply) => {
      const { params, query } = request
      const force = query.force
      const emptying = await service.removeBucket(storage, request.act, params.bucketID, force)
      if (emptying === undefined) return reply.code(204).send()
      reply.code(202)
      return emptying
    },
  )
}
