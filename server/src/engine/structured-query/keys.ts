// What columns of a result are called.

import { FilterError } from '#engine/request/operands.ts'
import { MAX_IDENTIFIER } from '#engine/shapes/identifiers.ts'

const KEY = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/** checkKey returns an alias, or refuses the query where it is no plain name or longer than PostgreSQL keeps. */
export function checkKey(alias: string): string {
  if (!KEY.test(alias)) throw new FilterError(`the alias ${alias.slice(0, 63)} must be a plain name.`)
  if (new TextEncoder().encode(alias).length > MAX_IDENTIFIER)
    throw new FilterError(`the alias ${alias.slice(0, 63)} is too long.`)
  return alias
}
