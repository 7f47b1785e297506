// Limits password guessing without locking out the owner (docs/decisions/0012): known devices and networks have budgets of
// their own, all others share one, and a caller who proves access to the mailbox bypasses it.
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

/** GUESSES is the budget of wrong passwords, or second factors, from one source. */
export const GUESSES: Budget = { recent: 10, recent_seconds: QUARTER, total: 100, total_seconds: MONTH }

// The shared budget of all sources that the account has never signed in from.
const UNKNOWN_SOURCES: Budget = { ...GUESSES, recent: 50, total: 200 }

// The part of it that one network can use, so that a single network cannot exhaust it.
const ONE_NETWORK: WindowLimit = { limit: 10, seconds: QUARTER }
const ONE_NETWORK_A_DAY: WindowLimit = { limit: 30, seconds: DAY }

// If no codes can be sent, unknown sources cannot prove anything: they are slowed down instead of refused.
const SLOWED: WindowLimit = { limit: 1, seconds: QUARTER }

// Of one network, for all accounts. Thousands of people can share it behind a carrier's NAT: enough for their typing
// errors.
const NETWORK: WindowLimit = { limit: 50, seconds: QUARTER }

const KNOWN_NETWORK_SECONDS = 90 * DAY

// Attempts at unknown accounts are counted as well, but must not fill the disk.
const UNKNOWN_ACCOUNTS = 65_536

/** PasswordAttempt is the account whose password is tried, and the source of the attempt. */
export interface PasswordAttempt {
  /** project_id is DASHBOARD for accounts. */
  readonly project_id: string
  /** account is the id of the account, or undefined if none has the address. */
  readonly account: string | undefined
  readonly email: string
  readonly network: string
  /** device is the id of a device on which the account has signed in before. */
  readonly device: string | undefined
  /** proven is whether the caller has just proven access to the mailbox. */
  readonly proven: boolean
  /** provable is whether callers can: mail can be sent. */
  readonly provable: boolean
}

/** OwnAttempt is a user or account that enters its own password within a session. */
export interface OwnAttempt {
  readonly project_id: string
  readonly account: string
  readonly session: string
}

/** Admission is an attempt, counted as wrong until it succeeds. */
export interface Admission {
  /** known is whether this source has a budget of its own. */
  readonly known: boolean
  /** succeed reverts the count, and remembers the network for this account. */
  succeed(): Promise<void>
}

/** ProofRequired is thrown when the budget of unknown sources is used up: the password was not checked. */
export class ProofRequired extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('a proof is required')
    this.until = until
  }
}

/** PasswordAttempts counts attempts: budgets in the database, shares of single networks in memory. */
export class PasswordAttempts {
  readonly #platform: Platform
  readonly #windows = new Windows()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * begin counts an attempt before the password is checked. Throws 429 if its source has tried too often, and
   * ProofRequired if that is an unknown source, or if the budget of all unknown sources is used up.
   */
  async begin(db: Queryable, attempt: PasswordAttempt): Promise<Admission> {
    if (!this.#platform.config.rateLimits) return { known: false, succeed: async () => undefined }
    const own = await this.#ownCount(db, attempt)
    if (own === undefined) return this.#admitUnknownSource(db, attempt)
    const now = this.#platform.clock.now()
    const { refused_until } = await countGuesses(db, own, GUESSES, now)
    if (refused_until === undefined) return this.#admission(db, attempt, own, [])
    // Someone else in the same network can use its budget up: then the mailbox is the proof.
    if (attempt.proven || attempt.device !== undefined || !attempt.provable) throw tooMany(refused_until, now)
    throw new ProofRequired(refused_until)
  }

  /** beginInSession counts an attempt at the own password. Each session has a budget of its own. Throws 429. */
  async beginInSession(db: Queryable, { project_id, account, session }: OwnAttempt): Promise<Admission> {
    if (!this.#platform.config.rateLimits) return { known: true, succeed: async () => undefined }
    const name = { project_id, parts: ['password', account, 'session', session] }
    const now = this.#platform.clock.now()
    const { refused_until } = await countGuesses(db, name, GUESSES, now)
    if (refused_until !== undefined) throw tooMany(refused_until, now)
    return { known: true, succeed: () => forgiveGuesses(db, name, 1) }
  }

  // The budget of a known source, which others cannot use up; undefined for an unknown source.
  async #ownCount(db: Queryable, attempt: PasswordAttempt): Promise<GuessName | undefined> {
    if (attempt.proven) return this.#name(attempt, 'proven')
    if (attempt.device !== undefined) return this.#name(attempt, 'device', attempt.device)
    const known = this.#name(attempt, 'known', attempt.network)
    return (await isRemembered(db, known, this.#platform.clock.now())) ? known : undefined
  }

  async #admitUnknownSource(db: Queryable, attempt: PasswordAttempt): Promise<Admission> {
    const now = this.#platform.clock.now()
    const refuse = (until: Date) => (attempt.provable ? new ProofRequired(until) : tooMany(until, now))
    const limits = this.#limitsOf(attempt)
    const full = this.#windows.fullUntil(limits, now)
    if (full !== undefined) throw refuse(full)
    const slowed = this.#windows.fullUntil([[limits[0][0], SLOWED]], now)
    // Before the first await: concurrent attempts must see each other.
    this.#windows.count(limits, now)
    const shared = this.#name(attempt, 'strangers')
    const { refused_until } = await countGuesses(db, shared, UNKNOWN_SOURCES, now)
    if (refused_until !== undefined && attempt.provable) throw refuse(refused_until)
    if (refused_until !== undefined && slowed !== undefined) throw refuse(slowed)
    return this.#admission(db, attempt, shared, limits)
  }

  // The windows in memory in which an attempt of an unknown source counts: first that of the network at this account.
  #limitsOf(attempt: PasswordAttempt): [NamedLimit, ...NamedLimit[]] {
    const { project_id, network } = attempt
    const { parts } = this.#name(attempt, network)
    const one = JSON.stringify(parts)
    return [
      [`${project_id} ${one}`, ONE_NETWORK],
      [`${project_id} ${one} day`, ONE_NETWORK_A_DAY],
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

/** tooMany returns a 429 with `retry-after`. */
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

/** proofRequired returns the 429 that asks for the code that was sent by mail. */
export function proofRequired(until: Date, now: Date): AppError {
  return tooMany(
    until,
    now,
    { reason: 'proof_required' },
    'Too many wrong attempts from devices that have not signed in before. If there is an account, a code was sent to ' +
      'its e-mail address: send it as code, together with the password.',
  )
}
