// An authenticator in software: makes and uses passkeys as a browser with a security key does (WebAuthn level 3).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, data: 0x40 } as const

/** CeremonyChanges are what an attacker or a strange authenticator does otherwise. */
export interface CeremonyChanges {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly counter?: number
  /** verified is whether the owner has shown a fingerprint or a PIN. */
  readonly verified?: boolean
  readonly userHandle?: string | undefined
  /** attestation is the format and statement of a new passkey, in CBOR. */
  readonly attestation?: { readonly format: string; readonly statement: Buffer }
}

/** SoftAuthenticator holds one passkey. */
export interface SoftAuthenticator {
  readonly credentialId: string
  /** create answers creation options. */
  create(options: any, changes?: CeremonyChanges): object
  /** get answers request options; its counter grows each time. */
  get(options: any, changes?: CeremonyChanges): object
}

/** createAuthenticator makes an authenticator with a new key; `counts` is false for passkeys that are synchronised. */
export function createAuthenticator(site = 'http://localhost', counts = true): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let counter = 0
  let handle: string | undefined
  const clientData = (type: string, challenge: string, changes: CeremonyChanges) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? site,
        crossOrigin: changes.crossOrigin ?? false,
      }),
    )
  const common = { id: credentialId, rawId: credentialId, type: 'public-key' }
  return {
    credentialId,
    create(options, changes = {}) {
      handle = options.user.id
      const key = Buffer.concat([...[Buffer.alloc(16), Buffer.from([0, id.length]), id], coseKey(publicKey)])
      const authData = Buffer.concat([head(options.rp.id, changes, FLAGS.data, changes.counter ?? 0), key])
      const { format = 'none', statement = Buffer.from([0xa0]) } = changes.attestation ?? {}
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text(format), text('attStmt'), statement, text('authData'), bytes(authData)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, changes).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...common, response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    },
    get(options, changes = {}) {
      if (counts) counter += 1
      const authenticatorData = head(options.rpId, changes, 0, changes.counter ?? counter)
      const data = clientData('webauthn.get', options.challenge, changes)
      const signature = signed(privateKey, authenticatorData, data)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: 'userHandle' in changes ? changes.userHandle : handle,
      }
      return { ...common, response, clientExtensionResults: {} }
    },
  }
}

function head(rpId: string, changes: CeremonyChanges, more: number, counter: number): Buffer {
  const verified = changes.verified === false ? 0 : FLAGS.verified
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const site = sha256(Buffer.from(changes.rpId ?? rpId))
  return Buffer.concat([site, Buffer.from([FLAGS.present | verified | more]), count])
}

function signed(key: KeyObject, authenticatorData: Buffer, clientData: Buffer): Buffer {
  return sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key)
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

// COSE (RFC 9053): an EC2 key for ES256 on P-256.
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const part = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    part(0x21, x),
    part(0x22, y),
  ])
}

// CBOR (RFC 8949): a short text, and bytes.
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  const { length } = value
  const size = Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255])
  return Buffer.concat([size, value])
}
