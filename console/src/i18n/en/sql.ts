import type { Plural } from '#i18n/plural.ts'

/** sql is the screen of SQL. */
export const sql = {
  title: 'SQL',
  about: 'Queries run as you. Statements that write are tried first, and show what they would change.',
  run: 'Run',
  review: 'Show changes',
  save: 'Save query',
  saveHint: 'Every credential of the project may run it, under its own policies.',
  name: 'Name',
  saved: (name: string) => `${name} is saved`,
  savedQueries: 'Saved queries',
  noSaved: 'Nothing is saved yet.',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteHint: 'Programs that run it are refused from then on.',
  deleted: (name: string) => `${name} is deleted`,
  result: 'Result',
  rows: (n: number, plural: Plural) => `${n} ${plural(n, { one: 'row', other: 'rows' })}.`,
  truncated: (n: number) => `The result is cut off: a query returns up to ${n} rows.`,
  noRows: 'The query has no rows',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  onlyRows: 'The schema stays as it is; rows may change.',
  done: 'The statements have run',
}
