// Recovery codes: what gets users in who have lost their authenticator. Each works once.
import { createHmac, randomInt } from 'node:crypto'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { replaceRecoveryCodes } from './factors.store.ts'

const COUNT = 10
const LENGTH = 10

// Without letters and digits that look alike on paper. Ten of them are some 49 bits.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** makeRecoveryCodes makes new codes in place of the old ones; nobody can read them again. */
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

/** recoveryDigest gives what is stored of a code: keyed, so that a stolen database alone gives nothing away. */
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
