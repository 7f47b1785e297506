// What PostgreSQL does by itself within a minute, done at once, so that no figure depends on when it happens.
import pg from 'pg'

/** gatherStatistics vacuums and analyses a table, which a bulk load has left without statistics. */
export async function gatherStatistics(connection: object, table: string): Promise<void> {
  await ask(connection, `vacuum analyze ${table}`)
}

/** databaseSize returns the bytes of the database. */
export async function databaseSize(connection: object): Promise<number> {
  const [row] = await ask<{ size: string }>(connection, 'select pg_database_size(current_database()) as size')
  return Number(row?.size)
}

/** addRowsBySql inserts so many rows into a table of products, each a second older than the one before, and an index on price. */
export async function addRowsBySql(connection: object, table: string, rows: number): Promise<void> {
  await ask(
    connection,
    `insert into ${table} (name, price, in_stock, note, created_at)
     select 'Product ' || n, n::bigint * 7919 % 5000, n % 3 > 0,
       'A note of ordinary length for a product.', now() - n * interval '1 second'
     from generate_series(1, ${rows}) n`,
  )
  await ask(connection, `create index on ${table} (price)`)
}

async function ask<Row extends pg.QueryResultRow>(connection: object, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
