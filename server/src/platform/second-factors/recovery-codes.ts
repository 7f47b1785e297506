// Recovery codes: for people who have lost their authenticator. Each works once.
import { createHmac, randomInt } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import type { DeviceOwner } from '#platform/sessions/device-tokens.ts'

const COUNT = 10
const LENGTH = 10

// Without characters that look alike on paper. Ten of them have about 49 bits.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** NewRecoveryCodes are ten codes to show once, and the digests to store in their place. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[]
  readonly digests: readonly string[]
}

/** newRecoveryCodes returns new codes of an owner. */
export function newRecoveryCodes(platform: Platform, owner: DeviceOwner): NewRecoveryCodes {
  const codes = Array.from({ length: COUNT }, newCode)
  return { codes, digests: codes.map((code) => recoveryDigest(platform, owner, code)) }
}

/** recoveryDigest returns the keyed digest of a code: a stolen database is not enough to recover codes. */
export function recoveryDigest({ keys }: Platform, { project_id, id }: DeviceOwner, code: string): string {
  const plain = code.toLowerCase().replace('-', '')
  const text = JSON.stringify([project_id, id, plain])
  return createHmac('sha256', keys.derive('recovery-codes')).update(text).digest('base64url')
}

function newCode(): string {
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}
