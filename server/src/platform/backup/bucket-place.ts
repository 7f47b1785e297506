// Backups below a prefix of a bucket. Each has a name of its own from its beginning, and is none until its manifest is there.
import { randomUUID } from 'node:crypto'
import { Bucket, type BucketOptions } from './bucket.ts'
import { bucketFiles } from './bucket-files.ts'
import { type BackupPlace, backupName, isBackupName, MANIFEST, type NewBackup } from './place.ts'

const LEFTOVER_MS = 24 * 3600 * 1000

/** BucketPlaceOptions say where backups lie in a bucket. */
export interface BucketPlaceOptions extends BucketOptions {
  /** prefix has no slash at its end; it is empty for the whole bucket. */
  readonly prefix: string
  /** partBytes is how large the parts of an upload are. */
  readonly partBytes?: number
}

/** bucketPlace returns the place of backups in a bucket. */
export function bucketPlace({ prefix, partBytes, ...options }: BucketPlaceOptions): BackupPlace {
  const bucket = new Bucket(options)
  const top = prefix === '' ? '' : `${prefix}/`
  const files = (name: string) => bucketFiles(bucket, `${top}${name}/`, partBytes)
  const names = async () => {
    const { prefixes } = await bucket.list(top, '/')
    return prefixes
      .map((found) => found.slice(top.length, -1))
      .filter(isBackupName)
      .sort()
  }
  const removeLeftovers: NewBackup['removeLeftovers'] = async (isOwn) => {
    const found: { name: string; isWhole: boolean; modified: number }[] = []
    for (const name of await names()) {
      const { sizes, modified } = await bucket.list(`${top}${name}/`)
      found.push({ name, isWhole: sizes.has(MANIFEST), modified })
    }
    // Somebody may be copying a backup into the bucket. The clock is the server's, by what was just written.
    const now = Math.max(...found.map(({ modified }) => modified))
    // A key that may not remove anything still makes backups.
    for (const { name, isWhole, modified } of found)
      if (!isWhole && now - modified > LEFTOVER_MS && (await isOwn(files(name))))
        await files(name)
          .remove()
          .catch(() => {})
  }
  return {
    address: `s3://${bucket.name}/${top}`.slice(0, -1),
    names,
    files,
    begin: async (time) => {
      const made = files(`${backupName(time)}-${randomUUID().slice(0, 8)}`)
      return { ...made, publish: async () => made, removeLeftovers }
    },
  }
}
