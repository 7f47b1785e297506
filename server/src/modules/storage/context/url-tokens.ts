// What signed addresses carry. It is sealed, so that nobody reads or changes it, and bound to one project and one purpose.

import type { ImageOptions } from '#engine/shapes/image-options.ts'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import type { StorageCaller } from './caller.ts'

/** UploadGrant lets its holder upload one file, as who asked for it. */
export interface UploadGrant {
  readonly version: string
  readonly bucket: string
  readonly name: string
  readonly overwrite: boolean
  readonly size: number | undefined
  readonly mimeType: string
  readonly cacheControl: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly caller: StorageCaller
}

/** DownloadGrant lets its holder read one object. */
export interface DownloadGrant {
  readonly object: string
  /** download is the name under which browsers save the file; null shows it where they can. */
  readonly download: string | null
}

/** ImageGrant lets its holder read what the options make of one image, and not the image itself. */
export interface ImageGrant extends DownloadGrant {
  readonly options: ImageOptions
}

interface Grants {
  readonly upload: UploadGrant
  readonly download: DownloadGrant
  readonly image: ImageGrant
}

/** UrlTokens writes and reads the tokens of signed addresses. */
export interface UrlTokens {
  write<Kind extends keyof Grants>(kind: Kind, projectId: string, grant: Grants[Kind], until: Date): string
  /** read returns what a token grants, or why it grants nothing. */
  read<Kind extends keyof Grants>(
    kind: Kind,
    projectId: string,
    token: string,
    now: Date,
  ): Grants[Kind] | 'expired' | 'invalid'
}

const MAX_TOKEN = 24 * 1024

/** createUrlTokens returns the tokens of this installation. */
export function createUrlTokens(keys: MasterKey): UrlTokens {
  const seal = createSeal(keys, 'storage-urls')
  return {
    write: (kind, projectId, grant, until) =>
      seal.seal(JSON.stringify({ until: until.getTime(), grant }), `${kind}:${projectId}`),
    read: (kind, projectId, token, now) => {
      if (token.length > MAX_TOKEN) return 'invalid'
      try {
        const text = seal.open(token, `${kind}:${projectId}`)
        const { until, grant } = parseExactly(text) as { until: number; grant: Grants[typeof kind] }
        return until > now.getTime() ? grant : 'expired'
      } catch {
        return 'invalid'
      }
    },
  }
}

/** checkGranted returns what an address grants for an object, or throws a 403 that says why it grants nothing. */
export function checkGranted<Grant extends DownloadGrant>(
  granted: Grant | 'expired' | 'invalid',
  objectId: string,
): Grant {
  if (granted === 'expired')
    throw forbidden(
      'link_invalid',
      'This address has expired. Get a new one with POST /storage/signed-download-url.',
    )
  if (granted === 'invalid' || granted.object !== objectId)
    throw forbidden('link_invalid', 'This address is not valid: it was changed, or belongs to another file.')
  return granted
}
