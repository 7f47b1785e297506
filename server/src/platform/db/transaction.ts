// A transaction on one connection of a pool, for SQL that is written by hand.
import type pg from 'pg'

/** Queryable runs SQL: a pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** transaction runs `work` in a transaction and commits it, or rolls it back where `work` throws. */
export async function transaction<T>(
  pool: { connect(): Promise<pg.PoolClient> },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // A connection that could not even roll back must not go to the next caller.
    client.release(broken)
  }
}
