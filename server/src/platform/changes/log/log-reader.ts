// Captures changes from the write-ahead log: streams it from the slot, hands it on, and lets the server forget what
// is older than the retention. A restart reads all since the checkpoint again, with the same offsets and ids.

import type { Relation } from '#platform/changes/pgoutput/log-message.ts'
import { ValueTypes } from '#platform/changes/pgoutput/value-types.ts'
import type {
  Capture,
  CaptureContext,
  CapturedTables,
  CaptureState,
} from '#platform/changes/reading/capture.ts'
import type { ChangeAssembler } from '#platform/changes/reading/change-assembler.ts'
import { ReadProgress } from '#platform/changes/reading/read-progress.ts'
import { ReaderLoop, type SessionEnd } from '#platform/changes/reading/reader-loop.ts'
import {
  type Checkpoint,
  findCheckpoint,
  lockChanges,
  moveCheckpoint,
} from '#platform/changes/state/checkpoint.store.ts'
import { anyWatched } from '#platform/changes/state/watched-tables.store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { LogMessages } from './log-messages.ts'
import { LogRescue } from './log-rescue.ts'
import { dropOtherSlots, ensureSlot, findHolder, hasSlots, PUBLICATION, slotName } from './log-slot.ts'
import { captureAgain, logTables } from './log-tables.ts'
import { LogUpkeep } from './log-upkeep.ts'
import { ReplicationStream } from './replication-stream.ts'

const TICK_MS = 1000
// A checkpoint is itself written to the log: without changes it moves only for the sake of the disk.
const IDLE_BYTES = 1024n * 1024n
const ASK_MS = 20

/** LogReader is one node's reader of one cluster's log. */
export class LogReader implements Capture {
  readonly kind = 'log'
  readonly tables: CapturedTables
  readonly #context: CaptureContext
  readonly #loop: ReaderLoop
  readonly #assembler: ChangeAssembler
  readonly #progress: ReadProgress
  readonly #upkeep: LogUpkeep
  readonly #types: ValueTypes
  readonly #rescue: LogRescue
  #stream: ReplicationStream | undefined
  #messages: LogMessages | undefined
  #saving = false
  /** sender is PostgreSQL's process that served the latest stream. */
  #sender: number | undefined

  constructor(context: CaptureContext) {
    this.#context = context
    this.tables = logTables(context)
    this.#loop = new ReaderLoop(context, () => this.#session())
    this.#assembler = this.#loop.assembler
    this.#progress = new ReadProgress(context, IDLE_BYTES)
    this.#upkeep = new LogUpkeep(context, (table) => captureAgain(context, table))
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
    const resumes = this.#loop.resumes(checkpoint, this.#progress.position)
    const from = resumes ? this.#progress.position : checkpoint.position
    const stream = await this.#open(checkpoint, from)
    if (stream === undefined) return this.#findRival(checkpoint)
    this.#sender = stream.sender
    try {
      // Until the slot was ours, another node could move it on.
      const now = await findCheckpoint(admin)
      if (now?.epoch !== checkpoint.epoch || now.position > from) return 'again'
      // And what it sent to the other nodes could still come.
      if (resumes && !this.#loop.resumes(checkpoint, from)) return 'again'
      const start = { resumes, prepare: () => this.#upkeep.adopt() }
      return await this.#loop.read<SessionEnd>(checkpoint, start, async () => {
        this.#progress.start(from, now, !resumes)
        try {
          if (!this.#loop.closed) await this.#follow(stream)
          return 'again'
        } finally {
          await this.#leave(stream)
        }
      })
    } finally {
      await this.#leave(stream)
    }
  }

  // When it has settled, nothing comes any more.
  async #leave(stream: ReplicationStream): Promise<void> {
    this.#stream = undefined
    await stream.close()
    await this.#messages?.close()
    this.#messages = undefined
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

  async #open({ epoch, position }: Checkpoint, from: bigint): Promise<ReplicationStream | undefined> {
    const messages = new LogMessages(this.#assembler, this.#types, {
      committed: (end) => {
        this.#progress.position = end
        this.#rescue.stuck.progress()
        this.#loop.progress()
      },
      token: (content) => this.#loop.message(content),
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
        skips: (bytes, start) => messages.skip(bytes, start),
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
      const saved = await this.#progress.save(this.#context.cluster.admin, (end) => stream.acknowledge(end))
      if (!saved) return await stream.close()
      if (!this.#loop.isSweepDue()) return
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
