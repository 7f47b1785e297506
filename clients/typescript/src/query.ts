// Queries: built step by step, sent when awaited (spec 4.2).
import type { Call, Reply } from './http.ts'

/** Request sends a call with the client's credentials. */
export type Request = <Data>(call: Call) => Promise<Reply<Data>>

/** Value is a value that a column can be compared with. */
export type Value = string | number | bigint | boolean | Date

/** Page is one page of a list; `next` is the cursor of the next page, if there is one. */
export interface Page<Result> {
  readonly rows: Result[]
  readonly next: string | undefined
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

  /** like matches a pattern, in which `%` matches any text and `_` one character. */
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
  order(column: keyof Row & string, direction: 'asc' | 'desc' = 'asc'): Query<Row, Result> {
    const before = this.#params.filter(([name]) => name === 'order').map(([, value]) => value)
    return this.#with('order', [...before, `${column}.${direction}`].join(','))
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

  /** page returns one page of rows with the cursor of the next. */
  async page(signal?: AbortSignal): Promise<Page<Result>> {
    const { data, headers } = await this.request<Result[]>({ path: this.path, query: this.#search(), signal })
    return { rows: data, next: headers.get('x-next-cursor') ?? undefined }
  }

  /** first returns the first row, or undefined if there is none. */
  async first(): Promise<Result | undefined> {
    return (await this.limit(1))[0]
  }

  /** count returns how many rows match. */
  async count(): Promise<number> {
    const query = this.#with('count', 'exact').#search()
    return (await this.request<{ count: number }>({ path: this.path, query })).data.count
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

  // Filters accumulate, also on one column; of other parameters the last one is used.
  #with<NewResult = Result>(name: string, value: string): Query<Row, NewResult> {
    const kept = SINGLE.has(name) ? this.#params.filter(([other]) => other !== name) : this.#params
    return new Query(this.request, this.path, [...kept, [name, value]])
  }

  #search(): URLSearchParams {
    return new URLSearchParams([...this.#params])
  }
}

const SINGLE: ReadonlySet<string> = new Set(['select', 'order', 'limit', 'offset', 'cursor', 'count'])

function text(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
