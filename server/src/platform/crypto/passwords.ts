// Passwords: which ones are accepted (spec 4.3), and their argon2id hashes.
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

// OWASP's smallest recommended cost: enough against guessing, and a login still takes only some 15 ms of one core.
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords hashes and verifies passwords. */
export interface Passwords {
  /** hash returns what is stored of a password; a thread does the work, in the turn of the tenant. */
  hash(password: string, tenant: Tenant): Promise<string>
  /**
   * verify returns whether a password is the one that was hashed. Where there is no hash, because nobody has that name,
   * it does the same work before it returns false: the time of the answer does not show who has an account.
   */
  verify(hashed: string | undefined, password: string, tenant: Tenant): Promise<boolean>
}

// One for the whole process, as its processors are.
const threads = new HashingThreads()

/** hashingFigures returns how many passwords are being hashed, wait for it, and were refused. */
export function hashingFigures(): FairGateFigures {
  return threads.figures
}

/** MAX_PASSWORD is how many characters a password may have. */
export const MAX_PASSWORD = 200

/** newPassword is a password as somebody chooses it. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
  .regex(/\p{L}/u, 'must have at least one letter')
  .regex(/\p{Nd}/u, 'must have at least one digit')

/** givenPassword is a password as somebody signs in with it; whether it is a good one no longer matters. */
export const givenPassword = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)

/** openPasswords returns the passwords of one server. `cost` is that of new hashes; tests pass a low one. */
export function openPasswords(cost: PasswordCost = COST): Passwords {
  const nobody = hashOfNobody(cost)
  return {
    hash: async (password, tenant) => {
      const outcome = await threads.run(tenant, { password: normalise(password), cost })
      if ('hashed' in outcome) return outcome.hashed
      throw failed(outcome)
    },
    verify: async (hashed, password, tenant) => {
      const outcome = await threads.run(tenant, { password: normalise(password), hashed: hashed ?? nobody })
      if ('right' in outcome) return outcome.right && hashed !== undefined
      throw failed(outcome)
    },
  }
}

// Well-formed, of the present cost, and the hash of nothing that anybody knows: salt and digest are all zeros.
function hashOfNobody({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  const costs = `m=${memoryCost},t=${timeCost},p=${parallelism}`
  return `$argon2id$v=19$${costs}$${'A'.repeat(22)}$${'A'.repeat(43)}`
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
