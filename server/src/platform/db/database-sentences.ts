// What PostgreSQL says of a statement, as sentences of an answer.
import type pg from 'pg'

/** toSentences joins parts of an error into sentences. The name of a project's schema is internal, so that it is left out. */
export function toSentences(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map((part) => part.replaceAll(/\bp_[0-9a-f]{32}\./g, '').replaceAll('\n', '; '))
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}${/[.!?]$/.test(part) ? '' : '.'}`)
    .join(' ')
}

/**
 * isTwiceInCatalog reports whether PostgreSQL's own tables have refused a name: two requests have made it at the same moment, or a
 * statement says it twice.
 */
export function isTwiceInCatalog({ code, schema }: pg.DatabaseError): boolean {
  return code === '23505' && schema === 'pg_catalog'
}
