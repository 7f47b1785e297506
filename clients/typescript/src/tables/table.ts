// Tables: rows are read as by a query, and written here.

import { idempotent } from '../http/http.ts'
import type { ChangeListener, SubscribeOptions, Subscription } from '../live/subscription.ts'
import { Query } from './query.ts'
import type { RepeatOptions } from './source.ts'
import type { PlainTypes, TableTypes } from './types.ts'

/** UpsertOptions are the unique column that identifies existing rows, and whether those are ignored instead of merged. */
export interface UpsertOptions<Row> extends RepeatOptions {
  readonly onConflict: keyof Row & string
  readonly ignoreExisting?: boolean
}

/** Table reads and writes one table. */
export class Table<Row extends object, Types extends TableTypes = PlainTypes<Row>> extends Query<
  Row,
  Row,
  Types
> {
  /** insert adds a row, or up to 5,000 rows, all or none, and returns them. */
  insert(rows: readonly Types['insert'][], options?: RepeatOptions): Promise<Row[]>
  insert(row: Types['insert'], options?: RepeatOptions): Promise<Row>
  async insert(body: unknown, { idempotencyKey }: RepeatOptions = {}): Promise<Row | Row[]> {
    const call = { method: 'POST', path: this.path, body, headers: idempotent(idempotencyKey) } as const
    return (await this.request<Row | Row[]>(call)).data
  }

  /** upsert adds rows, or updates those that exist already, and returns them; null for one that existed and is ignored. */
  upsert(rows: readonly Types['insert'][], options: UpsertOptions<Row>): Promise<Row[]>
  upsert(
    row: Types['insert'],
    options: UpsertOptions<Row> & { readonly ignoreExisting: true },
  ): Promise<Row | null>
  upsert(row: Types['insert'], options: UpsertOptions<Row>): Promise<Row>
  async upsert(
    body: unknown,
    { onConflict, ignoreExisting, idempotencyKey }: UpsertOptions<Row>,
  ): Promise<Row | null | Row[]> {
    const query = new URLSearchParams({ on_conflict: onConflict })
    const prefer = `resolution=${ignoreExisting ? 'ignore' : 'merge'}-duplicates`
    const headers = { prefer, ...idempotent(idempotencyKey) }
    const call = { method: 'POST', path: this.path, query, body, headers } as const
    return (await this.request<Row | null | Row[]>(call)).data
  }

  /** update changes some columns of a row and returns the new row. */
  async update(id: string, changes: Types['update'], { idempotencyKey }: RepeatOptions = {}): Promise<Row> {
    const headers = idempotent(idempotencyKey)
    return (await this.request<Row>({ method: 'PATCH', path: this.row(id), body: changes, headers })).data
  }

  /** delete deletes a row (a soft delete if the table has `deleted_at`). */
  async delete(id: string): Promise<void> {
    await this.request({ method: 'DELETE', path: this.row(id) })
  }

  /** restore makes a deleted row live again and returns it. */
  async restore(id: string): Promise<Row> {
    return (await this.request<Row>({ method: 'POST', path: `${this.row(id)}/restore` })).data
  }

  /** subscribe calls the listener for every change of the table that the user is allowed to see. */
  subscribe(listener: ChangeListener<Row>, options?: SubscribeOptions): Subscription {
    const { table, subscribe } = this.source
    return subscribe(table, listener as ChangeListener<never>, options)
  }
}
