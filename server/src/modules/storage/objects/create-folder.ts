// Empty folders: objects without bytes whose names end in a slash, as S3 has them. A folder with files needs none.
import { createHash, randomUUID } from 'node:crypto'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import type { StorageCaller } from '#modules/storage/context/caller.ts'
import { checkOpen } from '#modules/storage/context/fits.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import { attachBlob } from './attach-blob.ts'
import type { StorageObject } from './objects.store.ts'

/** FOLDER_TYPE is the type of empty folders. */
export const FOLDER_TYPE = 'application/x-directory'

const EMPTY = createHash('sha256').digest('hex')

/** createFolder creates an empty folder, or throws 409 where it exists. */
export async function createFolder(
  storage: Storage,
  project: StorageProject,
  caller: StorageCaller,
  bucket: Bucket,
  name: string,
): Promise<StorageObject> {
  checkOpen(bucket)
  const nothing = {
    id: randomUUID(),
    key: newBlobKey(project.id),
    size: 0,
    mimeType: FOLDER_TYPE,
    sha256: EMPTY,
  }
  const folder = { bucket: bucket.slug, name, overwrite: false, cacheControl: null, metadata: {} }
  return (await attachBlob(storage, project, caller, folder, nothing)).object
}
