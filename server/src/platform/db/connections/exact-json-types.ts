// How the administrator's connections read values: as the driver does, but JSON with all digits of its numbers.
import pg from 'pg'
import { parseExactly } from '#platform/json/exact-json.ts'

const JSON_TYPES: ReadonlySet<number> = new Set([pg.types.builtins.JSON, pg.types.builtins.JSONB])

/** EXACT_JSON_TYPES are the types of a connection that reads columns of JSON. */
export const EXACT_JSON_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    JSON_TYPES.has(type) && format !== 'binary' ? parseExactly : pg.types.getTypeParser(type, format),
}
