// Full-text search: the operators, as PostgREST users know them, and the configurations that every PostgreSQL has.

/** TEXT_SEARCH returns for each operator the function that reads the words looked for. */
export const TEXT_SEARCH = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

/** TextSearch is an operator of full-text search. */
export type TextSearch = keyof typeof TEXT_SEARCH

// What PostgreSQL 15 to 18 have in common. A closed list may stand in SQL as it is, where an index can match it.
const CONFIGS: ReadonlySet<string> = new Set([
  ...['simple', 'arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french'],
  ...['german', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali'],
  ...['norwegian', 'portuguese', 'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish'],
  'yiddish',
])

/** isTextSearchConfig reports whether a text names a configuration. */
export function isTextSearchConfig(name: string): boolean {
  return CONFIGS.has(name)
}
