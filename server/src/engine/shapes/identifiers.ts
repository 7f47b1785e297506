// Names in SQL: quoted always, and checked before they come to exist.

/** MAX_IDENTIFIER is how many bytes PostgreSQL keeps of a name. */
export const MAX_IDENTIFIER = 63

/** quoteIdentifier writes a name so that PostgreSQL takes it literally, whatever it holds. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** qualify writes a relation's full name. */
export function qualify(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

/** quoteLiteral writes a text constant; the server runs with standard_conforming_strings. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * slugify turns a name as a person types it into a table's or column's name: lower case, words joined by `_`,
 * never beginning with a digit. Returns an empty text if nothing usable is left.
 */
export function slugify(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
  const slug = withoutOuter(plain, '_')
  return (/^\d/.test(slug) ? `t_${slug}` : slug).slice(0, MAX_IDENTIFIER)
}

function withoutOuter(text: string, character: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === character) start += 1
  while (end > start && text[end - 1] === character) end -= 1
  return text.slice(start, end)
}
