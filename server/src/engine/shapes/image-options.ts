// What an image can be turned into.

/** IMAGE_FORMATS are the formats of results, with their media types. */
export const IMAGE_FORMATS = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpeg: 'image/jpeg',
  png: 'image/png',
} as const

/** IMAGE_SOURCES are the media types of what can be transformed. */
export const IMAGE_SOURCES: ReadonlySet<string> = new Set([...Object.values(IMAGE_FORMATS), 'image/gif'])

/** IMAGE_FITS say how an image fits into a width and a height, by the names that CSS has for them. */
export const IMAGE_FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const

/** MAX_SIDE is how wide and how high a result can be. */
export const MAX_SIDE = 4096

/** ImageFormat is a format of results. */
export type ImageFormat = keyof typeof IMAGE_FORMATS

/** ImageOptions is what to turn an image into. */
export interface ImageOptions {
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** fit is `cover` by default. */
  readonly fit?: (typeof IMAGE_FITS)[number] | undefined
  /** format is that of the source by default, and PNG for a GIF. */
  readonly format?: ImageFormat | undefined
  /** quality is from 1 to 100, by default 80, and 50 for AVIF, which looks the same. PNG has none. */
  readonly quality?: number | undefined
}

/** IMAGE_KEY stands before the options where their key is made: longer than the id of an object, which the other key is used with. */
export const IMAGE_KEY = 'The key of the image '

/** imageQuery writes options as the query string of an address, the same for the same options. */
export function imageQuery({ width, height, fit, format, quality }: ImageOptions): string {
  const given = Object.entries({ width, height, fit, format, quality })
  return given.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join('&')
}
