// Makes backups by the clock: one node of all, which holds a lock meanwhile. One that fails is tried again, and operators are mailed.
import type pg from 'pg'
import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import { operatorAddresses } from '#modules/tenancy/operators/first-operator.service.ts'
import { nextRun } from '#platform/clock/schedules.ts'
import type { BackupConfig } from '#platform/config/backup-settings.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { Loop } from '#platform/work/loop.ts'
import {
  type BackupState,
  inTurn,
  noteFailure,
  noteRestored,
  noteSuccess,
  readState,
} from './backups.store.ts'

const RETRY_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const FAILED = {
  subject: 'The backup of Msingi failed',
  rest: 'It is tried again every 15 minutes. Earlier backups stay where they are. You receive this once a day until one succeeds.',
}
const NOT_RESTORED = {
  subject: 'A backup of Msingi could not be restored',
  rest: 'A backup was made, and restored for a trial, which failed. The next one is tried too, a day later.',
}

/** SchedulerOptions say when backups are made, and how. */
export interface SchedulerOptions {
  readonly schedule: BackupConfig['schedule']
  /** trialDays is after how many days one is tried; 0 for never. */
  readonly trialDays: number
  /** backUp makes one, whose time is that of its beginning. It throws an error with a sentence. */
  backUp(options: BackUpOptions): Promise<BackUpResult>
}

/** BackUpOptions say how one backup is made. It ends where the signal aborts. */
export interface BackUpOptions {
  readonly now: Date
  /** tries says that it is restored for a trial. */
  readonly tries: boolean
  /** made is called once it is whole, before a trial. */
  made(): Promise<void>
  readonly stopping: AbortSignal
}

/** BackUpResult is what came of a trial: where it failed, a problem in a sentence. */
export interface BackUpResult {
  readonly problem?: string | undefined
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
    return inTurn(this.#platform, async (db) => {
      // Another node may have made it meanwhile.
      const state = await readState(db)
      if (this.#isDue(state)) await this.#attempt(state)
      return this.#dueAt(await readState(db))
    })
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

  // One that fails is not tried again before the next day.
  #isTrialDue({ tried_at, restored_at }: BackupState, now: Date): boolean {
    const { trialDays } = this.#options
    const isPast = (time: Date | null, days: number) =>
      time === null || now.getTime() - time.getTime() >= days * DAY_MS - HOUR_MS
    return trialDays > 0 && isPast(restored_at, trialDays) && isPast(tried_at, 1)
  }

  async #attempt(state: BackupState): Promise<void> {
    const { clusters, clock, log } = this.#platform
    const [now, { signal: stopping }] = [clock.now(), this.#stopping]
    const tries = this.#isTrialDue(state, now)
    let isMade = false
    const made = async () => {
      await noteSuccess(clusters.main.admin, now, tries)
      isMade = true
      log.info('a backup was made, and read again')
    }
    try {
      const { problem } = await this.#options.backUp({ now, tries, made, stopping })
      if (problem !== undefined) await this.#reportTrial(problem)
      else if (tries) await noteRestored(clusters.main.admin, now)
    } catch (error) {
      if (stopping.aborted) return
      if (isMade) await this.#reportTrial((error as Error).message)
      else await this.#report(error as Error)
    }
  }

  async #reportTrial(problem: string): Promise<void> {
    const { clusters, log } = this.#platform
    log.error({ problem }, 'a backup was made, and could not be restored')
    await transaction(clusters.main.admin, (db) => this.#mail(db, NOT_RESTORED, problem))
  }

  async #report(error: Error): Promise<void> {
    const { clusters, clock, log } = this.#platform
    log.error({ err: error }, 'the backup failed: it is tried again in 15 minutes')
    await transaction(clusters.main.admin, async (db) => {
      const mails = await noteFailure(db, clock.now(), error.message)
      if (mails) await this.#mail(db, FAILED, error.message)
    })
  }

  async #mail(db: pg.ClientBase, { subject, rest }: typeof FAILED, reason: string): Promise<void> {
    if (this.#platform.messages.mail === undefined) return
    const text = `${reason}\n\n${rest}`
    for (const to of await operatorAddresses(db))
      await sendAccountMail(this.#platform, { to, subject, text }, true, db)
  }
}
