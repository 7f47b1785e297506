// Passwords: which ones are accepted (spec 4.3), and their argon2id hashes.
import { hash, verify } from '@node-rs/argon2'
import { z } from 'zod'

// OWASP's smallest recommended cost: enough against guessing, and a login still takes only some 15 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Well-formed, of the present cost, and the hash of nothing that anybody knows: salt and digest are all zeros.
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

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

/** hashPassword gives what is stored of a password; the work is done off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), COST)
}

/**
 * verifyPassword says whether a password is the one that was hashed. Where there is no hash, because nobody has
 * that name, it does the same work before it says no: the time of the answer does not tell who has an account.
 */
export async function verifyPassword(hashed: string | undefined, password: string): Promise<boolean> {
  const right = await verify(hashed ?? NOBODY, normalise(password))
  return right && hashed !== undefined
}

// Keyboards differ in how they compose an accented letter; the person typed the same password all the same.
function normalise(password: string): string {
  return password.normalize('NFKC')
}
