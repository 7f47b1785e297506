// Files without bytes, for tests of their rows alone.
import { randomUUID } from 'node:crypto'
import { insertBlob } from '#modules/storage/blobs/blobs.store.ts'
import { SERVER } from '#modules/storage/context/caller.ts'
import { objectsOf } from '#modules/storage/objects/objects.store.ts'
import { newBlobKey } from '#platform/blobs/store/blob-keys.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { TestApp } from '#test/harness.ts'

/** StoredFile is a file as it shall be. */
export interface StoredFile {
  readonly id: string
  readonly bucket: string
  readonly name: string
  readonly size?: number
  readonly mime_type?: string
  readonly owner_id?: string | null
}

/** announceFile registers the bytes of a file, and returns the version under which its row may have them. */
export async function announceFile(
  app: TestApp,
  project: ProjectRecord,
  { size = 5, mime_type: mimeType = 'image/png' }: Partial<StoredFile>,
): Promise<string> {
  const id = randomUUID()
  const stored = { size, sha256: 'ab'.repeat(32) }
  const blob = { id, key: newBlobKey(project.id), size, mimeType, stored, dueInSeconds: 3600 }
  await insertBlob(app.platform.clusters.of(project).admin, project.id, blob)
  return id
}

/** insertFile returns the statement that makes a file of a version. */
export function insertFile(
  project: ProjectRecord,
  version: string,
  { id, bucket, name, owner_id = null }: StoredFile,
) {
  const text = `insert into ${objectsOf(project)} (id, bucket, name, version, owner_id, size, mime_type, checksum)
    select $1::uuid, $2, $3, $4::uuid, nullif($5, '')::uuid, 0, '', ''`
  return { text, values: [id, bucket, name, version, owner_id ?? ''] }
}

/** storeFiles makes files, with the buckets that they need. */
export async function storeFiles(
  app: TestApp,
  project: ProjectRecord,
  files: readonly StoredFile[],
): Promise<void> {
  const { admin, executor } = app.platform.clusters.of(project)
  for (const slug of new Set(files.map(({ bucket }) => bucket)))
    await admin.query('insert into msingi_storage.buckets (project_id, slug, name) values ($1, $2, $2)', [
      project.id,
      slug,
    ])
  for (const file of files) {
    const statement = insertFile(project, await announceFile(app, project, file), file)
    await executor.execute(project, SERVER.context, [statement])
  }
}
