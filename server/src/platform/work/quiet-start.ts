// A server whose data was restored from a backup begins quietly: all that it would do by itself waits, since the server that the
// backup was made of may have done it. An operator lifts that.
import type pg from 'pg'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { type Invalidations, publishTo, topic } from '#platform/db/caches/invalidations.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'

/** RESTORE_SETTING is the setting of PostgreSQL that a restore leaves in its data: the id of the restore. */
export const RESTORE_SETTING = 'msingi.restore'

const RESUMED = topic('resumed')
const RESTORE = `nullif(current_setting('${RESTORE_SETTING}', true), '')`

/** HELD_BACK are the kinds of what waits that an operator is shown. */
export const HELD_BACK = ['webhooks', 'functions', 'cron_jobs', 'mails', 'alerts', 'payments'] as const

/** DROPPED is what is said of what an operator has dropped. */
export const DROPPED = 'An operator dropped it when the server was restored.'

/** HeldBack is one of them, of the module that would do it. */
export interface HeldBack {
  readonly kind: (typeof HELD_BACK)[number]
  count(): Promise<number>
  /** drop has what waits now never be done. It is left out where that would lose something, as with payments. */
  drop?(): Promise<void>
}

/** QuietStart says whether work in the background waits. */
export class QuietStart {
  #isQuiet: boolean
  readonly #listeners: (() => void)[] = []
  /** heldBack is what waits, of all modules. */
  readonly heldBack: HeldBack[] = []

  constructor(isQuiet = false) {
    this.#isQuiet = isQuiet
  }

  get isQuiet(): boolean {
    return this.#isQuiet
  }

  /** onLifted calls a listener when what has waited may begin. */
  onLifted(listener: () => void): void {
    if (this.#isQuiet) this.#listeners.push(listener)
  }

  /** lift lets it begin. */
  lift(): void {
    this.#isQuiet = false
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

/**
 * openQuietStart returns whether a server begins quietly, which ends once an operator lifts it. The invalidations must be listened
 * to by now, so that this is not missed.
 */
export async function openQuietStart(
  db: pg.Pool,
  log: Log,
  invalidations: Pick<Invalidations, 'on'>,
): Promise<QuietStart> {
  const quiet = new QuietStart(true)
  const look = async () => {
    if (quiet.isQuiet && !(await isHeldBack(db))) quiet.lift()
  }
  invalidations.on(RESUMED, look)
  await look()
  if (!quiet.isQuiet) return quiet
  log.warn(
    'This data was restored from a backup. Webhooks, cron jobs, mails in the background, payments that are open and all ' +
      'other work in the background wait until "npm run admin -- resume".',
  )
  quiet.onLifted(() => log.info('Work in the background begins.'))
  return quiet
}

// Whether the data was restored, and nobody has lifted what that holds back.
async function isHeldBack(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ quiet: boolean }>(
    `select ${RESTORE} is not null
       and not exists (select from platform.resumed_restores where id = ${RESTORE}) as quiet`,
  )
  return rows[0]?.quiet === true
}

/** resume lifts what a restore holds back, on all nodes. It returns false where nothing was held back. */
export async function resume(db: Queryable, keys: MasterKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into platform.resumed_restores (id) select ${RESTORE} where ${RESTORE} is not null on conflict do nothing`,
  )
  await publishTo(keys, db, RESUMED)
  return rowCount === 1
}
