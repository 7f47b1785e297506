// What a statement of a client returned: how many rows it touched, and the rows of RETURNING as JSON.
import pg from 'pg'
import { uniqueNames } from '#engine/sql/select/names.ts'
import { writerOf } from '#platform/changes/pgoutput/json-text.ts'
import { METADATA_LIMITS } from '#platform/db/connections/message-limit.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'

/** StatementOutcome is what one statement did. */
export interface StatementOutcome {
  /** command is the first word of PostgreSQL's command tag, such as `INSERT` or `CREATE`. */
  readonly command: string
  /** rows_affected is how many rows were inserted, updated or deleted; null for all other statements. */
  readonly rows_affected: number | null
  readonly columns: readonly string[]
  /** rows are the rows of RETURNING, each as JSON. */
  readonly rows: readonly string[]
  /** truncated is true where there were more rows than a response holds. */
  readonly truncated: boolean
}

/** ReturnedRows bounds the rows that the statements of one request return. */
export class ReturnedRows {
  #rows: number
  #bytes: number

  constructor(limits: { readonly rows: number; readonly bytes: number }) {
    this.#rows = limits.rows
    this.#bytes = limits.bytes
  }

  /** admit reports whether another row fits, and counts it if so; after the first that does not, none does. */
  admit(row: string): boolean {
    this.#rows -= 1
    this.#bytes -= Buffer.byteLength(row)
    if (this.#rows >= 0 && this.#bytes >= 0) return true
    this.#rows = 0
    return false
  }
}

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE'])
const AS_TEXT = { getTypeParser: () => (text: string) => text }

/** queryStatement runs a single statement; rows beyond what `returned` admits are dropped as they arrive. */
export async function queryStatement(
  client: pg.ClientBase,
  text: string,
  returned: ReturnedRows,
): Promise<StatementOutcome> {
  const rows: string[] = []
  let truncated = false
  const columnsOf = ({ fields }: pg.QueryResult) => uniqueNames(fields.map(({ name }) => name))
  // The extended protocol accepts a single statement, however the text is parsed.
  const config = { text, queryMode: 'extended', rowMode: 'array', types: AS_TEXT }
  const query = new pg.Query(config as pg.QueryConfig)
  const result = await new Promise<pg.QueryResult>((resolve, reject) => {
    let columns: string[] | undefined
    query.on('row', (row, partial) => {
      if (truncated || partial === undefined) return
      columns ??= columnsOf(partial as pg.QueryResult)
      const json = rowJson(columns, partial.fields, row as unknown as readonly (string | null)[])
      if (returned.admit(json)) rows.push(json)
      else truncated = true
    })
    query.on('end', resolve)
    query.on('error', reject)
    client.query(query)
  }).catch((error) => {
    throw rows.length > 0 && error instanceof AppError ? tooMuch() : error
  })
  const rows_affected = WRITES.has(result.command) ? result.rowCount : null
  return { command: result.command, rows_affected, columns: columnsOf(result), rows, truncated }
}

function rowJson(
  columns: readonly string[],
  fields: readonly pg.FieldDef[],
  row: readonly (string | null)[],
): string {
  const members = columns.map((column, n) => {
    const text = row[n] ?? null
    const write = writerOf(fields[n]?.dataTypeID ?? 0) ?? JSON.stringify
    return `${JSON.stringify(column)}:${text === null ? 'null' : write(text)}`
  })
  return `{${members.join(',')}}`
}

function tooMuch(): AppError {
  const megabytes = METADATA_LIMITS.answer / 1024 / 1024
  return invalidInput(`RETURNING returns more than ${megabytes} MB. Return fewer columns.`)
}
