// Bounds the guessing of passwords without locking out whom they belong to (docs/decisions/0012): devices and networks
// that have signed in before have budgets of their own, all others share one, and who proves the mailbox passes it.
import { createHmac } from 'node:crypto'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type NamedLimit, type WindowLimit, Windows } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type Budget,
  countGuesses,
  forgiveGuesses,
  type GuessName,
  isRemembered,
  remember,
} from './guesses.store.ts'

const QUARTER = 15 * 60
const DAY = 86_400
const MONTH = 30 * DAY

/** GUESSES bounds the wrong passwords, or second factors, from one source: hopeless at any rate. */
export const GUESSES: Budget = { recent: 10, recent_seconds: QUARTER, total: 100, total_seconds: MONTH }

// All sources together that an account has not signed in from before, however many they are.
const STRANGERS: Budget = { ...GUESSES, recent: 50, total: 200 }

// What one network may use up of it, so that it takes several to close it for others.
const ONE_STRANGER: WindowLimit = { limit: 10, seconds: QUARTER }
const ONE_STRANGER_A_DAY: WindowLimit = { limit: 30, seconds: DAY }

// Where no codes can be sent, strangers cannot prove anything: instead of being shut out, each is slowed down.
const SLOWED: WindowLimit = { limit: 1, seconds: QUARTER }

// Of one network at whatever accounts. It may belong to thousands of people behind a carrier's NAT: enough for their
// typing errors.
const NETWORK: WindowLimit = { limit: 50, seconds: QUARTER }

const KNOWN_NETWORK_SECONDS = 90 * DAY

// Accounts that do not exist are counted as well, but must not fill the disk.
const UNKNOWN_ACCOUNTS = 65_536

/** PasswordAttempt is whose password is tried, and from where. */
export interface PasswordAttempt {
  /** project_id is DASHBOARD for accounts. */
  readonly project_id: string
  /** account is the id of the account, or undefined if there is none with the address. */
  readonly account: string | undefined
  readonly email: string
  readonly network: string
  /** device is a device on which the account has signed in before. */
  readonly device: string | undefined
  /** proven is whether the caller has just shown that the mailbox is theirs. */
  readonly proven: boolean
  /** provable is whether anybody can: codes can be sent. */
  readonly provable: boolean
}

/** OwnAttempt is a user, or an account, who names the own password in a session. */
export interface OwnAttempt {
  readonly project_id: string
  readonly account: string
  readonly session: string
}

/** Admission is an attempt that was counted as wrong until it turns out right. */
export interface Admission {
  /** known is whether this source has a count of its own. */
  readonly known: boolean
  /** succeed takes the count back, and remembers the network for this account. */
  succeed(): Promise<void>
}

/** ProofRequired reports that there are no attempts left for strangers: the password was not looked at. */
export class ProofRequired extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('a proof is required')
    this.until = until
  }
}

/** PasswordAttempts counts attempts at passwords: in the database what bounds guessing, in memory what shares it out. */
export class PasswordAttempts {
  readonly #platform: Platform
  readonly #windows = new Windows()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * begin counts an attempt before the password is looked at. Throws 429 if its source has tried too often, and
   * ProofRequired where that is a stranger, or all strangers together have.
   */
  async begin(db: Queryable, attempt: PasswordAttempt): Promise<Admission> {
    if (!this.#platform.config.rateLimits) return { known: false, succeed: async () => undefined }
    const own = await this.#ownCount(db, attempt)
    if (own === undefined) return this.#admitStranger(db, attempt)
    const now = this.#platform.clock.now()
    const { refused_until } = await countGuesses(db, own, GUESSES, now)
    if (refused_until === undefined) return this.#admission(db, attempt, own, [])
    // A neighbour in the same network can use its budget up: the mailbox is the way past it.
    if (attempt.proven || attempt.device !== undefined || !attempt.provable) throw tooMany(refused_until, now)
    throw new ProofRequired(refused_until)
  }

  /** beginInSession counts an attempt at the own password. Each session has a count of its own. Throws 429. */
  async beginInSession(db: Queryable, { project_id, account, session }: OwnAttempt): Promise<Admission> {
    if (!this.#platform.config.rateLimits) return { known: true, succeed: async () => undefined }
    const name = { project_id, parts: ['password', account, 'session', session] }
    const now = this.#platform.clock.now()
    const { refused_until } = await countGuesses(db, name, GUESSES, now)
    if (refused_until !== undefined) throw tooMany(refused_until, now)
    return { known: true, succeed: () => forgiveGuesses(db, name, 1) }
  }

  // The count of a source that no stranger can reach, if this is one.
  async #ownCount(db: Queryable, attempt: PasswordAttempt): Promise<GuessName | undefined> {
    if (attempt.proven) return this.#name(attempt, 'proven')
    if (attempt.device !== undefined) return this.#name(attempt, 'device', attempt.device)
    const known = this.#name(attempt, 'known', attempt.network)
    return (await isRemembered(db, known, this.#platform.clock.now())) ? known : undefined
  }

  async #admitStranger(db: Queryable, attempt: PasswordAttempt): Promise<Admission> {
    const now = this.#platform.clock.now()
    const refuse = (until: Date) => (attempt.provable ? new ProofRequired(until) : tooMany(until, now))
    const limits = this.#limitsOf(attempt)
    const full = this.#windows.fullUntil(limits, now)
    if (full !== undefined) throw refuse(full)
    const slowed = this.#windows.fullUntil([[limits[0][0], SLOWED]], now)
    // Before anything is waited for: of many attempts at the same moment each must see the others.
    this.#windows.count(limits, now)
    const shared = this.#name(attempt, 'strangers')
    const { refused_until } = await countGuesses(db, shared, STRANGERS, now)
    if (refused_until !== undefined && attempt.provable) throw refuse(refused_until)
    if (refused_until !== undefined && slowed !== undefined) throw refuse(slowed)
    return this.#admission(db, attempt, shared, limits)
  }

  // The windows in memory that an attempt of a stranger counts in: first that of the network at this very account.
  #limitsOf(attempt: PasswordAttempt): [NamedLimit, ...NamedLimit[]] {
    const { project_id, network } = attempt
    const { parts } = this.#name(attempt, network)
    const one = JSON.stringify(parts)
    return [
      [`${project_id} ${one}`, ONE_STRANGER],
      [`${project_id} ${one} day`, ONE_STRANGER_A_DAY],
      [`${project_id} ${network}`, NETWORK],
    ]
  }

  #admission(
    db: Queryable,
    attempt: PasswordAttempt,
    counted: GuessName,
    limits: readonly NamedLimit[],
  ): Admission {
    return {
      known: limits.length === 0,
      succeed: async () => {
        const now = this.#platform.clock.now()
        await forgiveGuesses(db, counted, 1)
        await remember(db, this.#name(attempt, 'known', attempt.network), now, KNOWN_NETWORK_SECONDS)
        const [one] = limits
        if (one !== undefined) this.#windows.clear(one[0])
        for (const [name] of limits.slice(1)) this.#windows.forgive(name)
      },
    }
  }

  #name({ project_id, account, email }: PasswordAttempt, ...parts: string[]): GuessName {
    return { project_id, parts: ['password', account ?? this.#unknown(project_id, email), ...parts] }
  }

  #unknown(projectId: string, email: string): string {
    const key = this.#platform.keys.derive('unknown-accounts')
    const mac = createHmac('sha256', key)
      .update(JSON.stringify([projectId, email.toLowerCase()]))
      .digest()
    return `unknown ${mac.readUInt32BE() % UNKNOWN_ACCOUNTS}`
  }
}

/** tooMany makes the refusal of somebody who has to wait. */
export function tooMany(
  until: Date,
  now: Date,
  details?: object,
  reason = 'Too many wrong attempts.',
): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new AppError('quota_exceeded', `${reason} Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
    ...(details === undefined ? {} : { details }),
  })
}

/** proofRequired makes the refusal that asks for the code that was sent to the mailbox. */
export function proofRequired(until: Date, now: Date): AppError {
  return tooMany(
    until,
    now,
    { reason: 'proof_required' },
    'Too many wrong attempts from devices that have not signed in before. If there is an account, a code was sent to ' +
      'its e-mail address: send it as code, together with the password.',
  )
}
