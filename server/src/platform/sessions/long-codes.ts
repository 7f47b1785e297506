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

/** HOURLY_CODE_MINUTES is how long an hourly code is valid, at least. */
export const HOURLY_CODE_MINUTES = 60

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

/** HourlyCode is what a code proves: `purpose` names the key, `parts` are what it is bound to. */
export interface HourlyCode {
  readonly purpose: string
  readonly parts: readonly string[]
}

/**
 * hourlyCode returns a code that is derived and not stored. It stays the same for an hour and is valid for one more, so
 * that every mail that arrives has a valid code, however many were suppressed. It ends when one of its parts changes.
 */
export function hourlyCode({ clock, keys }: Platform, { purpose, parts }: HourlyCode, hoursAgo = 0): string {
  const hour = Math.floor(clock.now().getTime() / WINDOW_MS) - hoursAgo
  const bytes = createHmac('sha256', keys.derive(purpose))
    .update(JSON.stringify([...parts, hour]))
    .digest()
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

/** isHourlyCode reports whether a code is the current one, or the one before. */
export function isHourlyCode(platform: Platform, proof: HourlyCode, code: string): boolean {
  const given = Buffer.from(plainCode(code))
  return [0, 1].some((hoursAgo) => {
    const right = Buffer.from(plainCode(hourlyCode(platform, proof, hoursAgo)))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/** signInCode is the code that, together with the password, proves access to the mailbox; it ends with the password. */
export function signInCode(owner: DeviceOwner, passwordHash: string): HourlyCode {
  return { purpose: 'sign-in-codes', parts: [owner.project_id, owner.id, passwordHash] }
}

function grouped(characters: readonly (string | undefined)[]): string {
  return Array.from({ length: LENGTH / GROUP }, (_, n) =>
    characters.slice(n * GROUP, (n + 1) * GROUP).join(''),
  ).join('-')
}
