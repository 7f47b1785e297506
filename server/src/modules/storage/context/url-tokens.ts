// What signed addresses carry. It is sealed, so that nobody reads or changes it, and bound to one project and one purpose.
import type { MasterKey } from '#platform/crypto/keys.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
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
  /** transform is how an image is changed on its way, as its parameters say. */
  readonly transform: Readonly<Record<string, string>> | null
}

interface Grants {
  readonly upload: UploadGrant
  readonly download: DownloadGrant
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
        const { until, grant } = JSON.parse(seal.open(token, `${kind}:${projectId}`))
        return until > now.getTime() ? grant : 'expired'
      } catch {
        return 'invalid'
      }
    },
  }
}
