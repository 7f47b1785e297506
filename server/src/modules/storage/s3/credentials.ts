// Access keys of the S3 endpoint: the id is that of an API key of the project, and the secret is derived from it, so that
// nothing new is stored. Whoever has the API key revoked ends both.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { KeyLookup } from '#modules/api-keys/key-lookup.service.ts'
import type { KeyActor } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { s3Error } from './s3-errors.ts'
import { checkSignature, checkTime, readSigned, type Signed, signingKey } from './signature.ts'

const UUID_PARTS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** S3Credentials makes access keys, and finds whose a signed request is. */
export interface S3Credentials {
  /** accessKeyOf returns the access key of an API key. */
  accessKeyOf(projectId: string, keyId: string): { access_key_id: string; secret_access_key: string }
  /** identify returns the API key behind a signed request, or throws 403. */
  identify(request: FastifyRequest): Promise<KeyActor>
  /** signingOf returns what an identified request was signed with. */
  signingOf(request: FastifyRequest): { readonly signed: Signed; readonly key: Buffer }
}

/** createS3Credentials returns the access keys of this installation. */
export function createS3Credentials(
  { keys, clock }: Platform,
  apiKeys: Pick<KeyLookup, 'byId'>,
): S3Credentials {
  const root = keys.derive('s3-access-keys')
  const secretOf = (projectId: string, keyId: string) =>
    createHmac('sha256', root).update(`${projectId}/${keyId}`).digest('base64url')
  const signings = new WeakMap<FastifyRequest, { signed: Signed; key: Buffer }>()
  return {
    accessKeyOf: (projectId, keyId) => ({
      access_key_id: keyId.replaceAll('-', ''),
      secret_access_key: secretOf(projectId, keyId),
    }),
    identify: async (request) => {
      const { projectID = '' } = request.params as { projectID?: string }
      const projectId = projectID.toLowerCase()
      // What was signed is the address before the host of a project was taken into account.
      const { method, headers } = request.raw
      const sent = { method: method ?? '', url: request.originalUrl, headers }
      const signed = readSigned(sent)
      checkTime(signed, clock.now())
      const [, ...parts] = UUID_PARTS.exec(signed.accessKeyId) ?? []
      const keyId = parts.join('-')
      const known = parts.length > 0 ? await apiKeys.byId(projectId, keyId).catch(() => undefined) : undefined
      if (known === undefined)
        throw s3Error('InvalidAccessKeyId', 'The access key is unknown, expired or revoked in this project.')
      const key = signingKey(secretOf(projectId, keyId), signed)
      checkSignature(sent, signed, key)
      signings.set(request, { signed, key })
      return known.actor
    },
    signingOf: (request) => {
      const signing = signings.get(request)
      if (signing === undefined) throw s3Error('AccessDenied', 'The request is not signed.')
      return signing
    },
  }
}
