// Queries: built step by step, sent when awaited (spec 4.2).
import type { Call, Reply } from '../http/http.ts'

/** Request sends a call with the client's credentials. */
export type Request = <Data>(call: Call) => Promise<Reply<Data>>

/** Value is a value that a column can be compared with. */
export type Value = string | number | bigint | boolean | Date

/** Page is one page of a list; `next` and `previous` are the cursors of the pages on either side, if there are any. */
export interface Page<Result> {
  readonly rows: Result[]
  readonly next: string | undefined
  readonly previous: string | undefined
}

/** OrderOptions say where rows without a value stand: otherwise last in ascending and first in descending order. */
export interface OrderOptions {
  readonly nulls?: 'first' | 'last'
}

/** WriteOptions bound a write by filter: where more rows match than `maxAffected`, nothing is written. */
export interface WriteOptions {
  readonly maxAffected?: number
}

/** ReturningOptions ask for the rows that were written, instead of their number. */
export interface ReturningOptions extends WriteOptions {
  readonly returning: true
}

type Params = readonly [string, string][]

/** Query selects rows of a table. Every method returns a new query; `await` sends it. */
export class Query<Row extends object, Result = Row> implements PromiseLike<Result[]>, AsyncIterable<Result> {
  protected readonly request: Request
  protected readonly path: string
  readonly #params: Params

  constructor(request: Request, path: string, params: Params = []) {
    this.request = request
    this.path = path
    this.#params = params
  }

  /**
   * select selects columns: `select('id', 'title')`, or in the syntax of the API, with related rows:
   * `select<Book>('id,title,author(name)')`.
   */
  select<Column extends keyof Row & string>(...columns: readonly Column[]): Query<Row, Pick<Row, Column>>
  select<Shape extends object>(columns: string): Query<Row, Shape>
  select(...columns: readonly string[]): Query<Row, never> {
    return this.#with('select', columns.join(','))
  }

  eq(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'eq', value)
  }

  neq(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'neq', value)
  }

  gt(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'gt', value)
  }

  gte(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'gte', value)
  }

  lt(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'lt', value)
  }

  lte(column: keyof Row & string, value: Value): Query<Row, Result> {
    return this.filter(column, 'lte', value)
  }

  /** like matches a pattern, in which `%` and `*` match any text and `_` one character; `\` before them makes them plain. */
  like(column: keyof Row & string, pattern: string): Query<Row, Result> {
    return this.filter(column, 'like', pattern)
  }

  /** ilike is like, case-insensitive. */
  ilike(column: keyof Row & string, pattern: string): Query<Row, Result> {
    return this.filter(column, 'ilike', pattern)
  }

  isNull(column: keyof Row & string): Query<Row, Result> {
    return this.#with(column, 'is.null')
  }

  isNotNull(column: keyof Row & string): Query<Row, Result> {
    return this.#with(column, 'is.not.null')
  }

  /** in matches rows whose column has one of the values. */
  in(column: keyof Row & string, values: readonly Value[]): Query<Row, Result> {
    return this.#with(column, `in.(${values.map((value) => quoted(text(value))).join(',')})`)
  }

  /** filter applies any operator of the API to any column or path: `filter('author.name', 'eq', 'Bâ')`. */
  filter(column: string, operator: string, value: Value): Query<Row, Result> {
    return this.#with(column, `${operator}.${text(value)}`)
  }

  /** or matches rows for which one of the conditions is true: `or('stock.eq.0,price.gt.100')`. */
  or(conditions: string): Query<Row, Result> {
    return this.#with('or', `(${conditions})`)
  }

  /** order sorts by a column; further calls add columns for rows that are equal so far. */
  order(
    column: keyof Row & string,
    direction: 'asc' | 'desc' = 'asc',
    { nulls }: OrderOptions = {},
  ): Query<Row, Result> {
    const before = this.#params.filter(([name]) => name === 'order').map(([, value]) => value)
    const item = `${column}.${direction}${nulls === undefined ? '' : `.nulls${nulls}`}`
    return this.#with('order', [...before, item].join(','))
  }

  /** limit sets the number of rows of a page, 1 to 200; the default is 50. */
  limit(rows: number): Query<Row, Result> {
    return this.#with('limit', String(rows))
  }

  offset(rows: number): Query<Row, Result> {
    return this.#with('offset', String(rows))
  }

  /** after selects the rows after a page, by its `next`. */
  after(cursor: string): Query<Row, Result> {
    return this.#with('cursor', cursor)
  }

  /** before selects the rows before a page, by its `previous`. */
  before(cursor: string): Query<Row, Result> {
    return this.#with('cursor', cursor)
  }

  /** withDeleted selects deleted rows as well, which the caller must be allowed to delete. */
  withDeleted(): Query<Row, Result> {
    return this.#with('deleted', 'include')
  }

  /** onlyDeleted selects deleted rows alone, which the caller must be allowed to delete. */
  onlyDeleted(): Query<Row, Result> {
    return this.#with('deleted', 'only')
  }

  /** page returns one page of rows with the cursors of the pages on either side. */
  async page(signal?: AbortSignal): Promise<Page<Result>> {
    const { data, headers } = await this.request<Result[]>({ path: this.path, query: this.#search(), signal })
    const cursor = (name: string) => headers.get(name) ?? undefined
    return { rows: data, next: cursor('x-next-cursor'), previous: cursor('x-prev-cursor') }
  }

  /** first returns the first row, or undefined if there is none. */
  async first(): Promise<Result | undefined> {
    return (await this.limit(1))[0]
  }

  /** count returns how many rows match; `estimated` is exact up to 10,000, and `planned` reads no rows at all. */
  async count(precision: 'exact' | 'estimated' | 'planned' = 'exact'): Promise<number> {
    const query = this.#with('count', precision).#search()
    return (await this.request<{ count: number }>({ path: this.path, query })).data.count
  }

  /** updateAll changes all rows that match, and returns how many; at least one filter is required. */
  updateAll(changes: Partial<Row>, options?: WriteOptions): Promise<number>
  updateAll(changes: Partial<Row>, options: ReturningOptions): Promise<Result[]>
  updateAll(changes: Partial<Row>, options: Partial<ReturningOptions> = {}): Promise<number | Result[]> {
    return this.#write({ method: 'PATCH', body: changes }, options)
  }

  /** deleteAll deletes all rows that match, and returns how many; at least one filter is required. */
  deleteAll(options?: WriteOptions): Promise<number>
  deleteAll(options: ReturningOptions): Promise<Result[]>
  deleteAll(options: Partial<ReturningOptions> = {}): Promise<number | Result[]> {
    return this.#write({ method: 'DELETE' }, options)
  }

  /** then sends the query, so that `await` returns its rows. */
  // biome-ignore lint/suspicious/noThenProperty: a query is a promise of its rows, by design
  then<Fulfilled = Result[], Rejected = never>(
    fulfilled?: ((rows: Result[]) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.page()
      .then(({ rows }) => rows)
      .then(fulfilled, rejected)
  }

  /** Iterating yields all matching rows, page by page, newest first unless `order('created_at')` is set. */
  async *[Symbol.asyncIterator](): AsyncIterator<Result> {
    let page = await this.page()
    for (;;) {
      yield* page.rows
      if (page.next === undefined) return
      page = await this.after(page.next).page()
    }
  }

  async #write(
    call: Pick<Call, 'method' | 'body'>,
    { returning, maxAffected }: Partial<ReturningOptions>,
  ): Promise<number | Result[]> {
    const most = maxAffected === undefined ? '' : `, max-affected=${maxAffected}`
    const headers = { prefer: `return=${returning ? 'representation' : 'minimal'}${most}` }
    const request = { ...call, path: this.path, query: this.#search(), headers }
    const { data } = await this.request<{ count: number } | Result[]>(request)
    return Array.isArray(data) ? data : data.count
  }

  // Filters accumulate, also on one column; of other parameters the last one is used.
  #with<NewResult = Result>(name: string, value: string): Query<Row, NewResult> {
    const kept = SINGLE.has(name) ? this.#params.filter(([other]) => other !== name) : this.#params
    return new Query(this.request, this.path, [...kept, [name, value]])
  }

  #search(): URLSearchParams {
    return new URLSearchParams([...this.#params])
  }
}

const SINGLE: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'cursor',
  'count',
  'deleted',
])

function text(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
