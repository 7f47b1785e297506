// What the tables of a database hold: how many rows, and a checksum that does not depend on their order. Projects decide on what
// reading one of their tables takes, and whether it can be read at all.
import { performance } from 'node:perf_hooks'
import pg from 'pg'

/** TableSums are the sums of tables by their names, or why one could not be read. Where two sums are equal, the tables hold the same rows. */
export type TableSums = ReadonlyMap<string, string | pg.DatabaseError>

/** ReadLimits are how long reading one table may take, and all of them together. */
export interface ReadLimits {
  readonly tableMs: number
  readonly allMs: number
}

// How rows read as text, wherever they are read.
const OPTIONS =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1 -c bytea_output=hex'
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^(pg_|information_schema$)'`
const NAME = `format('%I.%I', n.nspname, c.relname)`

/** sumTables reads all tables of a database. It throws where the connection is lost. */
export async function sumTables(database: pg.ClientConfig, limits: ReadLimits): Promise<TableSums> {
  const end = performance.now() + limits.allMs
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select ${NAME} as name from ${TABLES} order by 1`)
    const sums = new Map<string, string | pg.DatabaseError>()
    for (const { name } of rows) {
      const ms = Math.max(1, Math.ceil(Math.min(limits.tableMs, end - performance.now())))
      sums.set(name, await sumTable(client, name, ms))
    }
    return sums
  })
}

/** countWrites returns by name how often rows of tables were written, which PostgreSQL reports late. A table that is made anew has another count. */
export function countWrites(database: pg.ClientConfig): Promise<ReadonlyMap<string, string>> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ name: string; writes: string }>(
      `select ${NAME} as name, c.oid || ':' || pg_stat_get_tuples_inserted(c.oid) + pg_stat_get_tuples_updated(c.oid)
         + pg_stat_get_tuples_deleted(c.oid) as writes from ${TABLES}`,
    )
    return new Map(rows.map(({ name, writes }) => [name, writes]))
  })
}

async function withClient<T>(database: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...database, options: OPTIONS })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

async function sumTable(client: pg.Client, name: string, ms: number): Promise<string | pg.DatabaseError> {
  try {
    await client.query(`select set_config('statement_timeout', $1, false)`, [String(ms)])
    // A column can be called like the table.
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended((t.*)::text, 0)::numeric), 0) as sum from ${name} t`,
    )
    return rows[0]?.sum ?? ''
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error
    throw error
  }
}
