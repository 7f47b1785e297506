// What of an item is not on the server yet, and how it gets there. There is one for each item of the page, whichever screens show it:
// two of them would overwrite one another.
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import {
  changeEntries,
  type EntryChanges,
  type Item,
  putItem,
  readItem,
  type Whose,
} from './console-items.ts'

/** KeptValue says what is kept under a key, for whom, and how its JSON is read. */
export interface KeptValue<Value> {
  readonly whose: Whose
  readonly key: string
  readonly read: (json: unknown) => Value
  /** merge makes one of what the viewer and somebody else have made of `before`; without it, what is written last stays. */
  readonly merge?: (mine: Value, theirs: Value, before: Value) => Value
  /** changes are the entries of a list that differ: only those are written. */
  readonly changes?: (before: Value, now: Value) => EntryChanges
}

const PAUSE_MS = 800
const RETRY_MS = 10_000

/** KeptWrites writes one item. */
export class KeptWrites<Value> {
  kind: KeptValue<Value>
  mayWrite = true
  #client: QueryClient
  #projectId: string
  #queryKey: readonly unknown[]
  // What the server has, as far as is known.
  #before: unknown
  #dirty = false
  #underWay = 0
  #timer = 0
  #failure: Error | null = null
  #listeners = new Set<() => void>()

  constructor(client: QueryClient, projectId: string, queryKey: readonly unknown[], kind: KeptValue<Value>) {
    this.#client = client
    this.#projectId = projectId
    this.#queryKey = queryKey
    this.kind = kind
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** failure is why the latest change is not on the server. */
  readonly failure = () => this.#failure

  /** item is what is shown, from the moment on at which it is changed. */
  readonly item = () => this.#client.getQueryData<Item>(this.#queryKey)

  get isDirty(): boolean {
    return this.#dirty
  }

  /** read returns the item with what has been changed meanwhile. */
  async read(): Promise<Item> {
    const { whose, key } = this.kind
    const item = await readItem(this.#projectId, whose, key)
    const now = this.item()
    if (now === undefined) return item
    // Written since it was asked for.
    if (item.version < now.version) return now
    if (!this.#dirty && this.#underWay === 0) return item
    const value = this.#merge(now.value, item.value)
    this.#before = item.value
    return { ...item, value }
  }

  readonly change = (next: (now: Value) => Value) => {
    const { kind } = this
    const now = this.item()
    // Entries of a list are added to whatever there is on the server; anything else is read first.
    if (now === undefined && kind.changes === undefined) return
    if (!this.#dirty && this.#underWay === 0) this.#before = now?.value
    this.#store({ version: now?.version ?? 0, value: next(kind.read(now?.value)) })
    this.#dirty = true
    if (this.mayWrite) this.#schedule(PAUSE_MS)
  }

  /** save writes what is not on the server, at once; `leaving` where the page may be gone before the server answers. */
  async save(leaving = false): Promise<void> {
    const item = this.item()
    const isAlone = this.#underWay === 0
    if (!this.#dirty || item === undefined) return
    if (!isAlone && !(leaving && this.kind.changes !== undefined)) return
    clearTimeout(this.#timer)
    // Of two that are under way the first may arrive last: it is written once more.
    this.#dirty = !isAlone
    this.#underWay++
    let pause = PAUSE_MS
    try {
      const { value, version } = await this.#write(item, leaving)
      this.#fail(null)
      const now = this.item()
      this.#before = item.value
      if (now !== undefined) this.#store({ version, value: this.#merge(now.value, value) })
      this.#before = value
    } catch (error) {
      this.#dirty = true
      pause = await this.#recover(error as Error)
    } finally {
      this.#underWay--
      if (this.#dirty) this.#schedule(pause)
    }
  }

  async #write(item: Item, leaving: boolean): Promise<Item> {
    const { whose, key, read, merge, changes } = this.kind
    if (changes === undefined) {
      const { value, version } = item
      return putItem(
        this.#projectId,
        whose,
        key,
        merge === undefined ? { value } : { value, version },
        leaving,
      )
    }
    const changed = changes(read(this.#before), read(item.value))
    if (changed.put.length + changed.remove.length === 0) return { ...item, value: this.#before }
    return changeEntries(this.#projectId, whose, key, changed, leaving)
  }

  /** #recover returns how long to wait before the next try. */
  async #recover(error: Error): Promise<number> {
    try {
      if (!(error instanceof ApiError && error.status === 412)) throw error
      const { value, version } = await readItem(this.#projectId, this.kind.whose, this.kind.key)
      const now = this.item()
      if (now !== undefined) this.#store({ version, value: this.#merge(now.value, value) })
      this.#before = value
      this.#fail(null)
      return PAUSE_MS
    } catch (failure) {
      this.#fail(failure as Error)
      return RETRY_MS
    }
  }

  #merge(mine: unknown, theirs: unknown): Value {
    const { read, merge } = this.kind
    return merge === undefined ? read(mine) : merge(read(mine), read(theirs), read(this.#before))
  }

  #store(item: Item): void {
    this.#client.setQueryData<Item>(this.#queryKey, item)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.save(), pause)
  }

  #fail(failure: Error | null): void {
    // The same failure again is no other.
    if (this.#failure?.message === failure?.message) return
    this.#failure = failure
    this.#tell()
  }
}

// With the query goes what belongs to it: after a sign-out nothing of it is left.
const writesOf = new WeakMap<Query, KeptWrites<unknown>>()

/** writesTo returns what writes an item. */
export function writesTo<Value>(
  client: QueryClient,
  projectId: string,
  queryKey: readonly unknown[],
  kind: KeptValue<Value>,
): KeptWrites<Value> {
  const query = client.getQueryCache().build(client, { queryKey })
  const known = writesOf.get(query) as KeptWrites<Value> | undefined
  const writes = known ?? new KeptWrites(client, projectId, queryKey, kind)
  if (known === undefined) writesOf.set(query, writes as KeptWrites<unknown>)
  return writes
}
