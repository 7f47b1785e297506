// The store of the settings.
import { join, resolve } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Log } from '#platform/log/log.ts'
import { openDiskStore } from './disk/disk-store.ts'
import { openS3Store } from './s3/s3-store.ts'
import type { BlobStore } from './store/blob-store.ts'

/** BlobSettings say where blobs are stored. */
export type BlobSettings = Pick<Config, 'dataDir' | 's3'>

/** openBlobs returns the store of this server. Nothing is made, loaded or asked until it is used. */
export function openBlobs({ dataDir, s3 }: BlobSettings, parts: FairGate, log: Log): BlobStore {
  if (s3 === undefined) return openDiskStore({ folder: objectsIn(dataDir) })
  return openS3Store({ config: s3, spoolFolder: join(resolve(dataDir), 'spool'), parts, log })
}

/** objectsIn returns the folder of the blobs in a data folder. */
export function objectsIn(dataDir: string): string {
  return join(resolve(dataDir), 'objects')
}
