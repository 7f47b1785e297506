// Captures changes from the write-ahead log: streams it from the slot, hands it on, and lets the server forget what
// is older than the retention. A restart reads all since the checkpoint again, with the same offsets and ids.
import { qualify } from '#engine/shapes/identifiers.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Capture, CaptureContext, CaptureState } from './capture.ts'
import { ChangeAssembler } from './change-assembler.ts'
import { type Checkpoint, findCheckpoint, lockChanges, moveCheckpoint } from './checkpoint.store.ts'
import { instrumentForLog } from './instrument.ts'
import type { Relation } from './log-message.ts'
import { LogMessages } from './log-messages.ts'
import { LogProgress } from './log-progress.ts'
import { LogRescue } from './log-rescue.ts'
import {
  dropOtherSlots,
  ensureSlot,
  findHolder,
  hasSlots,
  isReadable,
  PUBLICATION,
  slotName,
} from './log-slot.ts'
import { LogUpkeep } from './log-upkeep.ts'
import { ReaderLoop, type SessionEnd } from './reader-loop.ts'
import { ReplicationStream } from './replication-stream.ts'
import { beginWith } from './table-failures.ts'
import { ValueTypes } from './value-types.ts'
import { anyWatched, listWatched, type PhysicalTable } from './watched-tables.store.ts'

const TICK_MS = 1000
const ATTACH_MS = 5000
// Whoever is writing must be done: of a transaction that goes on, half would be captured. To take a table out of the
// publication, PostgreSQL locks it against other DDL.
const LOCKS = { attach: 'share row exclusive', detach: 'share update exclusive' } as const
const ASK_MS = 20
// That often tables are looked after, and what the slot keeps.
const SWEEP_TICKS = 30

/** LogReader is one node's reader of one cluster's log. */
export class LogReader implements Capture {
  readonly kind = 'log'
  readonly #context: CaptureContext
  readonly #loop: ReaderLoop
  readonly #assembler: ChangeAssembler
  readonly #progress: LogProgress
  readonly #upkeep: LogUpkeep
  readonly #types: ValueTypes
  readonly #rescue: LogRescue
  #stream: ReplicationStream | undefined
  #messages: LogMessages | undefined
  /** left is the offset at which the latest session left the log of changes. */
  #left: number | undefined
  #ticks = 0
  #saving = false
  /** sender is PostgreSQL's process that served the latest stream. */
  #sender: number | undefined

  constructor(context: CaptureContext) {
    this.#context = context
    this.#loop = new ReaderLoop(context, () => this.#session())
    this.#assembler = new ChangeAssembler(context.changes, context.inbox)
    this.#progress = new LogProgress(context)
    this.#upkeep = new LogUpkeep(context, (table) => this.#makeReady(table))
    this.#rescue = new LogRescue(context, {
      assembler: this.#assembler,
      progress: this.#progress,
      upkeep: this.#upkeep,
    })
    this.#types = new ValueTypes(context.cluster.admin)
    this.#loop.start()
  }

  get state(): CaptureState {
    return this.#loop.state
  }

  instrument(table: PhysicalTable, patienceMs?: number): Promise<void> {
    return beginWith(this.#context, table, () => instrumentForLog(this.#context.cluster, table, patienceMs))
  }

  isPrepared(db: Queryable): Promise<boolean> {
    return isReadable(db)
  }

  async prepare(db: Queryable): Promise<void> {
    await ensureSlot(db)
  }

  async lock(db: Queryable, { schema, slug }: PhysicalTable, purpose: 'attach' | 'detach'): Promise<void> {
    await db.query(`lock table only ${qualify(schema, slug)} in ${LOCKS[purpose]} mode`)
  }

  async attach(db: Queryable, table: PhysicalTable): Promise<void> {
    await db.query(`set local lock_timeout = '${ATTACH_MS}ms'`)
    await this.lock(db, table, 'attach')
    if (table.published) return
    await db.query(`alter publication ${PUBLICATION} add table only ${qualify(table.schema, table.slug)}`)
  }

  async detach(db: Queryable, table: PhysicalTable): Promise<void> {
    if (!table.published) return
    await db.query(`alter publication ${PUBLICATION} drop table only ${qualify(table.schema, table.slug)}`)
  }

  wake(): void {
    this.#loop.wake()
  }

  settled(): Promise<void> {
    return this.#loop.settled()
  }

  catchUp(): Promise<void> {
    return this.#loop.catchUp((token) => this.#emit(token))
  }

  note(message: string): Promise<void> {
    return this.#emit(message)
  }

  async lag(): Promise<number> {
    const checkpoint = await findCheckpoint(this.#context.cluster.admin)
    const { rows } = await this.#context.cluster.admin.query<{ lag: string | null }>(
      `select pg_current_wal_lsn() - confirmed_flush_lsn as lag from pg_replication_slots where slot_name = $1`,
      [slotName(checkpoint?.epoch ?? '')],
    )
    return Number(rows[0]?.lag ?? 0)
  }

  async behind(): Promise<number> {
    if (this.state === 'idle' || this.state === 'standby') return 0
    const { rows } = await this.#context.cluster.admin.query<{ written: string }>(
      `select pg_current_wal_lsn() - '0/0' as written`,
    )
    // Where it stands is not known before the first session.
    const { position } = this.#progress
    if (position === 0n) return Number.NaN
    return Math.max(0, Number(BigInt(rows[0]?.written ?? 0) - position))
  }

  async close(): Promise<void> {
    const closed = this.#loop.close()
    await this.#stream?.close()
    await closed
  }

  // One connection's life.
  async #session(): Promise<SessionEnd> {
    const { admin } = this.#context.cluster
    if (!(await anyWatched(admin))) return this.#retire()
    // Where one session after another fails, nothing else looks.
    if (this.state !== 'standby') await this.#rescue.isSlotTooLarge(false)
    const checkpoint = await this.#ensureCheckpoint()
    const resumes = this.#resumes(checkpoint)
    const from = resumes ? this.#progress.position : checkpoint.position
    const stream = await this.#open(checkpoint, from)
    if (stream === undefined) return this.#findRival(checkpoint)
    this.#sender = stream.sender
    let reads = false
    try {
      // Until the slot was ours, another node could move it on.
      const now = await findCheckpoint(admin)
      if (now?.epoch !== checkpoint.epoch || now.position > from) return 'again'
      // And what it told could still come.
      if (resumes && !this.#resumes(checkpoint)) return 'again'
      this.#loop.begin(!resumes)
      if (!resumes) {
        this.#left = undefined
        await this.#upkeep.adopt()
        await this.#context.inbox.restart(checkpoint.epoch, checkpoint.sequence)
        this.#assembler.restart(checkpoint.epoch, checkpoint.sequence, await listWatched(admin))
      }
      reads = true
      this.#progress.start(from, now, !resumes)
      if (this.#loop.closed) return 'again'
      await this.#follow(stream)
      return 'again'
    } finally {
      this.#stream = undefined
      await stream.close()
      // Nothing comes any more only now.
      this.#assembler.cutOff()
      await this.#messages?.close()
      this.#messages = undefined
      if (reads) this.#left = this.#context.changes.cursor
    }
  }

  // Right after a broken connection it may be our own sender that still has the slot.
  async #findRival({ epoch }: Checkpoint): Promise<SessionEnd> {
    const holder = await findHolder(this.#context.cluster.admin, epoch)
    return holder === undefined || holder === this.#sender ? 'held' : 'standby'
  }

  async #ensureCheckpoint(): Promise<Checkpoint> {
    const distrusted = this.#rescue.takeDistrusted()
    const before = await findCheckpoint(this.#context.cluster.admin)
    const checkpoint = await transaction(this.#context.cluster.admin, async (client) => {
      await lockChanges(client)
      return ensureSlot(client, distrusted)
    })
    if (before !== undefined && before.epoch !== checkpoint.epoch) {
      this.#context.log.warn('the log of live changes was lost; subscribers read their rows anew')
    }
    return checkpoint
  }

  // A table that was captured another way before, or that somebody has changed.
  async #makeReady(table: PhysicalTable): Promise<void> {
    const { cluster } = this.#context
    await instrumentForLog(cluster, table)
    await transaction(cluster.admin, async (client) => {
      await client.query(`set local lock_timeout = '2s'`)
      await this.attach(client, table)
    })
  }

  #resumes({ epoch, position }: Checkpoint): boolean {
    const { changes } = this.#context
    // Whoever stood by may have heard more than this node has read itself.
    return changes.epoch === epoch && changes.cursor === this.#left && this.#progress.position >= position
  }

  async #open({ epoch, position }: Checkpoint, from: bigint): Promise<ReplicationStream | undefined> {
    const messages = new LogMessages(this.#assembler, this.#types, {
      committed: (end) => {
        this.#progress.position = end
        this.#rescue.stuck.progress()
        this.#loop.progress()
      },
      token: (token) => {
        const { changes, inbox } = this.#context
        if (!inbox.take(changes.cursor, token)) this.#loop.pass(token)
      },
      unreadable: (relation, reason) => this.#reportUnreadable(relation, reason),
    })
    this.#messages = messages
    try {
      return await ReplicationStream.open({
        config: this.#context.cluster.adminConfig(),
        slot: slotName(epoch),
        publication: PUBLICATION,
        from,
        // Behind `from` where a broken stream goes on: what this process knows, the next one will have to read again.
        acknowledged: position,
        parts: this.#rescue.stuck.parts,
        onMessage: (bytes, start) => messages.take(bytes, start) ?? this.#context.inbox.room(),
        onProgress: (read) => {
          if (this.#assembler.between && read > this.#progress.position) this.#progress.position = read
        },
      })
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '55006') return undefined
      // The slot is gone, or what it kept has been thrown away (max_slot_wal_keep_size).
      if (code === '55000' || code === '42704') this.#rescue.distrust(epoch)
      throw error
    }
  }

  async #follow(stream: ReplicationStream): Promise<void> {
    this.#stream = stream
    this.#ticks = 0
    const timer = setInterval(() => void this.#tick(stream), TICK_MS)
    const asking = setInterval(() => stream.ask(), ASK_MS)
    const { token, passed } = this.#loop.expect()
    try {
      stream.release()
      // All before this message was committed before we came.
      await this.#emit(token)
      const failure = await Promise.race([passed.then(() => undefined), stream.ended.then(asFailure)])
      clearInterval(asking)
      if (failure !== undefined) throw failure
      this.#loop.enter('live')
      const end = await stream.ended
      if (end !== undefined && !this.#loop.closed && !this.#assembler.idle) throw end
    } catch (error) {
      await stream.close()
      const { failure } = stream
      if (failure !== undefined && !this.#loop.closed)
        await this.#rescue.judge(failure, this.#messages?.seen ?? [])
      throw error
    } finally {
      clearInterval(asking)
      clearInterval(timer)
      this.#loop.pass(token)
    }
  }

  #reportUnreadable({ id }: Relation, reason: string): void {
    const table = this.#assembler.watchedAt(id)
    if (table !== undefined) this.#upkeep.reportUnreadable(table, reason)
  }

  // Moves the checkpoint, and only then lets the server forget what is before it.
  async #tick(stream: ReplicationStream): Promise<void> {
    if (this.#saving) return
    this.#saving = true
    try {
      if (this.#assembler.idle) return await stream.close()
      if (this.#assembler.between) this.#progress.note()
      if (!(await this.#progress.save(stream))) return await stream.close()
      this.#ticks += 1
      if (this.#ticks % SWEEP_TICKS !== 1) return
      await this.#upkeep.sweep()
      if (await this.#rescue.isSlotTooLarge(true)) await stream.close()
    } catch (error) {
      if (!this.#loop.closed)
        this.#context.log.warn(
          { err: (error as Error).message },
          'could not save how far live changes are read',
        )
    } finally {
      this.#saving = false
    }
  }

  // A slot that nobody needs would keep the log until the disk is full.
  async #retire(): Promise<SessionEnd> {
    const { cluster, changes, inbox } = this.#context
    // What is not in the inbox of consumers yet could not be read again.
    await inbox.flush()
    if (!(await hasSlots(cluster.admin))) return 'idle'
    await transaction(cluster.admin, async (client) => {
      await lockChanges(client)
      if (await anyWatched(client)) return
      if (changes.epoch !== '') await moveCheckpoint(client, changes.epoch, 0n, changes.top)
      await dropOtherSlots(client, '')
    })
    return 'idle'
  }

  #emit(token: string): Promise<void> {
    return transaction(this.#context.cluster.admin, async (client) => {
      await client.query('set local synchronous_commit = on')
      await client.query(`select pg_logical_emit_message(true, 'msingi', $1)`, [token])
    })
  }
}

function asFailure(error: Error | undefined): Error {
  return error ?? new Error('the server ended the stream')
}
