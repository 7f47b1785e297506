// The columns of a table as those of a grid, and what is typed as values for the API.
import { parseExact } from '#api/client/exact-json.ts'
import type { Column, Relationship, Table } from '#api/client/schemas.ts'
import type { Row } from '#api/data/rows.ts'
import { type CellKind, type GridColumn, textOf } from '#grid/columns.ts'
import type { Messages } from '#screens/tables/messages.ts'
import { isBytes } from '#screens/tables/related/bytes.ts'

const KINDS: Partial<Record<Column['data_type'], CellKind>> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  serial: 'number',
  decimal: 'number',
  float: 'number',
  money: 'number',
  boolean: 'boolean',
  enum: 'choice',
  timestamp: 'moment',
  date: 'date',
  time: 'time',
  file: 'file',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
  string: 'text',
  text: 'text',
  char: 'text',
  email: 'text',
  phone: 'text',
}

const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 220,
  number: 120,
  boolean: 100,
  choice: 130,
  moment: 190,
  date: 120,
  time: 120,
  file: 180,
  bytes: 200,
  json: 240,
  plain: 180,
}

/** View is how the columns of a table are shown. */
export interface View {
  /** columns are the names of those that are shown, in their order; all where it is left out. */
  readonly columns?: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
}

/** gridColumns returns the columns of a table that a view shows. */
export function gridColumns(
  table: Table,
  relationships: readonly Relationship[],
  view: View,
  m: Messages,
  isReadOnly: boolean,
): readonly GridColumn[] {
  const names = view.columns ?? ownFirst(table.columns).map(({ name }) => name)
  return names.flatMap((name) => {
    const column = table.columns.find((one) => one.name === name)
    if (column === undefined) return []
    const kind = KINDS[column.data_type] ?? 'plain'
    // Rows are found by their ids.
    const reference = relationships.find(
      ({ from_table, from_column, to_column }) =>
        from_table === table.slug && from_column === name && to_column === 'id',
    )?.to_table
    const hasReference = reference !== undefined && kind !== 'file'
    const one: GridColumn = {
      name,
      type: typeOf(column),
      kind,
      width:
        view.widths?.[name] ?? (name === 'id' ? 130 : column.data_type === 'bigint' ? 180 : WIDTHS[kind]),
      nullable: !column.required,
      readOnly: isReadOnly || column.is_system,
      ...(column.enum_values === null ? {} : { choices: column.enum_values }),
      ...(hasReference ? { reference } : {}),
      ...(hasReference || kind === 'file' || kind === 'bytes' ? { peeks: true } : {}),
      ...checked(kind, column.enum_values ?? [], m),
    }
    return [one]
  })
}

// The row's own columns, which people look for, behind the id; the times that every row has stand last.
function ownFirst(columns: readonly Column[]): readonly Column[] {
  const isLast = ({ name, is_system }: Column) => is_system && name !== 'id'
  return [...columns.filter((one) => !isLast(one)), ...columns.filter(isLast)]
}

function typeOf({ data_type, char_length, required }: Column): string {
  const length = char_length === null ? '' : `(${char_length})`
  return `${data_type}${length}${required ? ' *' : ''}`
}

// What the server could only refuse, or would have to be guessed.
function checked(kind: CellKind, choices: readonly string[], m: Messages): Pick<GridColumn, 'check'> {
  const checks: Partial<Record<CellKind, readonly [takes: (text: string) => boolean, problem: string]>> = {
    json: [isJson, m.notJson],
    bytes: [(text) => isBytes(text.trim()), m.notBytes],
    boolean: [(text) => booleanOf(text) !== undefined, m.notBoolean],
    choice: [(text) => choices.includes(text), m.notChoice],
  }
  const check = checks[kind]
  return check === undefined ? {} : { check: (text) => (check[0](text) ? undefined : check[1]) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// The words that imports of CSV take.
const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i

function booleanOf(text: string): boolean | undefined {
  const word = text.trim()
  return TRUE.test(word) ? true : FALSE.test(word) ? false : undefined
}

/**
 * toValue returns what the API takes for a text. Numbers go as such where JavaScript writes them the same, and else as text, with
 * all their digits. Throws on what is no JSON.
 */
export function toValue({ kind }: GridColumn, text: string | null): unknown {
  if (text === null) return null
  if (kind === 'json') return parseExact(text)
  if (kind === 'boolean') return booleanOf(text) ?? text
  if (kind === 'number' && Number.isFinite(Number(text)) && String(Number(text)) === text.trim())
    return Number(text)
  return kind === 'text' || kind === 'choice' ? text : text.trim()
}

/** valueBefore returns a stored value as the API takes it again: a number with zeros at its end would lose them in JSON. */
export function valueBefore({ kind, name }: GridColumn, row: Row): unknown {
  const value = row[name]
  return kind === 'number' && typeof value === 'object' && value !== null ? textOf(value) : value
}
