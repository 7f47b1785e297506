// What deliveries are sent with: an allowed address, and signatures as Standard Webhooks has them, HMAC-SHA256 over id, time
// and body.

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { invalidInput } from '#platform/errors/app-error.ts'
import { checkAddress } from '#platform/http-client/check-address.ts'
import type { Platform } from '#platform/platform.ts'
import { isAllowedHost } from './allowed-hosts.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = { new: 32, least: 24, most: 64 } as const

/** SECRET_RULE says what a secret looks like. */
export const SECRET_RULE = `must be ${PREFIX} and the base64 of ${SECRET_BYTES.least} to ${SECRET_BYTES.most} random bytes`

/** newSigningSecret returns a fresh secret. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES.new).toString('base64')
}

/** isSigningSecret reports whether a text is a secret. */
export function isSigningSecret(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false
  const encoded = text.slice(PREFIX.length)
  const { length } = keyOf(text)
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= SECRET_BYTES.least && length <= SECRET_BYTES.most
}

/** SignedMessage is what is signed. */
export interface SignedMessage {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** signingKey returns a secret as the key of signatures; one that is kept costs less than one for each signature. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(keyOf(secret))
}

/** signedHeaders returns the headers of a delivery, with one signature for each key. */
export function signedHeaders({ id, at, body }: SignedMessage, keys: readonly KeyObject[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

/** secretPlace writes the place that a secret is sealed for. */
export function secretPlace(projectId: string, webhookId: string, version: number): string {
  return `webhook/${projectId}/${webhookId}/${version}`
}

/** checkTarget throws 400 where deliveries could never be sent to an address. Names are looked up at each attempt. */
export function checkTarget({ http }: Platform, url: string, allowedHosts: readonly string[]): void {
  checkAddress(http, 'url', url)
  if (!isAllowedHost(url, allowedHosts))
    throw invalidInput(
      `url: ${new URL(url).hostname} is not among the hosts that webhooks of this project may reach.`,
    )
}
