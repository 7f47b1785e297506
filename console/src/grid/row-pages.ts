// Rows of a list in memory, page by page: loads what is looked at and a little ahead, drops what is far away.

/** PAGE_SIZE is how many rows are asked for at once. */
export const PAGE_SIZE = 100

const MOST_REQUESTS = 3
const PAGES_AHEAD = 2
const MOST_PAGES = 40
// Whoever drags the bar passes pages by: only where they rest is anything asked for.
const REST_MS = 80

/** PageRequest asks for rows: by the cursor of a neighbouring page, or from an offset. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
}

/** LoadedPage is rows with the cursors of the pages behind and before them. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[]
  readonly next?: string | undefined
  readonly previous?: string | undefined
}

/** Identified is a row that can be found again. */
export interface Identified {
  readonly id: string
}

type Load<Row> = (request: PageRequest, signal: AbortSignal) => Promise<LoadedPage<Row>>

/** RowPages holds at most 4,000 rows of a list, and has at most three requests under way. */
export class RowPages<Row extends Identified> {
  readonly #load: Load<Row>
  readonly #pages = new Map<number, LoadedPage<Row>>()
  // Shown until they are read again.
  readonly #old = new Set<number>()
  readonly #running = new Map<number, AbortController>()
  readonly #places = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly number[] = []
  #shown: readonly number[] = []
  #seen = 0
  #count: number | undefined
  #error: Error | undefined
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(load: Load<Row>) {
    this.#load = load
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** version changes with every change. */
  readonly version = (): number => this.#version

  /** count is how many rows there are as far as is known; undefined before the first answer. */
  get count(): number | undefined {
    return this.#count
  }

  /** isLoading is whether rows are on their way, which may be older than what is known of them. */
  get isLoading(): boolean {
    return this.#running.size > 0
  }

  /** error is why the latest page could not be loaded. */
  get error(): Error | undefined {
    return this.#error
  }

  /** rowAt returns the row at an index, or undefined while it is not loaded. */
  rowAt(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.rows[index % PAGE_SIZE]
  }

  /** loaded returns the rows in memory with their indexes, from the first on. */
  loaded(): readonly (readonly [index: number, row: Row])[] {
    const pages = [...this.#pages].sort(([one], [other]) => one - other)
    return pages.flatMap(([page, { rows }]) => rows.map((row, at) => [page * PAGE_SIZE + at, row] as const))
  }

  /** find returns a loaded row. */
  find(id: string): Row | undefined {
    const index = this.indexOf(id)
    return index === undefined ? undefined : this.rowAt(index)
  }

  /** indexOf returns where a loaded row is. */
  indexOf(id: string): number | undefined {
    return this.#places.get(id)
  }

  /** counted takes the number of rows, as the server has counted or estimated it. */
  counted(count: number): void {
    const ends = [...this.#pages].map(([page, { rows }]) =>
      rows.length === 0 ? 0 : page * PAGE_SIZE + rows.length,
    )
    this.#count = Math.max(count, ...ends)
    this.#changed()
  }

  /** show loads the rows of a window, with `end` outside. */
  show(start: number, end: number): void {
    const [from, to] = [Math.floor(start / PAGE_SIZE), Math.floor(Math.max(start, end - 1) / PAGE_SIZE)]
    this.#shown = Array.from({ length: to - from + 1 }, (_, step) => from + step)
    const down = start >= this.#seen
    const ahead = Array.from({ length: PAGES_AHEAD }, (_, step) => (down ? to + step + 1 : from - step - 1))
    this.#seen = start
    this.#wanted = [...this.#shown, ...ahead.filter((page) => page >= 0 && this.#canExist(page))]
    for (const [page, running] of this.#running) if (!this.#wanted.includes(page)) running.abort()
    this.#fill()
  }

  /** patch puts other values into a loaded row. */
  patch(id: string, values: Partial<Row>): void {
    const index = this.#places.get(id)
    const at = Math.floor((index ?? 0) / PAGE_SIZE)
    const page = this.#pages.get(at)
    if (index === undefined || page === undefined) return
    this.#pages.set(at, {
      ...page,
      rows: page.rows.with(index % PAGE_SIZE, { ...this.rowAt(index), ...values } as Row),
    })
    this.#changed()
  }

  /** reload forgets all rows, and loads those in the window again; `more` is how many rows there are more than before. */
  reload(more = 0): void {
    for (const page of [...this.#pages.keys()]) this.#forget(page)
    this.refresh(more)
  }

  /** refresh reads again what has been read or is being read: what is in the window stays until its rows have come. */
  refresh(more = 0): void {
    this.stop()
    if (this.#count !== undefined) this.#count = Math.max(0, this.#count + more)
    for (const page of [...this.#pages.keys()]) {
      if (this.#shown.includes(page)) this.#old.add(page)
      else this.#forget(page)
    }
    this.#error = undefined
    this.#fill()
    this.#changed()
  }

  /** retry loads what could not be loaded. */
  retry(): void {
    this.#error = undefined
    this.#fill()
    this.#changed()
  }

  /** stop ends all requests. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const running of this.#running.values()) running.abort()
    this.#running.clear()
  }

  #fresh(page: number): LoadedPage<Row> | undefined {
    return this.#old.has(page) ? undefined : this.#pages.get(page)
  }

  #canExist(page: number): boolean {
    return this.#count === undefined || page * PAGE_SIZE < this.#count
  }

  #fill(rested = false): void {
    if (this.#error !== undefined) return
    for (const page of this.#wanted) {
      if (this.#running.size >= MOST_REQUESTS) return
      if (this.#fresh(page) !== undefined || this.#running.has(page)) continue
      const cursor = this.#fresh(page - 1)?.next ?? this.#fresh(page + 1)?.previous
      const near = this.#running.has(page - 1) || this.#running.has(page + 1)
      if (page === 0 || cursor === undefined) {
        // What is next to a page under way waits for its cursor, and what is not yet looked at is not asked for by offset.
        if (page > 0 && (near || !this.#shown.includes(page))) continue
        if (page > 0 && !rested) {
          this.#timer ??= setTimeout(() => {
            this.#timer = undefined
            this.#fill(true)
          }, REST_MS)
          continue
        }
      }
      void this.#fetch(page, page === 0 ? undefined : cursor)
    }
  }

  async #fetch(page: number, cursor: string | undefined): Promise<void> {
    const running = new AbortController()
    this.#running.set(page, running)
    const request = { limit: PAGE_SIZE, offset: page * PAGE_SIZE }
    try {
      let loaded = await this.#load(cursor === undefined ? request : { ...request, cursor }, running.signal)
      // Rows before this page are gone: what stands here now is known by offset alone.
      if (cursor !== undefined && loaded.rows.length < PAGE_SIZE && this.#pages.has(page + 1))
        loaded = await this.#load(request, running.signal)
      if (this.#running.get(page) === running) this.#keep(page, loaded)
    } catch (error) {
      if (!running.signal.aborted) this.#error = error as Error
    }
    if (this.#running.get(page) === running) this.#running.delete(page)
    this.#fill()
    this.#changed()
  }

  #keep(page: number, loaded: LoadedPage<Row>): void {
    this.#forget(page)
    this.#pages.set(page, loaded)
    loaded.rows.forEach(({ id }, at) => {
      this.#places.set(id, page * PAGE_SIZE + at)
    })
    const end = page * PAGE_SIZE + loaded.rows.length
    const isLast = loaded.rows.length < PAGE_SIZE
    if (isLast && (loaded.rows.length > 0 || page === 0)) this.#count = end
    else if (isLast) this.#count = Math.min(this.#count ?? end, end)
    else this.#count = Math.max(this.#count ?? 0, loaded.next === undefined ? end : end + 1)
    this.#drop(page)
  }

  #drop(near: number): void {
    if (this.#pages.size <= MOST_PAGES) return
    const [farthest] = [...this.#pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near))
    if (farthest === undefined) return
    this.#forget(farthest)
  }

  #forget(page: number): void {
    this.#pages.get(page)?.rows.forEach(({ id }, at) => {
      // It may be on another page by now.
      if (this.#places.get(id) === page * PAGE_SIZE + at) this.#places.delete(id)
    })
    this.#pages.delete(page)
    this.#old.delete(page)
  }

  #changed(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}
