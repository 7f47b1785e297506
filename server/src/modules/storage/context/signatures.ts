// Signs what the server says of new bytes, so that the trigger of storage_objects can register them with their row, and
// nobody else can: the row alone would let SQL of a project claim any size for any bytes (migration 0029).
import { createHash } from 'node:crypto'
import type { Clusters, LocatedProject } from '#platform/db/clusters/clusters.ts'
import { readSigningKey } from './signing-key.store.ts'

/** NewBytes are bytes in the store of which no row says anything yet. */
export interface NewBytes {
  /** id is that of the version which they become. */
  readonly id: string
  readonly key: string
  readonly size: number
  readonly mimeType: string
  readonly sha256: string
  readonly md5?: string | undefined
}

/** BlobSignatures signs for every cluster. */
export interface BlobSignatures {
  /** sign returns what the checksum of a row is for the trigger. */
  sign(project: LocatedProject, bytes: NewBytes): Promise<string>
}

/** createBlobSignatures returns the signatures of this node; the key of a cluster is read with the first one. */
export function createBlobSignatures(clusters: Clusters): BlobSignatures {
  const secrets = new Map<string, Promise<Buffer>>()
  const secretOf = (project: LocatedProject) => {
    const { cluster } = project
    const known = secrets.get(cluster)
    if (known !== undefined) return known
    const reading = readSigningKey(clusters.of(project).admin)
    secrets.set(cluster, reading)
    reading.catch(() => secrets.delete(cluster))
    return reading
  }
  return {
    sign: async (project, { id, key, size, mimeType, sha256, md5 = '' }) => {
      const secret = await secretOf(project)
      const name = key.slice(key.indexOf('/') + 1)
      const text = [project.id, id, size, name, sha256, md5, mimeType].join('.')
      const signature = hash(secret, hash(secret, Buffer.from(text))).toString('hex')
      return [name, sha256, signature, md5].join('.')
    },
  }
}

function hash(secret: Buffer, bytes: Buffer): Buffer {
  return createHash('sha256').update(secret).update(bytes).digest()
}
