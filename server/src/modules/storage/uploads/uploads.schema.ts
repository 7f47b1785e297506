// What goes into the routes that take files.
import { z } from 'zod'
import { queryFlag } from '#platform/http/routes/validation.ts'

/** uploadQuery says what happens where the name is taken. */
export const uploadQuery = z.object({
  overwrite: queryFlag
    .optional()
    .describe('`true` replaces the object of that name. PUT does so by itself, POST does not.'),
})

/** signedQuery holds what a signed address grants. */
export const signedQuery = z.object({
  token: z.string().min(1).max(25_000).describe('Of POST /storage/signed-upload-url.'),
})
