// Extracts the archives of a backup. What is in an archive may be anything: nothing is written outside of the folder.
import { chown, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, type Header } from 'tar-stream'
import type { CheckRoom } from '#platform/blobs/disk/free-space.ts'
import type { RunUser } from '#platform/postgres/directory/run-user.ts'
import { BackupError } from './backup-error.ts'

/** Destination is where an archive is extracted. */
export interface Destination {
  /** folder is there, and is empty. */
  readonly folder: string
  /** owner is who owns what is made; left out, it is the user of this process. */
  readonly owner?: RunUser | undefined
}

// A file takes whole blocks, and one for itself.
const BLOCK_BYTES = 4096

/** extractEntry extracts the content of an archive, whose files take room as a disk counts it. It throws a BackupError that names the first member which cannot be. */
export async function extractEntry(
  name: string,
  content: AsyncIterable<Uint8Array>,
  destination: Destination,
  takeRoom: CheckRoom,
): Promise<void> {
  const members = extract()
  const feeding = pipeline(content, members)
  // Reported below, by who reads the members.
  feeding.catch((error) => members.destroy(error))
  for await (const member of members) {
    await takeRoom(BLOCK_BYTES)
    await writeMember(name, member, destination, takeRoom)
  }
  await feeding
}

type Member = AsyncIterable<unknown> & { readonly header: Header; resume(): unknown }

async function writeMember(
  archive: string,
  member: Member,
  destination: Destination,
  takeRoom: CheckRoom,
): Promise<void> {
  const { folder, owner } = destination
  const { name, type } = member.header
  const place = join(folder, checkMember(archive, member.header))
  try {
    if (type === 'directory') {
      await mkdir(place, { recursive: true, mode: 0o700 })
      member.resume()
    } else await writeFile(place, member, takeRoom)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw refused(archive, name, 'is there twice')
  }
  if (owner !== undefined) await chown(place, owner.uid, owner.gid)
}

async function writeFile(place: string, member: Member, takeRoom: CheckRoom): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const file = await open(place, 'wx', 0o600)
  try {
    for await (const chunk of member) {
      const bytes = chunk as Buffer
      await takeRoom(bytes.length)
      await file.writeFile(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

// Returns the name where it is one below the folder, of a file or a folder.
function checkMember(archive: string, { name, type }: Header): string {
  if (type !== 'file' && type !== 'directory') throw refused(archive, name, `is a ${type}`)
  const parts = name.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\0\\:]/.test(name))
    throw refused(archive, name, 'has no place in it')
  return name
}

function refused(archive: string, name: string, what: string): BackupError {
  return new BackupError(
    `The backup cannot be restored: ${JSON.stringify(name.slice(0, 200))} in ${archive} ${what}. It was not written by Msingi.`,
  )
}
