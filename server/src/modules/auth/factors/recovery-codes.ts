// Recovery codes: for users who have lost their authenticator. Each works once.
import { createHmac, randomInt } from 'node:crypto'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { replaceRecoveryCodes } from './factors.store.ts'

const COUNT = 10
const LENGTH = 10

// Without characters that look alike on paper. Ten of them have about 49 bits.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** makeRecoveryCodes replaces a user's recovery codes and returns the new ones; only digests are stored. */
export async function makeRecoveryCodes(
  platform: Platform,
  db: Queryable,
  project: ProjectRecord,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  const digests = codes.map((code) => recoveryDigest(platform, project, userId, code))
  await replaceRecoveryCodes(db, project.id, userId, digests)
  return codes
}

/** recoveryDigest returns the keyed digest of a code: a stolen database is not enough to recover codes. */
export function recoveryDigest(
  { keys }: Platform,
  project: ProjectRecord,
  userId: string,
  code: string,
): string {
  const plain = code.toLowerCase().replace('-', '')
  const text = JSON.stringify([project.id, userId, plain])
  return createHmac('sha256', keys.derive('recovery-codes')).update(text).digest('base64url')
}

function newCode(): string {
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}
