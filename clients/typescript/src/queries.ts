// Queries over several tables: structured ones, read-only SQL, and those that are saved in the project.
import type { Request } from './http/http.ts'

/** QueryConfig is a structured query; see the page on the query engine for its fields. */
export interface QueryConfig {
  readonly columns?: readonly string[]
  readonly joins?: readonly object[]
  readonly filters?: readonly object[]
  readonly aggregates?: readonly object[]
  readonly group_by?: readonly string[]
  readonly distinct?: boolean
  readonly sort?: readonly { readonly column: string; readonly direction?: 'asc' | 'desc' }[]
  readonly limit?: number
  readonly offset?: number
}

/** QueryResult is the rows of a query, with the names of their columns in order. */
export interface QueryResult<Row> {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** total is how many rows there are; null where SQL was cut off. */
  readonly total: number | null
  readonly sql: string
}

/** SqlResult is what read-only SQL returns; `truncated` where it was cut off at one of the limits. */
export interface SqlResult<Row> extends QueryResult<Row> {
  readonly truncated: boolean
}

/** Queries runs them under the caller's policies. */
export class Queries {
  readonly #request: Request
  readonly #path: string

  constructor(request: Request, path: string) {
    this.#request = request
    this.#path = path
  }

  /** run runs a structured query. */
  async run<Row = Record<string, unknown>>(
    table: string,
    config: QueryConfig = {},
  ): Promise<QueryResult<Row>> {
    return this.#post('/query/run', { table_slug: table, config })
  }

  /** exec runs one SELECT; `params` are the values of `$1`, `$2`, … in a list, or of `:name` in an object. */
  async exec<Row = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[] | Readonly<Record<string, unknown>>,
  ): Promise<SqlResult<Row>> {
    return this.#post('/query/exec', params === undefined ? { sql } : { sql, params })
  }

  /** runSaved runs a query that is saved in the project; `params` are the values of its parameters. */
  async runSaved<Row = Record<string, unknown>>(
    id: string,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<QueryResult<Row>> {
    const body = params === undefined ? {} : { params }
    return this.#post(`/query/saved/${encodeURIComponent(id)}/run`, body)
  }

  async #post<Data>(path: string, body: object): Promise<Data> {
    // It reads only, so it may be sent twice.
    const call = { method: 'POST', path: this.#path + path, body, repeatable: true } as const
    return (await this.#request<Data>(call)).data
  }
}
