// The SQL of console items: table `platform.console_items`. Without an account an item is the project's.
import type { Queryable } from '#platform/db/transaction.ts'

/** ItemOwner says whose items are meant: the project's, or those of an account in it. */
export interface ItemOwner {
  readonly project_id: string
  readonly account_id: string | null
}

/** ConsoleItemRow is an item without its value. */
export interface ConsoleItemRow {
  readonly key: string
  readonly version: number
  readonly bytes: number
  readonly updated_by: string | null
  readonly updated_at: Date
}

/** StoredItem is an item with its value, as JSON. */
export type StoredItem = ConsoleItemRow & { readonly value: string }

const COLUMNS = 'key, version, octet_length(value) as bytes, updated_by, updated_at'
const OWNED = 'project_id = $1 and account_id is not distinct from $2::uuid'

/** listItems returns the items of an owner in the order of their keys. */
export async function listItems(db: Queryable, owner: ItemOwner): Promise<ConsoleItemRow[]> {
  const sql = `select ${COLUMNS} from platform.console_items where ${OWNED} order by key`
  return (await db.query<ConsoleItemRow>(sql, [owner.project_id, owner.account_id])).rows
}

/** findItem returns an item. */
export async function findItem(
  db: Queryable,
  owner: ItemOwner,
  key: string,
): Promise<StoredItem | undefined> {
  const sql = `select ${COLUMNS}, value from platform.console_items where ${OWNED} and key = $3`
  return (await db.query<StoredItem>(sql, [owner.project_id, owner.account_id, key])).rows[0]
}

/** lockItem returns the value of an item, and keeps others from changing it until the transaction ends. */
export async function lockItem(db: Queryable, owner: ItemOwner, key: string): Promise<string | undefined> {
  const sql = `select value from platform.console_items where ${OWNED} and key = $3 for update`
  const { rows } = await db.query<{ value: string }>(sql, [owner.project_id, owner.account_id, key])
  return rows[0]?.value
}

/** countItems returns how many items an owner has. */
export async function countItems(db: Queryable, owner: ItemOwner): Promise<number> {
  const sql = `select count(*)::int as count from platform.console_items where ${OWNED}`
  const { rows } = await db.query<{ count: number }>(sql, [owner.project_id, owner.account_id])
  return rows[0]?.count ?? 0
}

/** ItemWrite is what is stored under a key. */
export interface ItemWrite {
  readonly value: string
  readonly updated_by: string
  readonly updated_at: Date
}

/** insertItem stores a new item; undefined where there is one with its key. */
export async function insertItem(
  db: Queryable,
  owner: ItemOwner,
  key: string,
  { value, updated_by, updated_at }: ItemWrite,
): Promise<StoredItem | undefined> {
  const { rows } = await db.query<StoredItem>(
    `insert into platform.console_items (project_id, account_id, key, value, version, updated_by, updated_at)
     values ($1, $2, $3, $4, 1, $5, $6) on conflict do nothing returning ${COLUMNS}, value`,
    [owner.project_id, owner.account_id, key, value, updated_by, updated_at],
  )
  return rows[0]
}

/** updateItem replaces an item, where it has the `version` if one is given; undefined where there is none. */
export async function updateItem(
  db: Queryable,
  owner: ItemOwner,
  key: string,
  { value, updated_by, updated_at }: ItemWrite,
  version: number | undefined,
): Promise<StoredItem | undefined> {
  const { rows } = await db.query<StoredItem>(
    `update platform.console_items set value = $4, version = version + 1, updated_by = $5, updated_at = $6
     where ${OWNED} and key = $3 and ($7::int is null or version = $7) returning ${COLUMNS}, value`,
    [owner.project_id, owner.account_id, key, value, updated_by, updated_at, version],
  )
  return rows[0]
}

/** deleteItem removes an item, and reports whether there was one. */
export async function deleteItem(db: Queryable, owner: ItemOwner, key: string): Promise<boolean> {
  const sql = `delete from platform.console_items where ${OWNED} and key = $3`
  return ((await db.query(sql, [owner.project_id, owner.account_id, key])).rowCount ?? 0) > 0
}
