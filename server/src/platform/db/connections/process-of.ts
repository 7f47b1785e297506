// Which process of PostgreSQL serves a connection.
import type pg from 'pg'

/** processOf returns its number, once connected. `pg` knows it and keeps it out of its types. */
export function processOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID
}
