// What goes in and out of the routes of buckets.
import { z } from 'zod'
import { isUuid } from '#engine/shapes/uuid.ts'
import { plainText, projectParams, queryFalse } from '#platform/http/routes/validation.ts'

const MAX_SIZE = 5 * 1024 ** 4
const MAX_TYPES = 100

/** bucketKey is a bucket's id or slug in an address. */
export const bucketKey = z.string().min(1).max(63).describe("The bucket's id or slug.")

/** bucketParams is the path of one bucket. */
export const bucketParams = projectParams.extend({ bucketID: bucketKey })

/** bucketSlug is what a bucket is called in addresses and policies. */
export const bucketSlug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,62}$/,
    'must have 1 to 63 characters of a-z, 0-9, - and _, and begin with a letter or digit',
  )
  .refine((slug) => !isUuid(slug), 'must not be a UUID')

const sizeLimit = z
  .int('must be a whole number of bytes')
  .min(1, 'must be at least 1')
  .max(MAX_SIZE, `must be at most ${MAX_SIZE}`)
  .nullable()
  .describe('The most bytes of one file; null for no limit of the bucket.')

const mimeTypes = z
  .array(
    z
      .string()
      .max(127, 'must have at most 127 characters')
      .toLowerCase()
      .regex(/^[a-z]+\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/, 'must be a type such as image/png or image/*'),
  )
  .min(1, 'must name at least one type; null allows all')
  .max(MAX_TYPES, `must name at most ${MAX_TYPES} types`)
  .nullable()
  .describe('The types that files may have, such as `image/png` or `image/*`; null for all.')

/** bucketCreate is the body of POST /storage/buckets. */
export const bucketCreate = z
  .strictObject({
    name: plainText(100),
    slug: bucketSlug.optional().describe('By default made of the name. It cannot be changed later.'),
    is_public: z.boolean().default(false).describe('Files of a public bucket can be read by everyone.'),
    file_size_limit: sizeLimit.default(null),
    allowed_mime_types: mimeTypes.default(null),
  })
  .meta({ id: 'BucketInput' })

/** bucketUpdate is the body of PATCH /storage/buckets/{bucketID}. */
export const bucketUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    is_public: z.boolean().optional(),
    file_size_limit: sizeLimit.optional(),
    allowed_mime_types: mimeTypes.optional(),
  })
  .meta({ id: 'BucketChanges' })

/** bucketRemoval is the query of DELETE /storage/buckets/{bucketID}. */
export const bucketRemoval = z.object({
  force: queryFalse.describe('`true` also deletes the objects of the bucket, in the background.'),
})

/** bucket is a bucket as the API returns it. */
export const bucket = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    is_public: z.boolean(),
    file_size_limit: z.number().nullable(),
    allowed_mime_types: z.array(z.string()).nullable(),
    is_emptying: z.boolean().describe('The bucket is being deleted with its objects.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Bucket' })
