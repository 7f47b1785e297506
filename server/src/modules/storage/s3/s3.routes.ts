// The S3-compatible endpoint of each project: /s3/{projectID}/{bucket}/{key}, path style, with signed requests.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCondition, readHeld } from '#modules/storage/objects/write-condition.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { restOf } from '#platform/http/routes/request.ts'
import * as buckets from './buckets.ts'
import * as copies from './copies.ts'
import * as multipart from './multipart.ts'
import * as objects from './objects.ts'
import { openBody, readDocument } from './request-body.ts'
import { s3Error } from './s3-errors.ts'
import { sendS3Error } from './send-error.ts'
import { checkSupported } from './supported.ts'
import { document, element } from './xml.ts'

type S3Parts = objects.S3Parts

interface S3Request {
  readonly parts: S3Parts
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: buckets.S3Query
  readonly bucketName: string
  readonly key: string
}

/** s3Routes registers the endpoint. */
export function s3Routes(root: App, parts: S3Parts): void {
  const access = { by: ['api_key'], scope: 'storage', identify: parts.credentials.identify } as const
  root.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    app.setErrorHandler(sendS3Error)
    for (const method of ['GET', 'PUT', 'POST', 'DELETE'] as const) {
      for (const url of ['/s3/:projectID', '/s3/:projectID/*']) {
        app.route({
          method,
          url,
          config: { access, group: 'storage', streams: true, compressed: false },
          schema: { hide: true },
          handler: (request, reply) => handle(parts, request, reply),
        })
      }
    }
  })
}

async function handle(parts: S3Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = restOf(request)
  const slash = path.indexOf('/')
  const [bucketName, key] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)]
  const query = request.query as buckets.S3Query
  const one = { parts, request, reply, query, bucketName, key }
  checkSupported(request)
  reply.type('application/xml')
  if (bucketName === '') return service(one)
  return key === '' ? bucket(one) : object(one)
}

async function service({ parts, request, reply }: S3Request): Promise<FastifyReply> {
  if (request.method !== 'GET') throw notImplemented()
  return reply.send(await buckets.listBuckets(parts, request))
}

async function bucket({ parts, request, reply, query, bucketName }: S3Request): Promise<FastifyReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') readCondition(request.headers, [])
  if (request.method === 'PUT') {
    await buckets.makeBucket(parts, request, bucketName)
    return reply.header('location', `/${bucketName}`).send('')
  }
  const found = await objects.bucketNamed(parts, request, bucketName)
  switch (request.method) {
    case 'HEAD':
      return reply.send('')
    case 'GET':
      return reply.send(await readBucket(parts, request, found, query))
    case 'DELETE':
      await buckets.deleteBucket(parts, request, found)
      return reply.code(204).send()
    default: {
      if (query.delete === undefined) throw notImplemented()
      const body = openBody(request, reply, parts.credentials.signingOf(request))
      return reply.send(await objects.deleteObjects(parts, request, found, await readDocument(body)))
    }
  }
}

async function readBucket(
  parts: S3Parts,
  request: FastifyRequest,
  found: Awaited<ReturnType<typeof objects.bucketNamed>>,
  query: buckets.S3Query,
): Promise<string> {
  if (query.location !== undefined) return document('LocationConstraint', [])
  if (query.versioning !== undefined) return document('VersioningConfiguration', [])
  // Uploads are known by their ids only.
  if (query.uploads !== undefined)
    return document('ListMultipartUploadsResult', [
      element('Bucket', found.slug),
      element('IsTruncated', false),
    ])
  return buckets.listBucket(parts, request, found, query)
}

async function object(one: S3Request): Promise<FastifyReply> {
  const { parts, request, reply, query, bucketName, key } = one
  const found = await objects.bucketNamed(parts, request, bucketName)
  const { uploadId } = query
  const address = uploadId === undefined ? undefined : { bucket: found, key, uploadId }
  switch (request.method) {
    case 'PUT': {
      if (address !== undefined) readCondition(request.headers, [])
      const isCopy = request.headers['x-amz-copy-source'] !== undefined
      if (address === undefined)
        return (isCopy ? copies.copyFrom : objects.putObject)(parts, request, reply, found, key)
      const part = { ...address, number: query.partNumber ?? '' }
      return (isCopy ? copies.copyPart : multipart.putPart)(parts, request, reply, part)
    }
    case 'POST': {
      if (query.uploads !== undefined) {
        readCondition(request.headers, [])
        return reply.send(multipart.beginUpload(parts, request, found, key))
      }
      if (address === undefined) throw notImplemented()
      const body = openBody(request, reply, parts.credentials.signingOf(request))
      return reply.send(await multipart.completeUpload(parts, request, address, await readDocument(body)))
    }
    case 'DELETE':
      if (address === undefined)
        await objects.deleteObject(parts, request, found, key, readHeld(request.headers))
      else {
        readCondition(request.headers, [])
        await multipart.abortUpload(parts, request, address)
      }
      return reply.code(204).send()
    default:
      if (address !== undefined) return reply.send(await multipart.listUploaded(parts, request, address))
      return objects.getObject(parts, request, reply, found, key)
  }
}

function notImplemented() {
  return s3Error('NotImplemented', 'This operation of S3 is not supported here.')
}
