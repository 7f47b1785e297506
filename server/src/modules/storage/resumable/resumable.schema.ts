// What goes in and out of the routes of resumable uploads.
import { z } from 'zod'
import { storageObject } from '#modules/storage/objects/objects.schema.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

/** uploadParams is the path of one upload. */
export const uploadParams = projectParams.extend({ uploadID: uuid })

/** resumableUpload is an upload as it stands. */
export const resumableUpload = z
  .object({
    id: z.uuid(),
    length: z.number().describe('Bytes of the whole file.'),
    offset: z.number().describe('Bytes that have arrived, and survive a crash.'),
    expires_at: z.iso.datetime().nullable().describe('Moves with each part; null once the object is there.'),
    object: storageObject.nullable().describe('The object that it has become.'),
  })
  .meta({ id: 'ResumableUpload' })
