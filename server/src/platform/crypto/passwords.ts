// Passwords: which ones are accepted (spec 4.3), and their argon2id hashes.
import { z } from 'zod'
import type { Tenant } from '#platform/fairness/tenants.ts'
import { type HashingOutcome, HashingThreads } from './hashing-threads.ts'

// OWASP's smallest recommended cost: enough against guessing, and a login still takes only some 15 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Well-formed, of the present cost, and the hash of nothing that anybody knows: salt and digest are all zeros.
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// One for the whole process, as its processors are.
const threads = new HashingThreads()

/** MAX_PASSWORD is how many characters a password may have. */
export const MAX_PASSWORD = 200

/** newPassword is a password as somebody chooses it. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
  .regex(/\p{L}/u, 'must have at least one letter')
  .regex(/\p{Nd}/u, 'must have at least one digit')
  // Patterns of Unicode properties are not for every tool that reads the description.
  .meta({ openapi: { type: 'string', minLength: 8, maxLength: MAX_PASSWORD, format: 'password' } })

/** givenPassword is a password as somebody signs in with it; whether it is a good one no longer matters. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)

/** hashPassword returns what is stored of a password; a thread does the work, in the turn of the tenant. */
export async function hashPassword(password: string, tenant: Tenant): Promise<string> {
  const outcome = await threads.run(tenant, { password: normalise(password), cost: COST })
  if ('hashed' in outcome) return outcome.hashed
  throw failed(outcome)
}

/**
 * verifyPassword says whether a password is the one that was hashed. Where there is no hash, because nobody has
 * that name, it does the same work before it says no: the time of the answer does not tell who has an account.
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
  tenant: Tenant,
): Promise<boolean> {
  const outcome = await threads.run(tenant, { password: normalise(password), hashed: hashed ?? NOBODY })
  if ('right' in outcome) return outcome.right && hashed !== undefined
  throw failed(outcome)
}

function failed(outcome: HashingOutcome): Error {
  return new Error(
    'failure' in outcome ? outcome.failure : 'a thread has done another task than it was given',
  )
}

// Keyboards differ in how they compose an accented letter; the person typed the same password all the same.
function normalise(password: string): string {
  return password.normalize('NFKC')
}
