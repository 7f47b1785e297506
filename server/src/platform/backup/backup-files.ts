// What the files of a backup say: header.json is written first and manifest.json last. Without a manifest they are no backup.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError } from './backup-error.ts'
import { type BackupFiles, FileMissing, HEADER, MANIFEST } from './place.ts'

/** FORMAT is the format that this version writes, and the newest that it reads. */
export const FORMAT = 1

/** AGE is what the names of encrypted entries end with. */
export const AGE = '.age'

// A manifest of 1000 entries is a third of that.
const MAX_BYTES = 1024 * 1024

// Shown on terminals.
const printable = z.string().regex(/^[ -~]{0,200}$/)

const header = z.object({
  format: z.literal(FORMAT),
  /** version is that of Msingi. */
  version: printable,
  created_at: z.iso.datetime(),
  /** installation is that which made it; left out where its root key could not be opened. A restored one is another. */
  installation: z.string().optional(),
  postgres: z.object({ version: printable, system: z.string(), embedded: z.boolean() }),
  /** clusters are the PostgreSQL servers, by name. */
  clusters: z.array(z.string().regex(/^[a-z0-9_-]{1,60}$/)).min(1),
  /** objects says where the bytes of files are: in this backup, or in a bucket that stays as it is. */
  objects: z.union([
    z.literal('included'),
    z.object({ bucket: z.string(), endpoint: z.string().optional() }),
  ]),
  /** master_keys are the ids of the keys that open the database; the key itself is in encrypted backups only. */
  master_keys: z.array(printable),
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
  readonly files: BackupFiles
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
export async function readHeader(files: BackupFiles): Promise<Header | undefined> {
  return header.safeParse(await readJson(files, HEADER)).data
}

/** writeHeader writes the header of a backup that begins. */
export function writeHeader(files: BackupFiles, content: Header): Promise<void> {
  return writeJson(files, HEADER, content)
}

/** writeManifest makes files a backup. */
export function writeManifest(
  files: BackupFiles,
  entries: readonly Entry[],
  verifiedAt: Date,
): Promise<void> {
  return writeJson(files, MANIFEST, { verified_at: verifiedAt.toISOString(), entries })
}

/** readBackup returns a backup. It throws a BackupError where there is none that this version can read. */
export async function readBackup(files: BackupFiles): Promise<Backup> {
  const [first, last] = [await readJson(files, HEADER), await readJson(files, MANIFEST)]
  const { address } = files
  const { format, version } = z.object({ format: z.int(), version: printable }).safeParse(first).data ?? {}
  if (format !== undefined && format > FORMAT)
    throw new BackupError(
      `The backup in ${address} has format ${format}, and this version reads up to ${FORMAT}: restore it with Msingi ${version}.`,
    )
  if (last === undefined)
    throw new BackupError(
      `There is no backup in ${address}: it has no ${MANIFEST}, which is written last. Name the folder of one backup.`,
    )
  const [head, listed] = [header.safeParse(first).data, manifest.safeParse(last).data]
  if (listed === undefined) throw damaged(files, MANIFEST)
  if (head === undefined) throw damaged(files, HEADER)
  const { verified_at: verifiedAt, entries } = listed
  const names = new Set(entries.map(({ name }) => name))
  const { servers, objects, password, masterKey } = namesOf(head)
  const needed = [HEADER, ...servers.values(), objects, password, masterKey]
  const missing = needed.find((name) => name !== undefined && !names.has(name))
  if (missing !== undefined || names.size < entries.length) throw damaged(files, missing ?? MANIFEST)
  return { files, header: head, verifiedAt, entries }
}

/** damaged returns the error of an entry that is not what the manifest says. */
export function damaged({ address }: BackupFiles, name: string): BackupError {
  return new BackupError(
    `The backup in ${address} is damaged: ${name} is not what was written. Take another backup.`,
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

function writeJson(files: BackupFiles, name: string, content: object): Promise<void> {
  return files.write(name, Readable.from([Buffer.from(`${JSON.stringify(content, null, 2)}\n`)]))
}

async function readJson(files: BackupFiles, name: string): Promise<unknown> {
  const content = await readText(files, name).catch((error) => {
    if (error instanceof FileMissing) return undefined
    if (error instanceof BackupError) throw error
    throw new BackupError(`${name} in ${files.address} cannot be read: ${reasonOf(error)}.`, { cause: error })
  })
  try {
    return content === undefined ? undefined : JSON.parse(content)
  } catch {
    return {}
  }
}

async function readText(files: BackupFiles, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of files.read(name)) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw damaged(files, name)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
