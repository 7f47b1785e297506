// Checks codes of a user's second factors. An attempt is counted before the comparison, and a code works once.

import type { SECOND_FACTORS } from '#auth/store/claims.ts'
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import { createSeal, type Seal } from '#platform/crypto/sealed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type Budget,
  countGuesses,
  forgiveGuesses,
  type GuessName,
} from '#platform/sessions/guesses.store.ts'
import { GUESSES, tooMany } from '#platform/sessions/password-attempts.ts'
import * as store from './factors.store.ts'
import { recoveryDigest } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

// Three codes are valid at any time: with these limits an attacker who knows the password needs centuries. One network
// has a lower limit, so that it takes several to lock out unknown networks.
const BUDGET: Budget = { ...GUESSES, recent: 30, recent_seconds: 3600 }
const ONE_SOURCE: Budget = { ...BUDGET, recent: 10, total: 30 }
const KNOWN_SOURCE: Budget = { ...BUDGET, recent: 10 }

/**
 * FactorAttempt is whose second factor is tried, and after which first factor (`channel`): an attacker who knows the
 * password does not use up the attempts of an owner who signs in by mail.
 */
export interface FactorAttempt {
  readonly user_id: string
  readonly channel: string
  /** source is the known device or the session, otherwise the network. */
  readonly source: string
  readonly known: boolean
}

/** sessionAttempt is an attempt inside a session. */
export function sessionAttempt({ user_id, session_id }: UserActor): FactorAttempt {
  return { user_id, channel: 'session', source: session_id, known: true }
}

const DIGITS = /^[0-9]+$/

/** VerifiedFactor is a correct code. The transaction that acts on it calls `use`. */
export interface VerifiedFactor {
  readonly method: (typeof SECOND_FACTORS)[number]
  /** use marks the code as used, or throws if it was used before. */
  use(db: Queryable): Promise<void>
}

/** checkFactorCode checks a code of an authenticator or a recovery code; it throws `refused()` if it is wrong. */
export async function checkFactorCode(
  platform: Platform,
  project: ProjectRecord,
  attempt: FactorAttempt,
  code: string,
  refused: () => AppError,
): Promise<VerifiedFactor> {
  const { user_id: userId } = attempt
  await countFactorAttempt(platform, project, attempt)
  const method = DIGITS.test(code) ? 'totp' : 'recovery_code'
  const spend =
    method === 'totp'
      ? await findStep(platform, project, userId, code)
      : (db: Queryable) =>
          store.deleteRecoveryCode(db, project.id, userId, recoveryDigest(platform, project, userId, code))
  if (spend === undefined) throw refused()
  return {
    method,
    use: async (db) => {
      if (!(await spend(db))) throw refused()
      await forgiveFactorAttempt(db, project, attempt)
    },
  }
}

/** countFactorAttempt counts an attempt at a user's second factor, or throws 429 after too many. */
export async function countFactorAttempt(
  { clock, clusters }: Platform,
  project: ProjectRecord,
  attempt: FactorAttempt,
): Promise<void> {
  const now = clock.now()
  for (const [name, budget] of countsOf(project, attempt)) {
    const { refused_until } = await countGuesses(clusters.of(project).admin, name, budget, now)
    if (refused_until !== undefined) throw tooManyCodes(refused_until, now)
  }
}

/** forgiveFactorAttempt removes a correct attempt from the count. */
export async function forgiveFactorAttempt(
  db: Queryable,
  project: ProjectRecord,
  attempt: FactorAttempt,
): Promise<void> {
  for (const [name] of countsOf(project, attempt)) await forgiveGuesses(db, name, 1)
}

/** factorSeal encrypts the secrets of authenticators, bound to their `factorPlace`. */
export function factorSeal({ keys }: Platform): Seal {
  return createSeal(keys, 'factor-secret')
}

/** factorPlace is the context that the secret of a factor is bound to. */
export function factorPlace(project: ProjectRecord, id: string): string {
  return `${project.id}/${id}`
}

function countsOf(project: ProjectRecord, attempt: FactorAttempt): [GuessName, Budget][] {
  const parts = ['factor', attempt.user_id, attempt.channel]
  const one = { project_id: project.id, parts: [...parts, attempt.source] }
  if (attempt.known) return [[one, KNOWN_SOURCE]]
  return [
    [one, ONE_SOURCE],
    [{ project_id: project.id, parts }, BUDGET],
  ]
}

function tooManyCodes(until: Date, now: Date): AppError {
  const reason =
    'Too many wrong codes. A device that has signed in before and a magic link have attempts of their own.'
  return tooMany(until, now, { reason: 'too_many_codes' }, reason)
}

async function findStep(platform: Platform, project: ProjectRecord, userId: string, code: string) {
  const factors = await store.listFactors(platform.clusters.of(project).admin, project.id, userId)
  for (const { id, secret, activated_at } of factors) {
    if (activated_at === null) continue
    const plain = factorSeal(platform).open(secret, factorPlace(project, id))
    const step = stepOf(plain, code, platform.clock.now())
    if (step !== undefined) return (db: Queryable) => store.spendStep(db, id, step)
  }
  return undefined
}
