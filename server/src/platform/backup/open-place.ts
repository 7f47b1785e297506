// A place of backups by its address: the path of a folder, or `s3://bucket/prefix`.
import { resolve } from 'node:path'
import { BUCKET_ADDRESS } from '#platform/config/backup-settings.ts'
import type { Config } from '#platform/config/config.ts'
import { BackupError } from './backup-error.ts'
import { bucketPlace } from './bucket-place.ts'
import { folderFiles, folderPlace } from './folder-place.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

const IS_URL = /^[a-z0-9]+:\/\//i

/** PlaceSettings say how buckets are reached: as those of backups are, else as that of objects. */
export type PlaceSettings = Pick<Config, 's3' | 'backupS3'>

/** openPlace returns the place that holds backups. Nothing is made or asked until it is used; requests end where `stopping` aborts. */
export function openPlace(
  address: string,
  { s3, backupS3 }: PlaceSettings,
  stopping?: AbortSignal,
): BackupPlace {
  if (!IS_URL.test(address)) return folderPlace(resolve(address))
  const [, name, prefix = ''] = BUCKET_ADDRESS.exec(address) ?? []
  if (name === undefined)
    throw new BackupError(`${address} is no place for backups: name a folder, or s3://bucket/prefix.`)
  const access = backupS3 ?? s3
  if (access === undefined)
    throw new BackupError(
      `There is no access key for ${address}. Set MSINGI_BACKUP_S3_ACCESS_KEY_ID and MSINGI_BACKUP_S3_SECRET_ACCESS_KEY.`,
    )
  return bucketPlace({ name, prefix, access, stopping })
}

/** openFiles returns the files of one backup. */
export function openFiles(address: string, settings: PlaceSettings): BackupFiles {
  if (!IS_URL.test(address)) return folderFiles(resolve(address))
  const [, place, name] = /^(s3:\/\/.+)\/([^/]+)\/?$/.exec(address) ?? []
  if (place === undefined || name === undefined)
    throw new BackupError(`${address} names no backup: write s3://bucket/prefix/NAME.`)
  return openPlace(place, settings).files(name)
}
