// The files of a backup: header.json is written first and manifest.json last. A folder without a manifest is no backup.
import { open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#platform/blobs/disk/folders.ts'
import { BackupError } from './backup-error.ts'

/** FORMAT is the format that this version writes, and the newest that it reads. */
export const FORMAT = 1

/** HEADER is the name of the first entry. */
export const HEADER = 'header.json'
const MANIFEST = 'manifest.json'

/** AGE is what the names of encrypted entries end with. */
export const AGE = '.age'

const header = z.object({
  format: z.literal(FORMAT),
  /** version is that of Msingi. */
  version: z.string(),
  created_at: z.iso.datetime(),
  /** installation is that which made it; left out where its root key could not be opened. A restored one is another. */
  installation: z.string().optional(),
  postgres: z.object({ version: z.string(), system: z.string(), embedded: z.boolean() }),
  /** clusters are the PostgreSQL servers, by name. */
  clusters: z.array(z.string().regex(/^[a-z0-9_-]{1,60}$/)).min(1),
  /** objects says where the bytes of files are: in this backup, or in a bucket that stays as it is. */
  objects: z.union([
    z.literal('included'),
    z.object({ bucket: z.string(), endpoint: z.string().optional() }),
  ]),
  /** master_keys are the ids of the keys that open the database; the key itself is in encrypted backups only. */
  master_keys: z.array(z.string()),
  /** encrypted says what opens the other entries: the identity of a recipient, or a passphrase. */
  encrypted: z.enum(['recipient', 'passphrase']).optional(),
})

const manifest = z.object({
  verified_at: z.iso.datetime(),
  entries: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,80}$/),
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        /** unpacked is the number of bytes of the content. */
        unpacked: z.int().min(0),
      }),
    )
    .max(1000),
})

/** Header says what a backup is and what it holds. */
export type Header = z.infer<typeof header>
/** Entry is a file of a backup. */
export type Entry = z.infer<typeof manifest>['entries'][number]
/** Backup is a complete backup, by its header and its manifest. */
export interface Backup {
  readonly folder: string
  readonly header: Header
  readonly verifiedAt: string
  readonly entries: readonly Entry[]
}

/** isOfSame reports whether two backups are known to be of one installation. A copy of a PostgreSQL has its system id, and so have two databases of one. */
export function isOfSame(one: Header, other: Header): boolean {
  return (
    one.installation !== undefined &&
    one.installation === other.installation &&
    one.postgres.system === other.postgres.system
  )
}

/** readHeader returns the header of a backup, also of one that is not whole. */
export async function readHeader(folder: string): Promise<Header | undefined> {
  return header.safeParse(await readJson(folder, HEADER)).data
}

/** writeHeader writes the header of a backup that begins. */
export function writeHeader(folder: string, content: Header): Promise<void> {
  return writeJson(folder, HEADER, content)
}

/** writeManifest makes a folder a backup. */
export function writeManifest(folder: string, entries: readonly Entry[], verifiedAt: Date): Promise<void> {
  return writeJson(folder, MANIFEST, { verified_at: verifiedAt.toISOString(), entries })
}

/** isUnfinished reports whether a folder has no manifest, such as one that is still being copied. */
export async function isUnfinished(folder: string): Promise<boolean> {
  return !(await readdir(folder)).includes(MANIFEST)
}

/** readBackup returns the backup in a folder. It throws a BackupError where there is none that this version can read. */
export async function readBackup(folder: string): Promise<Backup> {
  const [first, last] = [await readJson(folder, HEADER), await readJson(folder, MANIFEST)]
  const { format, version } = z.object({ format: z.int(), version: z.string() }).safeParse(first).data ?? {}
  if (format !== undefined && format > FORMAT)
    throw new BackupError(
      `The backup in ${folder} has format ${format}, and this version reads up to ${FORMAT}: restore it with Msingi ${version}.`,
    )
  if (last === undefined)
    throw new BackupError(
      `There is no backup in ${folder}: it has no ${MANIFEST}, which is written last. Name the folder of one backup.`,
    )
  const [head, listed] = [header.safeParse(first).data, manifest.safeParse(last).data]
  if (listed === undefined) throw damaged(folder, MANIFEST)
  if (head === undefined) throw damaged(folder, HEADER)
  const { verified_at: verifiedAt, entries } = listed
  const names = new Set(entries.map(({ name }) => name))
  const { servers, objects, password, masterKey } = namesOf(head)
  const needed = [HEADER, ...servers.values(), objects, password, masterKey]
  const missing = needed.find((name) => name !== undefined && !names.has(name))
  if (missing !== undefined || names.size < entries.length) throw damaged(folder, missing ?? MANIFEST)
  return { folder, header: head, verifiedAt, entries }
}

/** damaged returns the error of an entry that is not what the manifest says. */
export function damaged(folder: string, name: string): BackupError {
  return new BackupError(
    `The backup in ${folder} is damaged: ${name} is not what was written. Take another backup.`,
  )
}

/** EntryNames are the names of the entries of a backup; of those that it need not have, only where it has them. */
export interface EntryNames {
  /** servers has the data directory of each PostgreSQL server, by its name. */
  readonly servers: ReadonlyMap<string, string>
  readonly objects?: string
  readonly password?: string
  readonly masterKey?: string
}

/** namesOf returns the names of what a backup has at least, beside its header. */
export function namesOf({ clusters, objects, postgres, encrypted }: Header): EntryNames {
  const end = encrypted === undefined ? '' : AGE
  return {
    servers: new Map(clusters.map((name) => [name, `postgres-${name}.tar.zst${end}`])),
    ...(objects === 'included' ? { objects: `objects.tar.zst${end}` } : {}),
    ...(postgres.embedded ? { password: `postgres.password${end}` } : {}),
    ...(encrypted === undefined ? {} : { masterKey: `master.key${end}` }),
  }
}

// Whole or not there, also where the power fails.
async function writeJson(folder: string, name: string, content: object): Promise<void> {
  const draft = join(folder, `${name}.part`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
  await syncFolder(folder)
}

async function readJson(folder: string, name: string): Promise<unknown> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return {}
  }
}
