// What the tables of a database hold: how many rows, and a checksum that does not depend on their order.
import pg from 'pg'

/** TableSums are the sums of tables by their names; of two that are equal, the tables hold the same rows. */
export type TableSums = ReadonlyMap<string, string>

// How rows read as text, wherever they are read.
const OPTIONS =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex'
// The table is gone, or takes longer than it may.
const LEFT_OUT = ['42P01', '3F000', '57014']

/** sumTables reads all tables of a database. One that takes longer than `atMostMs` (0 for no limit), or goes meanwhile, is left out. */
export async function sumTables(database: pg.ClientConfig, atMostMs: number): Promise<TableSums> {
  const client = new pg.Client({ ...database, options: OPTIONS })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^(pg_|information_schema$)' order by 1`,
    )
    await client.query(`select set_config('statement_timeout', $1, false)`, [String(atMostMs)])
    const sums = new Map<string, string>()
    for (const { name } of rows) {
      const sum = await sumTable(client, name)
      if (sum !== undefined) sums.set(name, sum)
    }
    return sums
  } finally {
    await client.end()
  }
}

async function sumTable(client: pg.Client, name: string): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${name} t`,
    )
    return rows[0]?.sum
  } catch (error) {
    if (LEFT_OUT.includes((error as pg.DatabaseError).code ?? '')) return undefined
    throw error
  }
}
