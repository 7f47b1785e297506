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
    return await untilCommit(client, () => work(client))
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

// By the connection that is in a transaction.
const following = new WeakMap<object, (() => void)[]>()

/** untilCommit begins a transaction, runs `work` and commits. Where that fails, the caller ends the transaction. */
export async function untilCommit<T>(client: Queryable, work: () => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = []
  following.set(client, waiting)
  try {
    await client.query('begin')
    const result = await work()
    await client.query('commit')
    for (const follow of waiting) follow()
    return result
  } finally {
    following.delete(client)
  }
}

/** onCommit calls `follow` once what `db` does is committed: at once outside of a transaction, never after a rollback. */
export function onCommit(db: Queryable, follow: () => void): void {
  const waiting = following.get(db)
  if (waiting === undefined) follow()
  else waiting.push(follow)
}

/** joinTransaction makes `db`, which queries another connection, part of that one's transaction. */
export function joinTransaction(db: Queryable, client: Queryable): void {
  const waiting = following.get(client)
  if (waiting !== undefined) following.set(db, waiting)
}
