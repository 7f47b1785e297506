// Checks codes of second factors, of accounts and end users alike. An attempt is counted before the comparison, and a code
// works once (docs/decisions/0012).
import { createSeal, type Seal } from '#platform/crypto/sealed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { DeviceOwner } from '#platform/sessions/device-tokens.ts'
import {
  type Budget,
  countGuesses,
  forgiveGuesses,
  type GuessName,
} from '#platform/sessions/guesses.store.ts'
import { GUESSES, tooMany } from '#platform/sessions/password-attempts.ts'
import { recoveryDigest } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

// Three codes are valid at any time: with these limits an attacker who knows the password needs centuries. One network
// has a lower limit, so that it takes several to lock out unknown networks.
const BUDGET: Budget = { ...GUESSES, recent: 30, recent_seconds: 3600 }
const ONE_SOURCE: Budget = { ...BUDGET, recent: 10, total: 30 }
const KNOWN_SOURCE: Budget = { ...BUDGET, recent: 10 }

const DIGITS = /^[0-9]+$/

/** CODE_METHODS are the methods that a code proves: an authenticator, or a recovery code. */
export const CODE_METHODS = ['totp', 'recovery_code'] as const

/**
 * FactorAttempt is whose second factor is tried, and after which first factor (`channel`): an attacker who knows the
 * password does not use up the attempts of an owner who signs in by mail.
 */
export interface FactorAttempt {
  readonly owner: DeviceOwner
  readonly channel: string
  /** source is the known device or the session, otherwise the network. */
  readonly source: string
  readonly known: boolean
}

/** StoredFactor is an authenticator; its secret is encrypted, and it is in effect once it is activated. */
export interface StoredFactor {
  readonly id: string
  readonly secret: string
  readonly activated_at: Date | null
}

/** FactorStore reads and uses up one owner's factors. */
export interface FactorStore {
  /** db is where attempts are counted. */
  readonly db: Queryable
  list(): Promise<readonly StoredFactor[]>
  /** spendStep marks the code of a time step as used, and reports whether neither it nor a later one was used before. */
  spendStep(db: Queryable, id: string, step: number): Promise<boolean>
  /** deleteRecoveryCode reports whether the code existed: each works once. */
  deleteRecoveryCode(db: Queryable, digest: string): Promise<boolean>
}

/** VerifiedFactor is a correct code. The transaction that acts on it locks the owner and calls `use`. */
export interface VerifiedFactor {
  readonly method: (typeof CODE_METHODS)[number]
  /** use marks the code as used, or throws if it was used before. */
  use(db: Queryable): Promise<void>
}

/** sessionAttempt is an attempt inside a session. */
export function sessionAttempt(owner: DeviceOwner, sessionId: string): FactorAttempt {
  return { owner, channel: 'session', source: sessionId, known: true }
}

/** checkFactorCode checks a code of an authenticator or a recovery code; it throws `refused()` if it is wrong. */
export async function checkFactorCode(
  platform: Platform,
  store: FactorStore,
  attempt: FactorAttempt,
  code: string,
  refused: () => AppError,
): Promise<VerifiedFactor> {
  await countFactorAttempt(platform, store.db, attempt)
  const method = DIGITS.test(code) ? 'totp' : 'recovery_code'
  const spend =
    method === 'totp'
      ? await findStep(platform, store, attempt.owner, code)
      : (db: Queryable) => store.deleteRecoveryCode(db, recoveryDigest(platform, attempt.owner, code))
  if (spend === undefined) throw refused()
  return {
    method,
    use: async (db) => {
      if (!(await spend(db))) throw refused()
      await forgiveFactorAttempt(db, attempt)
    },
  }
}

/** checkFirstCode returns the time step of the code that activates a factor; it throws `refused()` if it is wrong. */
export async function checkFirstCode(
  platform: Platform,
  db: Queryable,
  attempt: FactorAttempt,
  { id, secret }: StoredFactor,
  code: string,
  refused: () => AppError,
): Promise<number> {
  await countFactorAttempt(platform, db, attempt)
  const plain = factorSeal(platform).open(secret, factorPlace(attempt.owner, id))
  const step = stepOf(plain, code, platform.clock.now())
  if (step === undefined) throw refused()
  return step
}

/** forgiveFactorAttempt removes a correct attempt from the count. */
export async function forgiveFactorAttempt(db: Queryable, attempt: FactorAttempt): Promise<void> {
  for (const [name] of countsOf(attempt)) await forgiveGuesses(db, name, 1)
}

/** sealFactor encrypts the secret of a new factor. */
export function sealFactor(platform: Platform, owner: DeviceOwner, id: string, secret: string): string {
  return factorSeal(platform).seal(secret, factorPlace(owner, id))
}

function factorSeal({ keys }: Platform): Seal {
  return createSeal(keys, 'factor-secret')
}

function factorPlace({ project_id }: DeviceOwner, id: string): string {
  return `${project_id}/${id}`
}

// Counts an attempt, or throws 429 after too many.
async function countFactorAttempt({ clock }: Platform, db: Queryable, attempt: FactorAttempt): Promise<void> {
  const now = clock.now()
  for (const [name, budget] of countsOf(attempt)) {
    const { refused_until } = await countGuesses(db, name, budget, now)
    if (refused_until !== undefined) throw tooManyCodes(refused_until, now)
  }
}

function countsOf({ owner, channel, source, known }: FactorAttempt): [GuessName, Budget][] {
  const parts = ['factor', owner.id, channel]
  const one = { project_id: owner.project_id, parts: [...parts, source] }
  if (known) return [[one, KNOWN_SOURCE]]
  return [
    [one, ONE_SOURCE],
    [{ project_id: owner.project_id, parts }, BUDGET],
  ]
}

function tooManyCodes(until: Date, now: Date): AppError {
  const reason =
    'Too many wrong codes. A device that has signed in before and a magic link have attempts of their own.'
  return tooMany(until, now, { reason: 'too_many_codes' }, reason)
}

async function findStep(platform: Platform, store: FactorStore, owner: DeviceOwner, code: string) {
  for (const { id, secret, activated_at } of await store.list()) {
    if (activated_at === null) continue
    const plain = factorSeal(platform).open(secret, factorPlace(owner, id))
    const step = stepOf(plain, code, platform.clock.now())
    if (step !== undefined) return (db: Queryable) => store.spendStep(db, id, step)
  }
  return undefined
}
