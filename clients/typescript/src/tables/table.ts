// Tables: rows are read as by a query, and written here (spec 4.2).

import type { ChangeListener, SubscribeOptions, Subscription } from '../live/subscription.ts'
import { Query } from './query.ts'
import type { PlainTypes, TableTypes } from './types.ts'

/** UpsertOptions are the unique column that identifies existing rows, and whether those are ignored instead of merged. */
export interface UpsertOptions<Row> {
  readonly onConflict: keyof Row & string
  readonly ignoreExisting?: boolean
}

/** InsertOptions make a retry safe: an insert with the same key is done once. */
export interface InsertOptions {
  readonly idempotencyKey?: string
}

/** Table reads and writes one table. */
export class Table<Row extends object, Types extends TableTypes = PlainTypes<Row>> extends Query<
  Row,
  Row,
  Types
> {
  /** insert adds a row, or up to 5,000 rows, all or none, and returns them. */
  insert(row: Types['insert'], options?: InsertOptions): Promise<Row>
  insert(rows: readonly Types['insert'][], options?: InsertOptions): Promise<Row[]>
  async insert(body: unknown, { idempotencyKey }: InsertOptions = {}): Promise<Row | Row[]> {
    const headers: Record<string, string> = {}
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    return (await this.request<Row | Row[]>({ method: 'POST', path: this.path, body, headers })).data
  }

  /** upsert adds rows, or updates those that exist already, and returns them; null for one that existed and is ignored. */
  upsert(
    row: Types['insert'],
    options: UpsertOptions<Row> & { readonly ignoreExisting: true },
  ): Promise<Row | null>
  upsert(row: Types['insert'], options: UpsertOptions<Row>): Promise<Row>
  upsert(rows: readonly Types['insert'][], options: UpsertOptions<Row>): Promise<Row[]>
  async upsert(
    body: unknown,
    { onConflict, ignoreExisting }: UpsertOptions<Row>,
  ): Promise<Row | null | Row[]> {
    const query = new URLSearchParams({ on_conflict: onConflict })
    const headers = { prefer: `resolution=${ignoreExisting ? 'ignore' : 'merge'}-duplicates` }
    return (await this.request<Row | null | Row[]>({ method: 'POST', path: this.path, query, body, headers }))
      .data
  }

  /** update changes some columns of a row and returns the new row. */
  async update(id: string, changes: Types['update']): Promise<Row> {
    return (await this.request<Row>({ method: 'PATCH', path: this.row(id), body: changes })).data
  }

  /** delete deletes a row (a soft delete if the table has `deleted_at`). */
  async delete(id: string): Promise<void> {
    await this.request({ method: 'DELETE', path: this.row(id) })
  }

  /** restore makes a deleted row live again and returns it. */
  async restore(id: string): Promise<Row> {
    return (await this.request<Row>({ method: 'POST', path: `${this.row(id)}/restore` })).data
  }

  /** subscribe calls the listener for every change of the table that the user is allowed to see (spec 6.4). */
  subscribe(listener: ChangeListener<Row>, options?: SubscribeOptions): Subscription {
    const { table, subscribe } = this.source
    return subscribe(table, listener as ChangeListener<never>, options)
  }
}
