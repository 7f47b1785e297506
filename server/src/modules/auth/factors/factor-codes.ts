// Whether a code is one of a user's second factors: counted before it is looked at, and taken once.

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

// Three codes are right at any time: who knows the password and tries without end, from wherever, is right once in
// centuries. One network has less, so that it takes several to close the way for others.
const BUDGET: Budget = { ...GUESSES, recent: 30, recent_seconds: 3600 }
const ONE_SOURCE: Budget = { ...BUDGET, recent: 10, total: 30 }
const KNOWN_SOURCE: Budget = { ...BUDGET, recent: 10 }

/**
 * FactorAttempt is whose second factor it is, and by which channel the code comes. A channel is what was proven before:
 * who knows the password has another count than who has the mailbox.
 */
export interface FactorAttempt {
  readonly user_id: string
  readonly channel: string
  /** source is the known device or the session, else the network. */
  readonly source: string
  readonly known: boolean
}

/** inSession is the attempt of a code that is sent in a session. */
export function inSession({ user_id, session_id }: UserActor): FactorAttempt {
  return { user_id, channel: 'session', source: session_id, known: true }
}

const DIGITS = /^[0-9]+$/

/** RightFactor is a code that was found right; using it up is left to the transaction that acts on it. */
export interface RightFactor {
  readonly method: (typeof SECOND_FACTORS)[number]
  /** use takes the code away, or throws where it was used before. */
  use(db: Queryable): Promise<void>
}

/** checkFactorCode throws what `refused` gives unless a code is of the user's authenticators or recovery codes. */
export async function checkFactorCode(
  platform: Platform,
  project: ProjectRecord,
  attempt: FactorAttempt,
  code: string,
  refused: () => AppError,
): Promise<RightFactor> {
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

/** countFactorAttempt counts an attempt at a user's second factor, or throws 429 where there were too many. */
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

/** forgiveFactorAttempt takes the attempt back that was right. */
export async function forgiveFactorAttempt(
  db: Queryable,
  project: ProjectRecord,
  attempt: FactorAttempt,
): Promise<void> {
  for (const [name] of countsOf(project, attempt)) await forgiveGuesses(db, name, 1)
}

/** factorSeal gives the seal of authenticators' secrets; their place is `factorPlace`. */
export function factorSeal({ keys }: Platform): Seal {
  return createSeal(keys, 'factor-secret')
}

/** factorPlace names where the secret of a factor is kept. */
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
    'Too many wrong codes. A device that has signed in before, or a link by mail, has attempts of its own.'
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
