// Whether a code is one of a user's second factors: counted before it is looked at, and taken once.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal, type Seal } from '#platform/crypto/sealed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { SECOND_FACTORS } from './claims.ts'
import * as store from './factors.store.ts'
import { recoveryDigest } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

// Three codes are right at any time: who knows the password and tries without end is right once in four years.
const MAX_ATTEMPTS = 10
const WINDOW_SECONDS = 3600

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
  userId: string,
  code: string,
  refused: () => AppError,
): Promise<RightFactor> {
  await countFactorAttempt(platform, project, userId)
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
      await store.clearAttempts(db, project.id, userId)
    },
  }
}

/** countFactorAttempt counts an attempt at a user's second factor, or throws 429 where there were too many. */
export async function countFactorAttempt(
  { clock, clusters }: Platform,
  project: ProjectRecord,
  userId: string,
): Promise<void> {
  const now = clock.now()
  const windowBegan = new Date(now.getTime() - WINDOW_SECONDS * 1000)
  const bounds = { now, windowBegan, max: MAX_ATTEMPTS }
  if (await store.countAttempt(clusters.of(project).admin, project.id, userId, bounds)) return
  throw new AppError('quota_exceeded', 'Too many wrong codes. Try again in an hour.', {
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  })
}

/** factorSeal gives the seal of authenticators' secrets; their place is `factorPlace`. */
export function factorSeal({ keys }: Platform): Seal {
  return createSeal(keys, 'factor-secret')
}

/** factorPlace names where the secret of a factor is kept. */
export function factorPlace(project: ProjectRecord, id: string): string {
  return `${project.id}/${id}`
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
