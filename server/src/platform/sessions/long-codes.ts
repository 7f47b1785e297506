// Codes of twelve characters: few enough to be typed, and too many to be guessed by anybody, at whatever rate.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import type { DeviceOwner } from './device-tokens.ts'

// Without letters and digits that look alike. Twelve of them are some 59 bits.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 12
const GROUP = 4
const WINDOW_MS = 3_600_000

/** SIGN_IN_MAILS bound the mails with such codes: to one recipient, and by one network, which may try many accounts. */
export const SIGN_IN_MAILS = {
  toOne: { limit: 3, seconds: 3600 },
  byNetwork: { limit: 20, seconds: 3600 },
} as const

/** SIGN_IN_CODE_MINUTES is how long a code that signInCode has made is good for, at the least. */
export const SIGN_IN_CODE_MINUTES = 60

/** LONG_CODE is what people type: in whatever case, with or without the dashes. */
export const LONG_CODE = /^[2-9a-z]{4}-?[2-9a-z]{4}-?[2-9a-z]{4}$/i

/** newLongCode makes a code, such as `k7mw-9x2p-h4qt`. */
export function newLongCode(): string {
  return grouped(Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]))
}

/** plainCode returns a code as it is compared, however it was typed. */
export function plainCode(code: string): string {
  return code.replaceAll('-', '').toLowerCase()
}

/**
 * signInCode returns the code that proves, beside the password, that a mailbox is one's own. It is the same for an hour
 * and good for one more, so that however many mails are kept back, the one that has come has a code that counts. It is
 * worth nothing without the password, nor after the password has changed.
 */
export function signInCode(
  platform: Platform,
  owner: DeviceOwner,
  passwordHash: string,
  hoursAgo = 0,
): string {
  const hour = Math.floor(platform.clock.now().getTime() / WINDOW_MS) - hoursAgo
  const text = JSON.stringify([owner.project_id, owner.id, passwordHash, hour])
  const bytes = createHmac('sha256', platform.keys.derive('sign-in-codes')).update(text).digest()
  // Of 256 bits taken as one number, the remainders differ in probability by nothing.
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  const base = BigInt(ALPHABET.length)
  const characters = Array.from({ length: LENGTH }, () => {
    const character = ALPHABET[Number(rest % base)]
    rest /= base
    return character
  })
  return grouped(characters)
}

/** isSignInCode reports whether a code is the present one of an owner, or the one before. */
export function isSignInCode(
  platform: Platform,
  owner: DeviceOwner,
  passwordHash: string,
  code: string,
): boolean {
  const given = Buffer.from(plainCode(code))
  return [0, 1].some((hoursAgo) => {
    const right = Buffer.from(plainCode(signInCode(platform, owner, passwordHash, hoursAgo)))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

function grouped(characters: readonly (string | undefined)[]): string {
  return Array.from({ length: LENGTH / GROUP }, (_, n) =>
    characters.slice(n * GROUP, (n + 1) * GROUP).join(''),
  ).join('-')
}
