// Codes of twelve characters: short enough to type, and with too many possibilities to be guessed at any rate.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import type { DeviceOwner } from './device-tokens.ts'

// Without characters that look alike. Twelve of them have some 59 bits.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 12
const GROUP = 4
const WINDOW_MS = 3_600_000

/** SIGN_IN_MAILS limit the mails with such codes: to one recipient, and for one network, which can try many accounts. */
export const SIGN_IN_MAILS = {
  toOne: { limit: 3, seconds: 3600 },
  byNetwork: { limit: 20, seconds: 3600 },
} as const

/** SIGN_IN_CODE_MINUTES is how long a code of signInCode is valid, at least. */
export const SIGN_IN_CODE_MINUTES = 60

/** LONG_CODE matches a code in upper or lower case, with or without the dashes. */
export const LONG_CODE = /^[2-9a-z]{4}-?[2-9a-z]{4}-?[2-9a-z]{4}$/i

/** newLongCode returns a random code, such as `k7mw-9x2p-h4qt`. */
export function newLongCode(): string {
  return grouped(Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]))
}

/** plainCode normalises a code for comparison. */
export function plainCode(code: string): string {
  return code.replaceAll('-', '').toLowerCase()
}

/**
 * signInCode returns the code that, together with the password, proves access to the mailbox. It stays the same for an
 * hour and is valid for one more, so that every mail that arrives has a valid code, however many were suppressed. It is
 * useless without the password, and after a change of the password.
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
  // With 256 bits the bias of the remainders is negligible.
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  const base = BigInt(ALPHABET.length)
  const characters = Array.from({ length: LENGTH }, () => {
    const character = ALPHABET[Number(rest % base)]
    rest /= base
    return character
  })
  return grouped(characters)
}

/** isSignInCode reports whether a code is the owner's current one, or the one before. */
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
