// Makes backups by the clock: one node of all, which holds a lock meanwhile. One that fails is tried again, and operators are mailed.
import pg from 'pg'
import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import { operatorAddresses } from '#modules/operators/first-operator.service.ts'
import { nextRun } from '#platform/clock/schedules.ts'
import type { BackupConfig } from '#platform/config/backup-settings.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { Loop } from '#platform/work/loop.ts'
import { type BackupState, noteFailure, noteSuccess, readState, takeTurn } from './backups.store.ts'

const RETRY_MS = 15 * 60_000

/** SchedulerOptions say when backups are made, and how. */
export interface SchedulerOptions {
  readonly schedule: BackupConfig['schedule']
  /** backUp makes one, whose time is that of its beginning. It throws an error with a sentence, and ends where the signal aborts. */
  backUp(now: Date, stopping: AbortSignal): Promise<void>
}

/** BackupScheduler makes backups when they are due, until it is closed. Without any, one is due at once. */
export class BackupScheduler {
  readonly #platform: Platform
  readonly #options: SchedulerOptions
  readonly #stopping = new AbortController()
  readonly #loop: Loop

  constructor(platform: Platform, options: SchedulerOptions) {
    this.#platform = platform
    this.#options = options
    const { clock, log, quiet } = platform
    this.#loop = new Loop({ clock, log, quiet, what: 'make backups', run: () => this.#work() })
  }

  /** wake looks whether one is due. */
  wake(): void {
    this.#loop.wake()
  }

  /** settled settles when none is due. */
  settled(): Promise<void> {
    return this.#loop.settled()
  }

  /** close breaks off the one that is made. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#loop.close()
  }

  // Returns when the next one is due; nothing where another node makes it.
  async #work(): Promise<Date | undefined> {
    const { clusters, clock } = this.#platform
    const due = this.#dueAt(await readState(clusters.main.admin))
    if (due === undefined || due > clock.now()) return due
    const client = new pg.Client(clusters.main.adminConfig())
    client.on('error', () => {})
    await client.connect()
    try {
      if (!(await takeTurn(client))) return undefined
      // Another node may have made it meanwhile.
      if (this.#isDue(await readState(client))) await this.#attempt()
      return this.#dueAt(await readState(client))
    } finally {
      await client.end().catch(() => {})
    }
  }

  #isDue(state: BackupState): boolean {
    const due = this.#dueAt(state)
    return due !== undefined && due <= this.#platform.clock.now()
  }

  #dueAt({ succeeded_at, failed_at }: BackupState): Date | undefined {
    const { pattern, timezone } = this.#options.schedule
    if (failed_at !== null) return new Date(failed_at.getTime() + RETRY_MS)
    return succeeded_at === null ? new Date(0) : nextRun(pattern, timezone, succeeded_at)
  }

  async #attempt(): Promise<void> {
    const { clusters, clock, log } = this.#platform
    const now = clock.now()
    try {
      await this.#options.backUp(now, this.#stopping.signal)
    } catch (error) {
      if (!this.#stopping.signal.aborted) await this.#report(error as Error)
      return
    }
    await noteSuccess(clusters.main.admin, now)
    log.info('a backup was made, and read again')
  }

  async #report(error: Error): Promise<void> {
    const { clusters, clock, log, messages } = this.#platform
    log.error({ err: error }, 'the backup failed: it is tried again in 15 minutes')
    await transaction(clusters.main.admin, async (db) => {
      const mails = await noteFailure(db, clock.now(), error.message)
      if (!mails || messages.mail === undefined) return
      for (const to of await operatorAddresses(db))
        await sendAccountMail(this.#platform, { to, ...mailOf(error.message) }, true, db)
    })
  }
}

function mailOf(reason: string) {
  return {
    subject: 'The backup of Msingi failed',
    text: `${reason}\n\nIt is tried again every 15 minutes. Earlier backups stay where they are. You receive this once a day until one succeeds.`,
  }
}
