// The address of a file's bytes, which is no column: it is made for each answer that asks for it. With options,
// `url(width:96,format:webp)`, it is that of an image.
import { FilterError } from '#engine/request/operands.ts'
import {
  IMAGE_FITS,
  IMAGE_FORMATS,
  type ImageOptions,
  imageQuery,
  MAX_SIDE,
} from '#engine/shapes/image-options.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { SelectItem } from './parse-select.ts'

/** URL_FIELD is what it is called. */
export const URL_FIELD = 'url'

/** isUrl reports whether an entry of a select asks for the address of a file. */
export function isUrl({ has_url }: TableShape, { name, children }: SelectItem): boolean {
  return has_url === true && name === URL_FIELD && children?.length !== 0
}

/** imageOf returns the options of an image as a query string; undefined where an entry asks for the file itself. */
export function imageOf({ children }: SelectItem): string | undefined {
  if (children === undefined) return undefined
  const options: Record<string, unknown> = {}
  for (const { alias = '', name, text, hint, inner, children: below } of children) {
    const isPlain = hint === undefined && !inner && below === undefined
    const read = isPlain && Object.hasOwn(READERS, alias) ? READERS[alias as keyof ImageOptions] : undefined
    if (read === undefined || options[alias] !== undefined)
      throw new FilterError(
        `select: ${text.slice(0, 80)} is no option of an image. url takes width, height, fit, format and quality once, such as url(width:96).`,
      )
    options[alias] = read(name, `select: ${alias} of url`)
  }
  return imageQuery(options)
}

function upTo(most: number) {
  return (text: string, what: string): number => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
    if (number >= 1 && number <= most) return number
    throw new FilterError(`${what} must be a whole number between 1 and ${most}.`)
  }
}

function oneOf<Name extends string>(names: readonly Name[]) {
  return (text: string, what: string): Name => {
    const found = names.find((name) => name === text)
    if (found !== undefined) return found
    throw new FilterError(`${what} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`)
  }
}

const READERS: Readonly<Record<keyof ImageOptions, (text: string, what: string) => unknown>> = {
  width: upTo(MAX_SIDE),
  height: upTo(MAX_SIDE),
  fit: oneOf(IMAGE_FITS),
  format: oneOf(Object.keys(IMAGE_FORMATS)),
  quality: upTo(100),
}
