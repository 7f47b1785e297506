// Turns an image into another: resized, upright, in another format, without metadata.
import type { Metadata, Sharp } from 'sharp'
import { IMAGE_FORMATS, type ImageFormat, type ImageOptions, MAX_SIDE } from '#engine/shapes/image-options.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { openSharp } from './sharp-library.ts'

/** MAX_PIXELS is how many pixels an image can have: some 200 MB while it is worked on. */
export const MAX_PIXELS = 50_000_000

const TIMEOUT_SECONDS = 20
// An image that is a bomb in one more dimension.
const MAX_CHANNELS = 5
const QUALITY: Record<ImageFormat, number> = { webp: 80, avif: 50, jpeg: 80, png: 100 }

/** TransformedImage is a result. */
export interface TransformedImage {
  readonly bytes: Buffer
  readonly format: ImageFormat
}

/** transformImage returns the image that the options describe. It throws 400 for what is not an image, or too large. */
export async function transformImage(source: Buffer, options: ImageOptions): Promise<TransformedImage> {
  const { image, metadata } = await openImage(source)
  const { fit = 'cover', quality, format = formatOf(metadata) } = options
  const { width, height } = boxFor(metadata.autoOrient, options)
  const resized = image
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside', ...clear(fit, format) })
  return { bytes: await encode(resized, format, quality), format }
}

interface Size {
  readonly width: number
  readonly height: number
}

// Where only one side is asked for, and with `outside`, the other one follows from the image: a line of one pixel could
// become a very large image.
function boxFor(source: Size, { width, height, fit }: ImageOptions): Size {
  if (width !== undefined && height !== undefined && fit !== 'outside') return { width, height }
  const [across, down] = [(width ?? 0) / source.width, (height ?? 0) / source.height]
  const asked = Math.max(across, down)
  const most = MAX_SIDE / Math.max(source.width, source.height)
  const scale = asked === 0 ? Math.min(1, most) : asked
  if (scale > most && asked !== 0) {
    throw invalidInput(
      `The image would be wider or higher than ${MAX_SIDE} pixels. Ask for less, or for both sides with fit=inside.`,
    )
  }
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(source.width), height: side(source.height) }
}

/** openImage returns an image that can be worked on, and what it says of itself. */
export async function openImage(source: Buffer): Promise<{ image: Sharp; metadata: Metadata }> {
  if (source.byteLength === 0) refuse(new Error('an empty file'))
  const sharp = await openSharp()
  const image = sharp(source, {
    limitInputPixels: MAX_PIXELS,
    limitInputChannels: MAX_CHANNELS,
    failOn: 'error',
  }).timeout({ seconds: TIMEOUT_SECONDS })
  const metadata = await image.metadata().catch(refuse)
  if (metadata.width * metadata.height > MAX_PIXELS) throw tooManyPixels()
  return { image, metadata }
}

/** refuse throws what is wrong with an image that the library could not read. */
export function refuse(error: unknown): never {
  const { message } = error as Error
  if (message.includes('pixel limit')) throw tooManyPixels()
  if (message.includes('timeout')) {
    throw new AppError('invalid_input', 'The image takes too long to transform.', { cause: error })
  }
  throw new AppError(
    'invalid_input',
    'The file is not an image that can be transformed, or is damaged. JPEG, PNG, WebP, AVIF and GIF can be.',
    { cause: error },
  )
}

function tooManyPixels(): AppError {
  return invalidInput(`The image is too large to transform: it can have ${MAX_PIXELS} pixels at most.`, {
    max_pixels: MAX_PIXELS,
  })
}

async function encode(image: Sharp, format: ImageFormat, quality = QUALITY[format]): Promise<Buffer> {
  // Compression that is a little better takes AVIF ten times as long.
  const effort = format === 'avif' ? { effort: 2 } : {}
  const settings = format === 'png' ? {} : { quality, ...effort }
  return image.toFormat(format, settings).toBuffer().catch(refuse)
}

function formatOf({ format, compression }: Metadata): ImageFormat {
  if (format === 'heif' && compression === 'av1') return 'avif'
  return format !== undefined && format in IMAGE_FORMATS ? (format as ImageFormat) : 'png'
}

// What `contain` adds around an image is transparent where the format knows that, else white.
function clear(fit: string, format: ImageFormat) {
  if (fit !== 'contain') return {}
  return { background: { r: 255, g: 255, b: 255, alpha: format === 'jpeg' ? 1 : 0 } }
}
