// Writers for the bench of capture, in a process of their own: so many connections that write one row after another,
// for so many seconds. The answer is how many rows they wrote.
import pg from 'pg'

/** Orders is what the writers are told. */
export interface Orders {
  readonly connection: object
  readonly table: string
  readonly kind: 'insert' | 'update'
  readonly writers: number
  readonly seconds: number
}

process.once('message', (orders: Orders) => {
  void write(orders).then((rows) => {
    process.send?.(rows)
    process.disconnect()
  })
})

async function write({ connection, table, kind, writers, seconds }: Orders): Promise<number> {
  const until = performance.now() + seconds * 1000
  const text =
    kind === 'insert'
      ? `insert into ${table} (name, price, in_stock, note) values ($1, $2, true, 'A note of ordinary length.')`
      : `update ${table} set name = $1 where price = $2`
  const work = Array.from({ length: writers }, async (_, writer) => {
    const client = new pg.Client(connection)
    await client.connect()
    let rows = 0
    // Each writer updates rows of its own, so that none waits for another.
    for (; performance.now() < until; rows++) {
      const price = kind === 'insert' ? rows : -1 - writer
      await client.query({ name: kind, text, values: [`Product ${rows}`, price] })
    }
    await client.end()
    return rows
  })
  return (await Promise.all(work)).reduce((sum, rows) => sum + rows, 0)
}
