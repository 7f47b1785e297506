// Routes of objects: /projects/{projectID}/storage/…. All callers, under the policies of storage_objects.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { checkCacheControl, checkMetadata } from '#modules/storage/context/fields.ts'
import { folderName, objectName } from '#modules/storage/context/object-names.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { PAGE_HEADERS } from '#platform/http/schemas/api-headers.ts'
import { changeObject, copyObject, notThere, restoreObject } from './change-object.ts'
import { createFolder } from './create-folder.ts'
import { listObjects } from './list-objects.ts'
import * as schema from './objects.schema.ts'
import { findObject, type StorageObject } from './objects.store.ts'
import { removeObject } from './remove-objects.ts'
import { readHeld } from './write-condition.ts'

/** objectRoutes registers the routes of objects. */
export function objectRoutes(app: App, storage: Storage): void {
  const get = async (request: FastifyRequest, id: string): Promise<StorageObject> => {
    const object = await findObject(storage, projectOf(request), storageCallerOf(request), { id })
    if (object === undefined) throw notThere(id)
    return object
  }
  const bucketOf = (request: FastifyRequest, key: string | undefined) =>
    key === undefined ? undefined : storage.buckets.get(projectOf(request), key)

  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'people' },
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' },
  })

  routes.get(
    '/buckets/:bucketID/objects',
    {
      summary: 'List objects',
      params: schema.listParams,
      query: schema.listQuery,
      responseHeaders: [...PAGE_HEADERS],
      response: answers(200, z.array(schema.listEntry)),
    },
    async (request, reply) => {
      const project = projectOf(request)
      const { slug: bucket } = await storage.buckets.get(project, request.params.bucketID)
      const page = await listObjects(storage, project, storageCallerOf(request), { ...request.query, bucket })
      if (page.next !== undefined) linkCursor(request, reply, page.next)
      return page.entries
    },
  )

  routes.post(
    '/buckets/:bucketID/folders',
    {
      summary: 'Create an empty folder',
      description: 'Folders with files in them need not be created.',
      params: schema.listParams,
      body: schema.folderCreate,
      response: answers(201, schema.storageObject),
    },
    async (request) => {
      const project = projectOf(request)
      const bucket = await storage.buckets.get(project, request.params.bucketID)
      const name = folderName(request.body.name)
      const folder = await createFolder(storage, project, storageCallerOf(request), bucket, name)
      return folder
    },
  )

  routes.get(
    '/objects/:objectID',
    {
      summary: 'Get an object without its bytes',
      params: schema.objectParams,
      response: answers(200, schema.storageObject),
    },
    (request) => get(request, request.params.objectID),
  )

  routes.patch(
    '/objects/:objectID',
    {
      summary: 'Rename or move an object, or change what is said of it',
      requestHeaders: ['If-Match'],
      params: schema.objectParams,
      body: schema.objectUpdate,
      response: answers(200, schema.storageObject),
    },
    async (request) => {
      const { bucket_id, name, cache_control, metadata } = request.body
      const object = await get(request, request.params.objectID)
      const project = projectOf(request)
      const changed = await changeObject(storage, project, storageCallerOf(request), object, {
        condition: readHeld(request.headers),
        bucket: await bucketOf(request, bucket_id),
        name: name === undefined ? undefined : objectName(name),
        cacheControl: cache_control && checkCacheControl(cache_control, 'cache_control'),
        metadata: metadata && checkMetadata(metadata, 'metadata'),
      })
      await storage.changed(project, object.id, 'changed')
      return changed
    },
  )

  routes.delete(
    '/objects/:objectID',
    {
      summary: 'Delete an object',
      description: 'Until the sweeper takes it, after some days, POST …/restore brings it back.',
      requestHeaders: ['If-Match'],
      params: schema.objectParams,
      response: answers(204),
    },
    async (request) => {
      const project = projectOf(request)
      const { objectID: id } = request.params
      const condition = readHeld(request.headers)
      if (!(await removeObject(storage, project, storageCallerOf(request), id, condition))) throw notThere(id)
      await storage.changed(project, id, 'changed')
    },
  )

  routes.post(
    '/objects/:objectID/restore',
    {
      summary: 'Bring a deleted object back',
      params: schema.objectParams,
      response: answers(200, schema.storageObject),
    },
    (request) =>
      restoreObject(storage, projectOf(request), storageCallerOf(request), request.params.objectID),
  )

  routes.post(
    '/objects/:objectID/copy',
    {
      summary: 'Copy an object',
      params: schema.objectParams,
      body: schema.objectCopy,
      response: answers(201, schema.storageObject),
    },
    async (request) => {
      const project = projectOf(request)
      const { bucket_id, name, overwrite } = request.body
      const source = await get(request, request.params.objectID)
      const bucket = await storage.buckets.get(project, bucket_id ?? source.bucket)
      const target = { bucket, name: objectName(name), overwrite }
      const { object } = await copyObject(storage, project, storageCallerOf(request), source, target)
      await storage.changed(project, object.id, 'changed')
      return object
    },
  )
}
