// The rows of a page, with what stands behind them.
import { listOf } from './answers.ts'
import type { Request } from './http.ts'
import { queryOf } from './query-of.ts'

/** List is an array of rows. Iterating it with `for await` yields the rows of all pages from this one on. */
export class List<Result> extends Array<Result> implements AsyncIterable<Result> {
  readonly #count: number | undefined
  readonly #next: (() => Promise<List<Result>>) | undefined

  // What is derived of a list, such as by `map`, is a plain array.
  static override get [Symbol.species]() {
    return Array
  }

  constructor(
    rows: readonly Result[],
    count: number | undefined,
    next: (() => Promise<List<Result>>) | undefined,
  ) {
    super()
    for (const row of rows) this.push(row)
    this.#count = count
    this.#next = next
  }

  /** more is true where another page follows. It follows every full page, so that it can be empty. */
  get more(): boolean {
    return this.#next !== undefined
  }

  /** count is how many rows match in all, where `withCount` asked for it. */
  get count(): number | undefined {
    return this.#count
  }

  /** next returns the rows of the next page; none where no page follows. */
  async next(): Promise<List<Result>> {
    return (await this.#next?.()) ?? new List<Result>([], this.#count, undefined)
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Result> {
    for (let page: List<Result> = this; ; page = await page.next()) {
      yield* page.values()
      if (!page.more) return
    }
  }
}

/** listPages returns a page of what a path lists by numbers of pages; `for await` yields those of all pages. */
export async function listPages<Item>(
  request: Request,
  path: string,
  filters: { readonly page?: number },
): Promise<List<Item>> {
  const { page = 1 } = filters
  const { data, headers } = await request<Item[]>({ path, query: queryOf(filters) })
  const items = listOf(data)
  const total = headers.get('x-total-count')
  const hasMore = items.length > 0 && headers.get('link')?.includes('rel="next"') === true
  const next = hasMore ? () => listPages<Item>(request, path, { ...filters, page: page + 1 }) : undefined
  return new List(items, total === null ? undefined : Number(total), next)
}
