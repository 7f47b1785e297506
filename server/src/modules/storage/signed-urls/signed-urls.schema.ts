// What goes in and out of the routes of signed addresses.
import { z } from 'zod'
import { IMAGE_FITS, IMAGE_FORMATS, type ImageFormat, MAX_SIDE } from '#engine/shapes/image-options.ts'
import { freeObject, uuid } from '#platform/http/routes/validation.ts'

const seconds = z
  .int('must be a whole number of seconds')
  .min(10, 'must be at least 10')
  .max(604_800, 'must be at most 604800, a week')
  .default(3600)
  .describe('Seconds for which the address is valid.')

/** signUpload is the body of POST /storage/signed-upload-url. */
export const signUpload = z
  .strictObject({
    bucket_id: z.string().min(1).max(63).describe("The bucket's id or slug."),
    object_name: z
      .string()
      .min(1)
      .max(1024)
      .describe('The name of the object, with slashes between folders.'),
    content_length: z
      .int('must be a whole number of bytes')
      .min(0, 'must not be negative')
      .optional()
      .describe('The exact number of bytes; others are refused.'),
    content_type: z.string().max(127).optional().describe('The type of the file; others are refused.'),
    overwrite: z.boolean().default(false).describe('Replaces the object of that name, if there is one.'),
    expires_in: seconds,
    cache_control: z.string().optional(),
    metadata: freeObject.default({}),
  })
  .meta({ id: 'SignedUploadInput' })

/** signedUpload is where to send the bytes. */
export const signedUpload = z
  .object({
    url: z.string().describe('Takes the bytes with PUT, once.'),
    storage_path: z.string(),
    method: z.literal('PUT'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'SignedUpload' })

function wholeNumber(max: number) {
  const sentence = `must be a whole number between 1 and ${max}`
  return z.int(sentence).min(1, sentence).max(max, sentence).optional()
}

const transform = z
  .strictObject({
    width: wholeNumber(MAX_SIDE).describe('In pixels. Without it, it follows from the height.'),
    height: wholeNumber(MAX_SIDE).describe('In pixels. Without it, it follows from the width.'),
    fit: z.enum(IMAGE_FITS).optional(),
    format: z.enum(Object.keys(IMAGE_FORMATS) as [ImageFormat]).optional(),
    quality: wholeNumber(100),
  })
  .describe('Returns the image in this size, format and quality, and nothing else of it.')
  .meta({ id: 'ImageTransform' })

/** signDownload is the body of POST /storage/signed-download-url. */
export const signDownload = z
  .strictObject({
    object_id: uuid,
    expires_in: seconds,
    download: z
      .union([z.boolean(), z.string().min(1).max(255)])
      .default(false)
      .describe('Has browsers save the file: under its own name, or under this one.'),
    transform: transform.optional(),
  })
  .meta({ id: 'SignedDownloadInput' })

/** signedDownload is where to get the bytes. */
export const signedDownload = z
  .object({ url: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'SignedDownload' })
