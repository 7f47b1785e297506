// Keyset pages of the server's own lists: ordered by a key and the id, and each page begins behind the last entry of the one
// before, so that a late page costs no more than the first.

/** KeysetKey is what a list can be ordered by: an SQL expression, and its type. */
export interface KeysetKey {
  readonly sql: string
  readonly type: 'text' | 'bigint'
}

/** KeysetPlace is where a page begins: behind the entry with this key and id. */
export interface KeysetPlace {
  readonly key: string
  readonly id: string
}

/** KeysetPage is which entries to list: in an order such as `name.asc`, at most `limit` of those behind a place. */
export interface KeysetPage<Order extends string> {
  readonly order: Order
  readonly limit: number
  readonly after?: KeysetPlace | undefined
}

/** microseconds makes a time a key, exactly as PostgreSQL stores it. */
export function microseconds(column: string): KeysetKey {
  return { sql: `(extract(epoch from ${column}) * 1000000)::bigint`, type: 'bigint' }
}

/** KeysetSql is a page in SQL. Its `values` are the parameters behind those that the statement has. */
export interface KeysetSql {
  /** position is selected with each row: the key that a page behind it begins with. */
  readonly position: string
  readonly condition: string
  /** end is the order and the limit. */
  readonly end: string
  readonly values: readonly unknown[]
}

/** keysetSql returns a page of a statement with `parameters` parameters; `id` is the column that decides between equal keys. */
export function keysetSql<Name extends string>(
  keys: Readonly<Record<Name, KeysetKey>>,
  { order, limit, after }: KeysetPage<`${Name}.${'asc' | 'desc'}`>,
  id: string,
  parameters: number,
): KeysetSql {
  const [name, direction] = order.split('.') as [Name, 'asc' | 'desc']
  const { sql, type } = keys[name]
  const [key, last, most] = [1, 2, 3].map((n) => `$${parameters + n}`)
  const compare = direction === 'asc' ? '>' : '<'
  return {
    position: `(${sql})::text`,
    condition: `(${key}::text is null or (${sql}, ${id}) ${compare} (${key}::${type}, ${last}::uuid))`,
    end: `order by ${sql} ${direction}, ${id} ${direction} limit ${most}`,
    values: [after?.key ?? null, after?.id ?? null, limit],
  }
}
