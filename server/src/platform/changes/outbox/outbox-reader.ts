// Captures changes where logical replication is unavailable: triggers write them into an outbox, which is polled.
// It costs writers more, and a transaction that stays open holds up those behind it.

import pg from 'pg'
import { MAX_ROW } from '#platform/changes/pgoutput/pgoutput.ts'
import type {
  Capture,
  CaptureContext,
  CapturedTables,
  CaptureState,
} from '#platform/changes/reading/capture.ts'
import type { ChangeAssembler } from '#platform/changes/reading/change-assembler.ts'
import { ReadProgress } from '#platform/changes/reading/read-progress.ts'
import { ReaderLoop, type SessionEnd } from '#platform/changes/reading/reader-loop.ts'
import { type Checkpoint, lockChanges } from '#platform/changes/state/checkpoint.store.ts'
import {
  anyWatched,
  failWatched,
  forgetDropped,
  listWatchedRelations,
} from '#platform/changes/state/watched-tables.store.ts'
import { instrumentForOutbox } from '#platform/changes/tables/instrument.ts'
import { adoptTables, report } from '#platform/changes/tables/table-failures.ts'
import { processOf } from '#platform/db/connections/process-of.ts'
import { transaction } from '#platform/db/transaction.ts'
import { inSlices } from '#platform/loop/slices.ts'
import * as store from './outbox.store.ts'
import { applyOutboxRow, type OutboxEvents } from './outbox-rows.ts'
import { ensureOutbox, outboxTables } from './outbox-tables.ts'

// What is read at once: of each transaction, and how many of these are looked for.
const BATCH = { rows: 1000, bytes: 16 * 1024 * 1024, row: MAX_ROW }
const MOST_TRANSACTIONS = 20_000
const UPKEEP_MS = 1000

// A connection that is silent for longer, while it should be asking all the time, loses the lock to who asks next: its
// process hangs, or the machine is gone without a word. Nobody asks while tables are made ready.
const SILENCE_MS = 5000
const SILENCE_BEFORE_MS = 30_000
// A part of a large transaction is read along an index; a bitmap would be made of all of the transaction each time.
const SESSION = [
  `idle_session_timeout=${SILENCE_BEFORE_MS}`,
  `tcp_user_timeout=${SILENCE_MS}`,
  'synchronous_commit=local',
  'enable_bitmapscan=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** OutboxReader is one node's reader of one cluster's outbox. */
export class OutboxReader implements Capture {
  readonly kind = 'outbox'
  readonly tables: CapturedTables
  readonly #context: CaptureContext
  readonly #pollMs: number
  readonly #loop: ReaderLoop
  readonly #assembler: ChangeAssembler
  /** progress has the place of the last transaction that was read to its end. */
  readonly #progress: ReadProgress
  readonly #events: OutboxEvents = {
    token: (content) => this.#loop.message(content),
    unreadable: (relation, reason) => this.#reportUnreadable(relation, reason),
  }
  // Numbers up to here are read, or will never be committed.
  #readTo = 0n
  /** process is PostgreSQL's that had the lock for this node. */
  #process: number | undefined
  #upkeepAt = 0

  constructor(context: CaptureContext, pollMs: number) {
    this.#context = context
    this.#pollMs = pollMs
    this.tables = outboxTables(context)
    this.#loop = new ReaderLoop(context, () => this.#session())
    this.#assembler = this.#loop.assembler
    this.#progress = new ReadProgress(context)
    this.#loop.start()
  }

  get state(): CaptureState {
    return this.#loop.state
  }

  wake(): void {
    this.#loop.wake()
  }

  settled(): Promise<void> {
    return this.#loop.settled()
  }

  catchUp(): Promise<void> {
    return this.#loop.catchUp((token) => this.note(token))
  }

  note(message: string): Promise<void> {
    return transaction(this.#context.cluster.admin, async (db) => {
      await db.query('set local synchronous_commit = on')
      await store.noteMessage(db, message)
    })
  }

  lag(): Promise<number> {
    return store.countOutbox(this.#context.cluster.admin)
  }

  async behind(): Promise<number> {
    if (this.state === 'idle' || this.state === 'standby') return 0
    const id = await store.findEnd(this.#context.cluster.admin)
    const { position } = this.#progress
    return Math.max(0, Number(id - (position > this.#readTo ? position : this.#readTo)))
  }

  close(): Promise<void> {
    return this.#loop.close()
  }

  // One connection's life. Its lock makes it the one that reads.
  async #session(): Promise<SessionEnd> {
    const { admin } = this.#context.cluster
    if (!(await anyWatched(admin))) return 'idle'
    const client = new pg.Client({
      ...this.#context.cluster.adminConfig(),
      options: SESSION,
      keepAlive: true,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      if (!(await lockReading(client))) return (await holdsLock(client, this.#process)) ? 'held' : 'standby'
      this.#process = processOf(client)
      const checkpoint = await this.#ensureCheckpoint()
      const resumes = this.#loop.resumes(checkpoint, this.#progress.position)
      if (!resumes) {
        this.#progress.start(checkpoint.position, checkpoint, true)
        this.#readTo = checkpoint.position
      }
      return await this.#loop.read(checkpoint, { resumes }, () => this.#poll(client))
    } finally {
      await client.end().catch(() => {})
    }
  }

  async #ensureCheckpoint(): Promise<Checkpoint> {
    const { admin } = this.#context.cluster
    await this.#adopt()
    return transaction(admin, async (client) => {
      await lockChanges(client)
      return ensureOutbox(client)
    })
  }

  // Tables that were captured another way before.
  async #adopt(): Promise<void> {
    const { cluster } = this.#context
    const watched = await listWatchedRelations(cluster.admin)
    await adoptTables(this.#context, {
      relations: watched.filter((table) => !(table.has_name && table.is_noted)),
      prepare: (table) => instrumentForOutbox(cluster, table),
      end: ({ table_id }, reason) => this.#end(table_id, reason),
    })
  }

  #end(tableId: string, reason: string): Promise<void> {
    return transaction(this.#context.cluster.admin, async (client) => {
      await failWatched(client, tableId, reason)
      await store.noteWatched(client, tableId)
    })
  }

  #reportUnreadable(relation: number, reason: string): void {
    const table = this.#assembler.watchedAt(relation)
    if (table !== undefined) report(this.#context, table, reason)
  }

  async #poll(client: pg.Client): Promise<SessionEnd> {
    await client.query(`set idle_session_timeout = ${SILENCE_MS}`)
    let cut: store.Cut | undefined = await store.cutAt(client, await store.findEnd(client))
    while (!this.#loop.closed) {
      if (cut !== undefined) cut = { ...cut, writers: await this.#findWriters(client, cut) }
      if (cut?.writers?.size === 0) {
        await store.flush(client)
        await this.#read(client, cut.id)
        this.#readTo = cut.id
        cut = undefined
        // What was committed before we came is read now.
        this.#loop.enter('live')
        this.#loop.progress()
      }
      if (this.#loop.state === 'live' && this.#assembler.idle) return 'idle'
      if (cut === undefined) {
        // A cut is a transaction of its own: none is made where nothing was written.
        const end = await store.findEnd(client)
        if (end > this.#readTo) cut = await store.cutAt(client, end)
      }
      await this.#keepUp(client, cut === undefined)
      await new Promise((resolve) => setTimeout(resolve, this.#pollMs))
    }
    return 'again'
  }

  // Those of a cut that still run. Where the oldest transaction of the server is younger nobody has to look for them; one
  // that is older need not have written into the outbox.
  async #findWriters(client: pg.Client, { before, writers }: store.Cut): Promise<ReadonlySet<string>> {
    if ((await store.findOldestRunning(client)) > before) return new Set()
    const running = await store.listWriters(client)
    return writers === undefined ? running : running.intersection(writers)
  }

  async #read(client: pg.Client, until: bigint): Promise<void> {
    while (!this.#loop.closed) {
      const found = await store.listTransactions(client, this.#progress.position, until, MOST_TRANSACTIONS)
      for (const transaction of found) {
        if (this.#loop.closed) return
        await this.#readTransaction(client, transaction)
        // A process that dies again and again amid a long backlog must get ahead all the same.
        await this.#keepUp(client, false)
      }
      if (found.length < MOST_TRANSACTIONS) return
    }
  }

  async #readTransaction(client: pg.Client, { xid, last }: store.OutboxTransaction): Promise<void> {
    const assembler = this.#assembler
    let after = 0n
    while (after < last) {
      const skip = assembler.cutRelations
      const rows = await store.readBatch(client, xid, { ...BATCH, after, skip })
      await inSlices(rows, (row) => {
        if (assembler.between) assembler.begin(last, row.written_at)
        applyOutboxRow(assembler, row, this.#events)
      })
      after = rows.at(-1)?.id ?? last
      await assembler.room()
    }
    assembler.commit()
    this.#progress.position = last
  }

  // Moves the checkpoint, and only then removes what is before it.
  async #keepUp(client: pg.Client, isCaughtUp: boolean): Promise<void> {
    if (performance.now() - this.#upkeepAt < UPKEEP_MS) return
    this.#upkeepAt = performance.now()
    if (this.#assembler.between) this.#progress.note()
    if (!(await this.#progress.save(client, (position) => store.purgeOutbox(client, position))))
      throw new Error('another epoch of live changes has begun')
    // What is still to be read may say that a table is watched which has been dropped since.
    if (!isCaughtUp) return
    if (!this.#loop.isSweepDue()) return
    for (const { table_id } of await forgetDropped(client)) this.#assembler.follow({ gone: table_id })
  }
}

async function lockReading(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('msingi changes reader', 0)) as locked`,
  )
  return rows[0]?.locked === true
}

// It is the only lock of its kind that a reading connection has.
async function holdsLock(client: pg.Client, process: number | undefined): Promise<boolean> {
  const { rows } = await client.query<{ holds: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and granted and pid = $1) as holds`,
    [process ?? 0],
  )
  return rows[0]?.holds === true
}
