// The private directory of the server's unix socket: users without access to it cannot connect.
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from '#platform/postgres/directory/cluster.ts'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import { type Endpoint, isSocket } from './settings.ts'

// The maximum length of a socket's path is 107 bytes on Linux and 103 on macOS; the file adds `/.s.PGSQL.5432`.
const MAX_DIRECTORY_BYTES = 103 - '/.s.PGSQL.5432'.length
const PORT = 5432

/** chooseEndpoint chooses and prepares the address on which the server listens. */
export async function chooseEndpoint(cluster: Cluster): Promise<Endpoint> {
  // Node does not support unix sockets on Windows: there it is a free loopback port, protected by the password alone.
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  const host = socketDirectoryOf(cluster)
  ensurePrivate(host, cluster)
  return { host, port: PORT }
}

/** socketDirectoryOf returns a directory next to the data if its path is short enough, else a temporary one. */
export function socketDirectoryOf(cluster: Cluster): string {
  const beside = `${cluster.directory}.socket`
  if (fits(beside)) return beside
  const bases = cluster.runAs === undefined ? [tmpdir(), '/tmp'] : ['/run', tmpdir(), '/tmp']
  for (const base of bases) {
    const directory = join(base, cluster.name)
    if (existsSync(base) && fits(directory)) return directory
  }
  throw new EmbeddedPostgresError(
    'No directory has a path short enough for a unix socket. Set MSINGI_DATA to a shorter path.',
  )
}

/** ensurePrivate creates a directory with access for the server's user only. Throws if it belongs to another user. */
export function ensurePrivate(directory: string, cluster: Cluster): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(directory)
  const own = process.getuid?.()
  const owner = cluster.runAs?.uid ?? own
  // A directory of root is one whose creation was interrupted before its owner was changed.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== own)) {
    throw new EmbeddedPostgresError(
      `The directory ${directory} for PostgreSQL's socket belongs to another user or is a link: remove it, ` +
        'and find out who made it.',
    )
  }
  if ((found.mode & 0o077) !== 0) chmodSync(directory, 0o700)
  if (cluster.runAs !== undefined && found.uid !== cluster.runAs.uid) {
    chownSync(directory, cluster.runAs.uid, cluster.runAs.gid)
  }
}

/** clearSocket removes the socket of a killed server, whose pid may belong to another process by now. */
export async function clearSocket(endpoint: Endpoint): Promise<void> {
  if (!isSocket(endpoint)) return
  const socket = join(endpoint.host, `.s.PGSQL.${endpoint.port}`)
  await rm(socket, { force: true })
  await rm(`${socket}.lock`, { force: true })
}

/** removeEndpoint removes the socket and its directory, when no server uses them. */
export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  await clearSocket(endpoint)
  if (isSocket(endpoint)) await rmdir(endpoint.host).catch(() => undefined)
}

function fits(directory: string): boolean {
  return Buffer.byteLength(directory) <= MAX_DIRECTORY_BYTES
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : PORT))
    })
  })
}
