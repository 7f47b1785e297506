// Rows of the table of a Site that change a few times, written straight in the database.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** VERSIONS is how many events come of each row: one of its insertion, the others of updates. */
export const VERSIONS = 3

const BATCH = 10

/** writeRows inserts so many rows, numbered from 0, and updates each of them. */
export async function writeRows(client: pg.Client, table: string, rows: number): Promise<void> {
  for (let number = 0; number < rows; number += BATCH) {
    const range = [number, Math.min(number + BATCH, rows) - 1]
    await client.query(
      `insert into ${table} (writer, number, version) select 'drill', n, 0 from generate_series($1::int, $2::int) n`,
      range,
    )
    for (let version = 1; version < VERSIONS; version++)
      await client.query(`update ${table} set version = $3 where number between $1 and $2`, [
        ...range,
        version,
      ])
    await sleep(5)
  }
}
