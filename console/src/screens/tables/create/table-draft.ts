// A new table while it is typed, and as the API takes it.
import type { OnDelete, PolicyCreate, TableCreate } from '#api/client/schemas.ts'
import { type ColumnDraft, draftOf, inputOf } from '#api/data/column-draft.ts'
import { OWNER_COLUMNS } from '#api/data/tables.ts'
import { isChanged } from '#ui/forms/changes.ts'

/** SELF is the target of a column that refers to its own table; no slug has such a character. */
export const SELF = '.'

/** TypedColumn is a column as it is typed; `target` is the slug of the table that it refers to, or SELF, or empty. */
export interface TypedColumn extends Omit<ColumnDraft, 'hasDefault'> {
  readonly key: number
  readonly target: string
  /** onDelete is the rule of the relationship; without one it depends on `required`. */
  readonly onDelete: OnDelete | undefined
}

/** ACCESSES are who may read and write a new table. */
export const ACCESSES = ['server', 'publicRead', 'owner', 'users'] as const
export type Access = (typeof ACCESSES)[number]

/** TypedIndex is an index of several columns: the keys of their rows, or the names of columns that have no row. */
export interface TypedIndex {
  readonly key: number
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** TableDraft is all that the form holds; the last row is always one that nothing is typed in. */
export interface TableDraft {
  readonly name: string
  readonly rows: readonly TypedColumn[]
  readonly indexes: readonly TypedIndex[]
  readonly access: Access
}

const { hasDefault: _, ...EMPTY } = { ...draftOf(), data_type: 'text' as const }

/** emptyRow returns a row that nothing is typed in. */
export const emptyRow = (key: number): TypedColumn => ({ ...EMPTY, key, target: '', onDelete: undefined })

/** START is a table of which nothing is typed. */
export const START: TableDraft = { name: '', rows: [emptyRow(0)], indexes: [], access: 'server' }

/** isEmpty is whether nothing is typed in a row. */
export const isEmpty = (row: TypedColumn) => isChanged(row, emptyRow(row.key)) === false

/** withEmptyRow returns rows with one at their end that nothing is typed in. */
export function withEmptyRow(rows: readonly TypedColumn[]): readonly TypedColumn[] {
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return [...rows.slice(0, last + 1), rows[last + 1] ?? emptyRow(nextKey(rows))]
}

/** nextKey returns a key that none of the rows or indexes has. */
export const nextKey = (rows: readonly { readonly key: number }[]) =>
  Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** filledRows are the rows that become columns. */
export const filledRows = (rows: readonly TypedColumn[]) => rows.filter((row) => !isEmpty(row))

/** linkedRows are the rows that become relationships too. */
export const linkedRows = (rows: readonly TypedColumn[]) =>
  filledRows(rows).filter(({ target }) => target !== '')

/** filledIndexes are those that are made. */
export const filledIndexes = (indexes: readonly TypedIndex[]) =>
  indexes.filter(({ columns }) => columns.length > 0)

/** ruleOf is what the delete of a row does to those that refer to it. */
export const ruleOf = ({ onDelete, required }: TypedColumn) =>
  onDelete ?? (required ? 'restrict' : 'set_null')

// PostgreSQL keeps no more of a name.
const MOST_BYTES = 63

/** slugOf returns a name as the server writes it in SQL. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '')
  return (/^\d/.test(slug) ? `t_${slug}` : slug).slice(0, MOST_BYTES)
}

const RULES: Readonly<Record<Access, readonly Pick<PolicyCreate, 'action' | 'subject'>[]>> = {
  server: [],
  publicRead: [{ action: 'select', subject: 'public' }, ...rules('owner', ['insert', 'update', 'delete'])],
  owner: rules('owner', ['select', 'insert', 'update', 'delete']),
  users: rules('authenticated', ['select', 'insert', 'update', 'delete']),
}

function rules(subject: PolicyCreate['subject'], actions: readonly PolicyCreate['action'][]) {
  return actions.map((action) => ({ action, subject }))
}

/** isOwner is whether the server takes a column for that of a row's owner, and it can hold a user's id. */
const isOwner = ({ name, data_type, target }: TypedColumn) =>
  OWNER_COLUMNS.some((owner) => owner === slugOf(name)) &&
  ['uuid', 'text', 'string'].includes(data_type) &&
  (target === '' || target === 'users')

/** addsOwner is whether a column is added for the owner of each row. */
export function addsOwner({ access, rows }: TableDraft): boolean {
  const needs = RULES[access].some(({ subject }) => subject === 'owner')
  return needs && !rows.some(isOwner)
}

/** joinable are the columns that an index may have, by what TypedIndex calls them. */
export function joinable(draft: TableDraft): ReadonlyMap<string, string> {
  return new Map([
    ...filledRows(draft.rows).map(({ key, name }) => [String(key), name.trim()] as const),
    ...(addsOwner(draft) ? [OWNER] : []).map((name) => [name, name] as const),
    ...['created_at', 'updated_at'].map((name) => [name, name] as const),
  ])
}

const [OWNER] = OWNER_COLUMNS

/** newTableOf returns what a draft makes. */
export function newTableOf(draft: TableDraft): TableCreate {
  const rows = filledRows(draft.rows)
  const owner = { name: OWNER, data_type: 'uuid', required: false, unique: false, indexed: true } as const
  const columns = rows.map((row) => inputOf({ ...row, hasDefault: row.default.trim() !== '' }))
  const names = joinable(draft)
  const policies = RULES[draft.access].map((rule) => ({ ...rule, effect: 'allow' as const, condition: null }))
  return {
    name: draft.name.trim(),
    columns: addsOwner(draft) ? [...columns, owner] : columns,
    relationships: linkedRows(draft.rows).map((row) => ({
      from_column: row.name.trim(),
      ...(row.target === SELF ? {} : { to_table: row.target }),
      on_delete: ruleOf(row),
    })),
    indexes: filledIndexes(draft.indexes).map(({ columns, unique }) => ({
      columns: columns.flatMap((column) => names.get(column) ?? []),
      unique,
    })),
    // Whoever may make tables may still not make policies.
    ...(policies.length === 0 ? {} : { policies }),
  }
}

/** isWholeInSql is whether the statements of a table are all of it: policies and descriptions are not in them. */
export const isWholeInSql = ({ columns = [], policies }: TableCreate) =>
  policies === undefined && columns.every(({ description }) => !description)

// What the server adds to every table, and SQL may not name.
const SHOWN =
  /^(?:create (?:type|table|unique index|index(?! "[^"]*\$live"))|alter table \S+ add constraint) /

/** sqlOf returns the statements of a trial run that make a table. */
export function sqlOf(trial: string): string {
  const own = trial.split(/;\n(?=[a-z])/).filter((statement) => SHOWN.test(`${statement} `))
  return own.map((statement) => `${statement.replace(/;$/, '')};\n`).join('')
}
