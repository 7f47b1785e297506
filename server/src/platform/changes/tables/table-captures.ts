// Begins and ends the capture of single tables. Who writes a table for long holds up those who want that table's changes
// and nobody else: a busy table is waited for in short attempts, and in between nothing that others need is held.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { CaptureContext, CapturedTables } from '#platform/changes/reading/capture.ts'
import { lockChanges, shareChanges } from '#platform/changes/state/checkpoint.store.ts'
import * as leases from '#platform/changes/state/leases.store.ts'
import { findTable, type PhysicalTable, saveWatched } from '#platform/changes/state/watched-tables.store.ts'
import { CONNECTIONS } from '#platform/db/connections/connection-budget.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import { FairGate } from '#platform/fairness/fair-gate.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'
import { restoreTable } from './instrument.ts'
import { isBusy } from './table-failures.ts'

/** BEGIN_MS is for how long a busy table is waited for. */
export const BEGIN_MS = 8000
// What nobody is in the way of is done within it.
const QUICK_MS = 50
// Statements that come to the table meanwhile wait behind us, so attempts are short and grow only slowly.
const FIRST_ATTEMPT_MS = 100
const LAST_ATTEMPT_MS = 1000
const PAUSE_MS = 150
const RELEASE_MS = 500
const RELEASE_TRIES = 20
// PostgreSQL makes a slot as soon as all transactions of that moment have ended. It is gone again at once where nobody
// has begun to use it.
const SLOT_MS = 25_000
const MOST_SLOTS = 3

const ATTEMPTS = { places: 4, perProject: 2, waiting: 200, waitMs: BEGIN_MS, what: 'first subscriptions' }
const PATIENT_ATTEMPTS = {
  ...ATTEMPTS,
  places: CONNECTIONS.captures - 1,
  perProject: 1,
  what: 'subscriptions to busy tables',
}

// begun and active end the wait: the table is captured from now on, or was already.
type Outcome = 'begun' | 'active' | 'busy' | 'unprepared'

/** TableCaptures begins and ends captures on one cluster for one node. */
export class TableCaptures {
  readonly #context: CaptureContext
  readonly #tables: CapturedTables
  readonly #waitMs: number
  readonly #quick = new FairGate(ATTEMPTS)
  readonly #patient = new FairGate(PATIENT_ATTEMPTS)
  // Waits never take a connection of those that every request needs.
  readonly #pool: pg.Pool
  readonly #beginning = new Map<string, Promise<boolean>>()
  readonly #closing = new AbortController()
  #preparing: Promise<void> | undefined
  #closed: Promise<void> | undefined

  constructor(context: CaptureContext, tables: CapturedTables, waitMs = BEGIN_MS) {
    this.#context = context
    this.#tables = tables
    this.#waitMs = waitMs
    this.#pool = context.cluster.openAdminPool({ max: CONNECTIONS.captures, idleTimeoutMillis: 5000 })
  }

  /**
   * begin has a table captured and returns whether it was not before; all who want it at the same time wait for one
   * attempt. It throws 404 for a table that is gone, and 503 for one that is busy or while the log cannot be read yet.
   */
  begin(project: ProjectTenant, tableId: string): Promise<boolean> {
    const known = this.#beginning.get(tableId)
    if (known !== undefined) return known
    const begun = this.#begin(project, tableId).finally(() => this.#beginning.delete(tableId))
    this.#beginning.set(tableId, begun)
    return begun
  }

  /**
   * end ends the capture of a table that nobody has wanted for so many seconds. Two steps, so that no table is without
   * what capturing needs while it counts as captured. It throws where the table is busy.
   */
  async end(projectId: string, tableId: string, idleSeconds: number): Promise<void> {
    const { cluster } = this.#context
    for (let tries = 1; ; tries++) {
      if (await transaction(cluster.admin, (db) => this.#detach(db, projectId, tableId, idleSeconds))) break
      if (tries === RELEASE_TRIES) throw unavailable(REASONS['55P03'])
      await sleep(PAUSE_MS)
    }
    await transaction(cluster.admin, async (db) => {
      if (!(await leases.holdStale(db, idleSeconds, tableId))) return
      const table = await findTable(db, projectId, tableId)
      if (table?.active) return
      if (table !== undefined) await restoreTable(cluster, table)
      await leases.removeLease(db, tableId)
    })
  }

  /** close ends what waits; twice does no harm. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled([...this.#beginning.values(), this.#preparing])
    await this.#pool.end()
  }

  async #begin(project: ProjectTenant, tableId: string): Promise<boolean> {
    const { admin } = this.#context.cluster
    const tenant = tenantOf(project)
    let outcome = await this.#quick.run(tenant, async () => {
      // The wish comes first: a node that ends the capture meanwhile either sees it, or has finished before it is noted.
      if (!(await leases.wantTable(admin, project.id, tableId))) throw notFound('The table')
      return this.#attempt(admin, project.id, tableId, QUICK_MS)
    })
    if (outcome === 'active') return false
    let end = performance.now() + this.#waitMs
    let slots = 0
    for (let patienceMs = FIRST_ATTEMPT_MS; outcome !== 'begun' && outcome !== 'active'; ) {
      if (performance.now() > end) throw await this.#refusal(project.id, tableId, outcome)
      if (outcome === 'unprepared' && ++slots <= MOST_SLOTS) {
        await this.#prepare()
        end = performance.now() + this.#waitMs
      } else await sleep(PAUSE_MS, undefined, { signal: this.#closing.signal }).catch(stopping)
      const ms = patienceMs
      outcome = await this.#patient.run(tenant, () => this.#attempt(this.#pool, project.id, tableId, ms))
      patienceMs = Math.min(patienceMs * 2, LAST_ATTEMPT_MS)
    }
    return true
  }

  async #attempt(pool: pg.Pool, projectId: string, tableId: string, patienceMs: number): Promise<Outcome> {
    const table = await findTable(pool, projectId, tableId)
    if (table === undefined) throw notFound('The table')
    if (table.active) return 'active'
    try {
      await this.#tables.instrument(table, patienceMs)
      return await transaction(pool, (db) => this.#attach(db, table, patienceMs))
    } catch (error) {
      if (isBusy(error)) return 'busy'
      throw error
    }
  }

  // The table is locked first. A holder of the other locks never waits for a table, so they are free soon.
  async #attach(db: Queryable, table: PhysicalTable, patienceMs: number): Promise<Outcome> {
    const { project_id: projectId, table_id: tableId } = table
    await db.query(`set local lock_timeout = '${patienceMs}ms'`)
    await this.#tables.lock(db, table, 'attach')
    if (!(await shareChanges(db)) || !(await this.#tables.isPrepared(db))) return 'unprepared'
    // So that nobody else begins with it meanwhile.
    await leases.holdLease(db, tableId)
    const now = await findTable(db, projectId, tableId)
    if (now === undefined) throw notFound('The table')
    // Somebody else has begun with it a moment ago.
    if (now.active) return 'begun'
    await saveWatched(db, now, true)
    await this.#tables.attach(db, now)
    return 'begun'
  }

  // Returns false where a slot is being made, for which nobody waits with a table in hand.
  async #detach(db: Queryable, projectId: string, tableId: string, idleSeconds: number): Promise<boolean> {
    const table = await findTable(db, projectId, tableId)
    if (!table?.active) return true
    await db.query(`set local lock_timeout = '${RELEASE_MS}ms'`)
    await this.#tables.lock(db, table, 'detach')
    if (!(await shareChanges(db))) return false
    if (!(await leases.holdStale(db, idleSeconds, tableId))) return true
    const now = await findTable(db, projectId, tableId)
    if (!now?.active) return true
    await saveWatched(db, now, false)
    await this.#tables.detach(db, now)
    return true
  }

  // Everybody's first subscription waits for the same slot. It goes on being made when they have given up.
  async #prepare(): Promise<void> {
    this.#preparing ??= transaction(this.#pool, async (db) => {
      await lockChanges(db)
      await this.#tables.prepare(db)
    }).finally(() => {
      this.#preparing = undefined
    })
    const late = AbortSignal.any([AbortSignal.timeout(SLOT_MS), this.#closing.signal])
    const given = new Promise<void>((resolve) => {
      late.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([this.#preparing, given]).catch((error) => {
      throw translated(error)
    })
  }

  async #refusal(projectId: string, tableId: string, outcome: Outcome): Promise<AppError> {
    if (outcome === 'unprepared') return unavailable(REASONS['57014'])
    const table = await findTable(this.#context.cluster.admin, projectId, tableId)
    return busy(table?.slug ?? '')
  }
}

function busy(slug: string): AppError {
  return unavailable(
    `The table ${slug} is busy: a transaction that has not ended yet has written to it or locked it. End that ` +
      'transaction, or try again in a moment.',
  )
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message, { headers: { 'retry-after': '5' } })
}

function translated(error: unknown): unknown {
  const code = (error as { code?: string }).code as keyof typeof REASONS
  return code in REASONS ? unavailable(REASONS[code]) : error
}

function stopping(): never {
  throw new AppError('unavailable', 'The server is stopping. Try again shortly.')
}

// What the server may have against reading its log for now.
const REASONS = {
  '55P03': 'Live changes are being set up; try again in a moment.',
  '57014':
    'Live changes could not begin yet because of a long transaction on the database server; try again in a moment.',
  '53400':
    'The database server has no replication slot left for live changes; its max_replication_slots is too low.',
} as const
