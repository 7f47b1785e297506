// What goes in and out of the routes of images.
import { z } from 'zod'
import { IMAGE_FITS, IMAGE_FORMATS, MAX_SIDE } from '#engine/shapes/image-options.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'

const FORMATS = Object.keys(IMAGE_FORMATS) as [keyof typeof IMAGE_FORMATS]

function wholeNumber(max: number) {
  const sentence = `must be a whole number between 1 and ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(1, sentence).max(max, sentence))
    .meta({ openapi: { type: 'integer', minimum: 1, maximum: max } })
    .optional()
}

/** imageParams is the path of an object's image. */
export const imageParams = projectParams.extend({ objectID: uuid })

/** publicImageParams is the path of a public object's image. */
export const publicImageParams = imageParams.extend({
  bucketID: z.string().min(1).max(63).describe("The bucket's id or slug."),
})

/** imageQuery says what to turn an image into. */
export const imageQuery = z.object({
  width: wholeNumber(MAX_SIDE).describe('In pixels. Without it, it follows from the height.'),
  height: wholeNumber(MAX_SIDE).describe('In pixels. Without it, it follows from the width.'),
  fit: z
    .enum(IMAGE_FITS)
    .optional()
    .describe('How the image fits into width and height, as in CSS: `cover` by default.'),
  format: z.enum(FORMATS).optional().describe('By default that of the file, and `png` for a GIF.'),
  quality: wholeNumber(100).describe('By default 80, and 50 for AVIF.'),
})

/** signedImageParams is the path of an image by a signed address; its name is for people. */
export const signedImageParams = imageParams.extend({
  fileName: z.string().describe('The name of the file, or any other.'),
})

/** signedImageQuery holds what a signed address grants; anything that was changed or added makes the address invalid. */
export const signedImageQuery = z.looseObject({
  token: z
    .string()
    .min(1)
    .max(25_000)
    .describe('Of POST /storage/signed-download-url, or of an address that a row has shown.'),
})

/** image is the bytes of an image. */
export const image = z.string().meta({ format: 'binary' }).describe('The image.')

/** imageSummary is what an image looks like before it is there. */
export const imageSummary = z
  .object({ blur_hash: z.string().describe('A blurred preview (https://blurha.sh).') })
  .meta({ id: 'ImageSummary' })
