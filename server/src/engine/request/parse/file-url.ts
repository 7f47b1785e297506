// The address of a file's bytes, which is no column: it is made for each answer that asks for it (spec 4.7).

import type { TableShape } from '#engine/shapes/shape.ts'
import type { SelectItem } from './parse-select.ts'

/** URL_FIELD is what it is called. */
export const URL_FIELD = 'url'

/** isUrl reports whether an entry of a select asks for the address of a file. */
export function isUrl({ has_url }: TableShape, { name, children }: SelectItem): boolean {
  return has_url === true && name === URL_FIELD && children === undefined
}
