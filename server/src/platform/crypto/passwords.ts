// Passwords: which ones are accepted (spec 4.3), and their argon2id hashes.
import { z } from 'zod'
import type { Tenant } from '#platform/fairness/tenants.ts'
import { type HashingOutcome, HashingThreads } from './hashing-threads.ts'

// The lowest cost that OWASP recommends: a login takes some 15 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// A well-formed hash of the same cost that no known password has: salt and digest are all zeros.
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// Shared by the whole process, like its processors.
const threads = new HashingThreads()

/** MAX_PASSWORD is how many characters a password may have. */
export const MAX_PASSWORD = 200

/** newPassword validates a new password. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
  .regex(/\p{L}/u, 'must have at least one letter')
  .regex(/\p{Nd}/u, 'must have at least one digit')

/** givenPassword validates a password at sign-in, where only its size matters. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)

/** hashPassword returns the hash to store, computed by a thread in the tenant's turn. Throws 429 or 503. */
export async function hashPassword(password: string, tenant: Tenant): Promise<string> {
  const outcome = await threads.run(tenant, { password: normalise(password), cost: COST })
  if ('hashed' in outcome) return outcome.hashed
  throw failed(outcome)
}

/**
 * verifyPassword reports whether a password matches the hash. Without a hash, because the account does not exist, it does
 * the same work and returns false: the time of the response must not reveal which accounts exist.
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
  tenant: Tenant,
): Promise<boolean> {
  const outcome = await threads.run(tenant, { password: normalise(password), hashed: hashed ?? DUMMY_HASH })
  if ('right' in outcome) return outcome.right && hashed !== undefined
  throw failed(outcome)
}

function failed(outcome: HashingOutcome): Error {
  return new Error(
    'failure' in outcome ? outcome.failure : 'a hashing thread returned the result of another task',
  )
}

// Keyboards compose accented letters in different ways: normalised, they are the same password.
function normalise(password: string): string {
  return password.normalize('NFKC')
}
