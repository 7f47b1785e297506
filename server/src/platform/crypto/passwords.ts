// Passwords: which ones are accepted, and their argon2id hashes.
import { z } from 'zod'
import type { FairGateFigures } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'
import { type HashingOutcome, HashingThreads } from './hashing-threads.ts'

/** PasswordCost is what a hash costs: `memoryCost` in KB, `timeCost` in rounds. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

// The lowest cost that OWASP recommends: a login takes some 15 ms of one core.
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords hashes and verifies passwords. */
export interface Passwords {
  /** hash returns the hash to store, computed by a thread in the tenant's turn. Throws 429 or 503. */
  hash(password: string, tenant: Tenant): Promise<string>
  /**
   * verify reports whether a password matches the hash. Without a hash, because the account does not exist, it does the
   * same work and returns false: the time of the response must not reveal which accounts exist.
   */
  verify(hashed: string | undefined, password: string, tenant: Tenant): Promise<boolean>
}

// Shared by the whole process, like its processors.
const threads = new HashingThreads()

/** hashingFigures returns how many passwords are being hashed, wait for it, and were refused. */
export function hashingFigures(): FairGateFigures {
  return threads.figures
}

/** MAX_PASSWORD is how many characters a password may have. */
export const MAX_PASSWORD = 200

/** newPassword validates a new password. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
  .regex(/\p{L}/u, 'must have at least one letter')
  .regex(/\p{Nd}/u, 'must have at least one digit')
  // Patterns of Unicode properties are not for every tool that reads the description.
  .meta({ openapi: { type: 'string', minLength: 8, maxLength: MAX_PASSWORD, format: 'password' } })

/** givenPassword validates a password at sign-in, where only its size matters. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)

/** openPasswords returns the passwords of one server. `cost` is that of new hashes; tests pass a low one. */
export function openPasswords(cost: PasswordCost = COST): Passwords {
  const dummy = dummyHash(cost)
  return {
    hash: async (password, tenant) => {
      const outcome = await threads.run(tenant, { password: normalise(password), cost })
      if ('hashed' in outcome) return outcome.hashed
      throw failed(outcome)
    },
    verify: async (hashed, password, tenant) => {
      const outcome = await threads.run(tenant, { password: normalise(password), hashed: hashed ?? dummy })
      if ('right' in outcome) return outcome.right && hashed !== undefined
      throw failed(outcome)
    },
  }
}

// A well-formed hash of the same cost that no known password has: salt and digest are all zeros.
function dummyHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  const costs = `m=${memoryCost},t=${timeCost},p=${parallelism}`
  return `$argon2id$v=19$${costs}$${'A'.repeat(22)}$${'A'.repeat(43)}`
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
