// What goes in and out of the routes of objects.
import { z } from 'zod'
import { freeObject, plainText, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'

const bucketKey = z.string().min(1).max(63).describe("The bucket's id or slug.")

/** listParams is the path of a bucket's objects. */
export const listParams = projectParams.extend({ bucketID: bucketKey })

/** objectParams is the path of one object. */
export const objectParams = projectParams.extend({ objectID: uuid })

/** namedParams is the path of one object by its name. */
export const namedParams = z.object({
  projectID: uuid,
  bucketID: bucketKey,
  '*': z.string().describe('The name of the object, with slashes between folders.'),
})

const ORDERS = [
  'name.asc',
  'name.desc',
  'created_at.asc',
  'created_at.desc',
  'updated_at.asc',
  'updated_at.desc',
  'size.asc',
  'size.desc',
] as const

/** ObjectOrder is how a list of objects is sorted. */
export type ObjectOrder = (typeof ORDERS)[number]

/** listQuery says which objects to list. */
export const listQuery = z.object({
  prefix: z.string().max(1024).default('').describe('Only objects whose names begin so, such as `photos/`.'),
  delimiter: z
    .literal('/', 'must be /')
    .optional()
    .describe('`/` lists folders once instead of the objects in them.'),
  search: z.string().min(1).max(200).optional().describe('Only objects whose names hold this text.'),
  order: z.enum(ORDERS).default('name.asc').describe('With a delimiter, names only.'),
  limit: queryNumber(1, 1000, 100),
  cursor: z.string().max(2048).optional().describe('`X-Next-Cursor` of the page before.'),
})

/** storageObject is an object as the API returns it. */
export const storageObject = z
  .object({
    id: z.uuid(),
    bucket: z.string().describe("The bucket's slug."),
    name: z.string(),
    folder: z.string().describe('The part of the name before its last slash.'),
    size: z.number().describe('Bytes.'),
    mime_type: z.string(),
    checksum: z.string().describe('The SHA-256 of the bytes, in hexadecimal.'),
    version: z.uuid().describe('Another one whenever the bytes are replaced.'),
    cache_control: z.string().nullable(),
    owner_id: z.uuid().nullable().describe('The project user who uploaded it.'),
    metadata: freeObject,
    created_at: z.iso.datetime({ offset: true }),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'StorageObject' })

const listedObject = storageObject.extend({ type: z.literal('object') }).meta({ id: 'ListedObject' })
const listedFolder = z
  .object({ type: z.literal('folder'), name: z.string().describe('Ends in a slash.') })
  .meta({ id: 'ListedFolder' })

/** listEntry is an object, or a folder with objects in it. */
export const listEntry = z.discriminatedUnion('type', [listedObject, listedFolder]).meta({ id: 'ListEntry' })

/** folderCreate is the body of POST /storage/buckets/{bucketID}/folders. */
export const folderCreate = z
  .strictObject({ name: plainText(1024).describe('Such as `photos/2026`.') })
  .meta({ id: 'FolderInput' })

const bucketId = bucketKey.optional().describe('Another bucket, by its id or slug.')
const name = z.string().min(1, 'must not be empty').max(1024, 'must have at most 1024 characters')

/** objectUpdate is the body of PATCH /storage/objects/{objectID}. */
export const objectUpdate = z
  .strictObject({
    bucket_id: bucketId,
    name: name.optional().describe('The new name, with slashes between folders.'),
    cache_control: z.string().min(1, 'must not be empty').nullable().optional(),
    metadata: freeObject.optional().describe('Takes the place of all metadata.'),
  })
  .meta({ id: 'ObjectChanges' })

/** objectCopy is the body of POST /storage/objects/{objectID}/copy. */
export const objectCopy = z
  .strictObject({
    bucket_id: bucketId,
    name,
    overwrite: z.boolean().default(false).describe('Replaces the object of that name, if there is one.'),
  })
  .meta({ id: 'ObjectCopy' })
