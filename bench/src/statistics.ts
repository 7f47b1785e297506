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

async function ask<Row extends pg.QueryResultRow>(connection: object, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
