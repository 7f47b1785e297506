// What goes into the routes that send files.
import { z } from 'zod'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

/** bytes is what the routes answer. */
export const bytes = z.string().meta({ format: 'binary' }).describe('The bytes, or those of a range.')

/** contentParams is the path of an object's bytes. */
export const contentParams = projectParams.extend({ objectID: uuid })

/** contentQuery says how bytes are sent. */
export const contentQuery = z.object({
  download: z
    .string()
    .max(255)
    .optional()
    .describe('Has browsers save the file: under this name, or under its own where it is empty.'),
})

/** publicParams is the path of a public object. */
export const publicParams = z.object({
  projectID: uuid,
  bucketID: z.string().min(1).max(63).describe("The bucket's id or slug."),
  objectID: uuid,
})

/** fileParams is the path of a file; its name is for people. */
export const fileParams = z.object({
  projectID: uuid,
  objectID: uuid,
  fileName: z.string().describe('The name of the file, or any other.'),
})

/** fileQuery holds what a signed address grants. */
export const fileQuery = contentQuery.extend({
  token: z.string().max(25_000).optional().describe('Of POST /storage/signed-download-url.'),
  v: uuid.optional().describe('The version, which makes the address cacheable for long.'),
})
