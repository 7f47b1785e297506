// The embedded PostgreSQL for a command beside the server: the one that runs for a data directory, or else one of its own.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Cluster } from './directory/cluster.ts'
import { ensureDataDirectory, locateCluster } from './directory/location.ts'
import { passwordFileIn } from './directory/password.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { DATABASE, SUPERUSER } from './initialise.ts'
import { pidFilePath, readPidFile } from './processes/pid-file.ts'
import { exists } from './processes/process-table.ts'
import type { Endpoint } from './server/settings.ts'
import { socketDirectoryOf } from './server/socket-directory.ts'

/** JoinedPostgres is a server that takes connections; `stop` ends it where it was started for this. */
export type JoinedPostgres = Pick<EmbeddedPostgres, 'connection' | 'stop'>

/** joinEmbeddedPostgres returns the server of a data directory, which it starts where none runs. */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<JoinedPostgres> {
  const dataDir = await ensureDataDirectory(options.dataDir)
  const cluster = await locateCluster(dataDir, options.systemDir ?? '/var/lib/msingi', options.log)
  const found = readPidFile(cluster.directory)
  if (found === undefined || !found.ready || !exists(found.pid)) return startEmbeddedPostgres(options)
  const password = readFileSync(passwordFileIn(dataDir), 'utf8').trim()
  const connection = { ...endpointOf(cluster), user: SUPERUSER, password, database: DATABASE }
  // What a killed server has left may name the pid of another process.
  const answers = await takesConnections(connection)
  return answers ? { connection, stop: async () => {} } : startEmbeddedPostgres(options)
}

// The fourth line of postmaster.pid is the port.
const PORT_LINE = 3

function endpointOf(cluster: Cluster): Endpoint {
  const lines = readFileSync(pidFilePath(cluster.directory), 'utf8').split('\n')
  const port = Number(lines[PORT_LINE])
  const host = process.platform === 'win32' ? '127.0.0.1' : socketDirectoryOf(cluster)
  return { host, port }
}

async function takesConnections(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
