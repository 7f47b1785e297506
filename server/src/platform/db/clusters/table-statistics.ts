// Has PostgreSQL analyze a table as soon as it has grown much. Autovacuum comes by once a minute at best, later with many
// tables, and until then the planner guesses: it sorts a whole table to return the first 50 rows.
import { qualify } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { DataProject } from '#platform/db/executor/executor.ts'
import type { Log } from '#platform/log/log.ts'
import type { Clusters } from './clusters.ts'

type Table = Pick<TableShape, 'id' | 'schema' | 'slug'>
type ClusterProject = DataProject & { readonly cluster: string }

interface Growth {
  /** written is how many rows were written since the latest ANALYZE. */
  written: number
  /** due is at how many of them the next one is. */
  due: number
  running: boolean
}

// Small tables are read whole either way. Afterwards it is at every half of a table's rows, so a table of n rows is
// analyzed some log(n) times while it is filled; what changes less is left to autovacuum.
const FIRST = 500
const GROWTH = 0.5
const MAX_TABLES = 20_000
// ANALYZE reads a sample of 30,000 rows at most. It must not wait behind DDL, which would make others wait behind it.
const BOUNDS = `set local lock_timeout = '500ms'; set local statement_timeout = '15s'`

/** TableStatistics counts the rows that this node writes, by table. */
export class TableStatistics {
  readonly #clusters: Clusters
  readonly #log: Log
  readonly #tables = recentlyUsed<Growth>(MAX_TABLES)
  readonly #running = new Set<Promise<void>>()
  #closed = false

  constructor(clusters: Clusters, log: Log) {
    this.#clusters = clusters
    this.#log = log
  }

  /** count adds rows that were written to a table, and has it analyzed in the background once they are many. */
  count(project: ClusterProject, table: Table, rows: number): void {
    const growth = this.#tables.get(table.id) ?? { written: 0, due: FIRST, running: false }
    if (growth.written === 0) this.#tables.set(table.id, growth)
    growth.written += rows
    if (growth.written < growth.due || growth.running || this.#closed) return
    const run = this.#follow(project, qualify(table.schema, table.slug), growth).finally(() =>
      this.#running.delete(run),
    )
    this.#running.add(run)
  }

  /** settled resolves when no table is being analyzed. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** close waits for what is running and begins nothing more. */
  close(): Promise<void> {
    this.#closed = true
    return this.settled()
  }

  // What was written during one ANALYZE may call for the next.
  async #follow(project: ClusterProject, name: string, growth: Growth): Promise<void> {
    growth.running = true
    try {
      while (growth.written >= growth.due && !this.#closed) await this.#analyze(project, name, growth)
    } finally {
      growth.running = false
    }
  }

  async #analyze(project: ClusterProject, name: string, growth: Growth): Promise<void> {
    const cluster = this.#clusters.of(project)
    const before = growth.written
    try {
      // As the owner: ANALYZE computes the expressions of indexes, which may call functions of the project.
      await cluster.asOwner(async (client) => {
        if (this.#closed) throw new Error('the server is closing')
        await client.query(`${BOUNDS}; analyze ${name}`)
      }, 'statistics')
      // Owners may not read the catalog.
      const text = 'select reltuples from pg_catalog.pg_class where oid = pg_catalog.to_regclass($1)'
      const { rows } = await cluster.admin.query<{ reltuples: number }>(text, [name])
      growth.written -= before
      growth.due = Math.max(FIRST, Number(rows[0]?.reltuples ?? 0) * GROWTH)
    } catch (error) {
      // A lock that somebody holds, a table that is gone: later, when still more was written.
      growth.due = growth.written * 2
      if (!this.#closed)
        this.#log.warn({ err: (error as Error).message, table: name }, 'could not analyze a table')
    }
  }
}
