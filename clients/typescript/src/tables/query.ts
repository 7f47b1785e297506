// Queries: built step by step, sent when awaited.
import { listOf, objectOf } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import type { Call, Request } from '../http/http.ts'
import { List } from '../http/list.ts'
import type { SubscribeOptions, Subscription } from '../live/subscription.ts'
import { isOfRelated, liveFilterOf } from './filter-text.ts'
import { added, Filtered, filtersOf, type Params } from './filtered.ts'
import { followList, type LiveListOptions } from './live-list.ts'
import type { Checked, Selected } from './select.ts'
import type { Page, Precision, ReturningOptions, Source, WriteOptions } from './source.ts'
import type { Picked, Plain, PlainTypes, TableTypes } from './types.ts'

/** Query selects rows of a table. Every method returns a new query; `await` sends it. */
export class Query<Row extends object, Result = Row, Types extends TableTypes = PlainTypes<Row>>
  extends Filtered<Row, Result, Types, Query<Row, Result, Types>>
  implements PromiseLike<List<Result>>, AsyncIterable<Result>
{
  /** source is the table, and the client that it is of. */
  readonly source: Source
  protected readonly request: Request
  protected readonly path: string
  readonly #counted: Precision | undefined

  constructor(source: Source, params: Params = [], counted?: Precision) {
    super(params)
    this.source = source
    this.request = source.request
    this.path = `/data/${encodeURIComponent(source.table)}`
    this.#counted = counted
  }

  /**
   * select selects columns: `select('id', 'title')`, or in the syntax of the API, with related rows:
   * `select('id,title,author(name)')`. Where only the rows of a table are known, name the shape: `select<Book>(…)`.
   */
  select<Column extends keyof Row & string>(
    ...columns: readonly Column[]
  ): Query<Row, Picked<Row, Column>, Types>
  select<Shape extends object = Plain<Types, object, never>>(
    columns: Plain<Types, string, [Shape] extends [never] ? never : string>,
  ): Query<Row, Shape, Types>
  select<const Text extends string>(
    columns: Checked<Row, Types, Text>,
  ): Query<Row, Selected<Row, Types, Text>, Types>
  select(...columns: readonly string[]): Query<Row, never, Types> {
    return new Query(this.source, added(this.params, 'select', columns.join(',')), this.#counted)
  }

  /** after selects the rows after a page, by its `next`. */
  after(cursor: string): Query<Row, Result, Types> {
    return this.with('cursor', cursor)
  }

  /** before selects the rows before a page, by its `previous`. */
  before(cursor: string): Query<Row, Result, Types> {
    return this.with('cursor', cursor)
  }

  /** withDeleted selects deleted rows as well, which the caller must be allowed to delete. */
  withDeleted(): Query<Row, Result, Types> {
    return this.with('deleted', 'include')
  }

  /** onlyDeleted selects deleted rows alone, which the caller must be allowed to delete. */
  onlyDeleted(): Query<Row, Result, Types> {
    return this.with('deleted', 'only')
  }

  /** withCount counts all rows that match beside those of a page: `(await query.withCount()).count`. */
  withCount(precision: Precision = 'exact'): Query<Row, Result, Types> {
    return new Query(this.source, this.params, precision)
  }

  /** key is the query as text: two of the same table and client with the same key return the same rows. */
  get key(): string {
    return `${this.path}?${this.#search()}${this.#counted === undefined ? '' : ` ${this.#counted}`}`
  }

  /** page returns one page of rows with the cursors of the pages on either side. */
  page(signal?: AbortSignal): Promise<Page<Result>> {
    return this.#pageOf(this.source.session.changes, signal)
  }

  // All pages are those of the user who began with the first one.
  async #pageOf(began: number, signal?: AbortSignal): Promise<Page<Result>> {
    const headers: Record<string, string> = {}
    if (this.#counted !== undefined) headers.prefer = `count=${this.#counted}`
    const call: Call = { path: this.path, query: this.#search(), headers, signal, began }
    const reply = await this.request<Result[]>(call)
    const cursor = (name: string) => reply.headers.get(name) ?? undefined
    const [next, previous] = [cursor('x-next-cursor'), cursor('x-prev-cursor')]
    const behind = next === undefined ? this.#atOffset(cursor('link')) : this.after(next)
    const total = /\/(\d+)$/.exec(cursor('content-range') ?? '')?.[1]
    const count = total === undefined ? undefined : Number(total)
    const rows = new List(
      listOf(reply.data),
      count,
      behind && (() => this.#behind(behind, next === undefined, began)),
    )
    return { rows, next, previous, count }
  }

  /**
   * live calls the listener with the page of rows, and again whenever rows of the table change that stand in it, enter it or
   * leave it. Related rows are read along; changes of theirs alone are not heard of.
   */
  live(listener: (rows: List<Result>) => void, options: LiveListOptions = {}): Subscription {
    const { table, subscribe, session } = this.source
    const filter = liveFilterOf(filtersOf(this.params))
    const read = async (signal: AbortSignal) => (await this.page(signal)).rows
    const follow = (onChange: () => void, more: SubscribeOptions, narrow: boolean) =>
      subscribe(table, onChange, narrow && filter !== undefined ? { ...more, filter } : more)
    const source = { read, subscribe: follow, listen: (changed: () => void) => session.listen(changed) }
    return followList(source, listener, options)
  }

  /** first returns the first row, or null if there is none. */
  async first(): Promise<Result | null> {
    return (await this.limit(1))[0] ?? null
  }

  /**
   * find returns the row of that id, in the shape of `select`. A row that does not exist, or is hidden by policies, is a
   * MsingiError with status 404. Nothing but `select` and what concerns related rows goes with it: else a TypeError.
   */
  async find(id: string): Promise<Result> {
    const [other] = this.params.filter(([name]) => name !== 'select' && !isOfRelated(name))
    if (other !== undefined || this.#counted !== undefined)
      throw new TypeError(`find reads one row by its id: ${other?.[0] ?? 'withCount'} does not go with it.`)
    return (await this.request<Result>({ path: this.row(id), query: this.#search() })).data
  }

  /** count returns how many rows match. */
  async count(precision: Precision = 'exact'): Promise<number> {
    const query = this.with('count', precision).#search()
    return objectOf((await this.request<{ count: number }>({ path: this.path, query })).data).count
  }

  /** updateAll changes all rows that match, and returns how many; at least one filter is required. */
  updateAll(changes: Types['update'], options?: WriteOptions): Promise<number>
  updateAll(changes: Types['update'], options: ReturningOptions): Promise<Result[]>
  updateAll(changes: Types['update'], options: Partial<ReturningOptions> = {}): Promise<number | Result[]> {
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
  then<Fulfilled = List<Result>, Rejected = never>(
    fulfilled?: ((rows: List<Result>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    rejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.page()
      .then(({ rows }) => rows)
      .then(fulfilled, rejected)
  }

  /** Iterating yields all matching rows, page by page, newest first unless `order('created_at')` is set. */
  async *[Symbol.asyncIterator](): AsyncIterator<Result> {
    yield* (await this.page()).rows
  }

  protected row(id: string): string {
    return `${this.path}/${encodeURIComponent(id)}`
  }

  async #write(
    call: Pick<Call, 'method' | 'body'>,
    { returning, maxAffected }: Partial<ReturningOptions>,
  ): Promise<number | Result[]> {
    const most = maxAffected === undefined ? '' : `, max-affected=${maxAffected}`
    const headers = { prefer: `return=${returning ? 'representation' : 'minimal'}${most}` }
    const request = { ...call, path: this.path, query: this.#search(), headers }
    const { data } = await this.request<{ count: number } | Result[]>(request)
    return Array.isArray(data) ? data : objectOf(data).count
  }

  protected override refined(params: Params): Query<Row, Result, Types> {
    return new Query(this.source, params, this.#counted)
  }

  async #behind(next: Query<Row, Result, Types>, isByOffset: boolean, began: number): Promise<List<Result>> {
    // The same place again would be read for ever.
    if (isByOffset ? next.#offset() <= this.#offset() : next.key === this.key)
      throw new MsingiError('The list does not advance: the next page is not behind this one.', {
        status: 200,
      })
    return (await next.#pageOf(began)).rows
  }

  #offset(): number {
    return Number(this.#search().get('offset') ?? 0)
  }

  // Where there are no cursors, as of views, the next page is told by its offset.
  #atOffset(link: string | undefined): Query<Row, Result, Types> | undefined {
    const url = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
    const offset = url === undefined ? null : new URL(url, 'http://localhost').searchParams.get('offset')
    return offset === null ? undefined : this.with('offset', offset)
  }

  #search(): URLSearchParams {
    return new URLSearchParams([...this.params])
  }
}
