// The embedded PostgreSQL, which runs if DATABASE_URL is not set.
import type { Cluster, PostgresLog } from './directory/cluster.ts'
import { ensureDataDirectory, locateCluster } from './directory/location.ts'
import { ensurePassword, passwordFileIn } from './directory/password.ts'
import { DATABASE, initialiseCluster, isInitialised, SUPERUSER } from './initialise.ts'
import { acquireLock } from './processes/lock.ts'
import { type Binaries, binariesFor, findBinaries } from './server/binaries.ts'
import { chooseEndpoint, removeEndpoint } from './server/socket-directory.ts'
import { superviseServer } from './server/supervisor.ts'

/** EmbeddedPostgres is the running server, which is restarted automatically when it ends unexpectedly. */
export interface EmbeddedPostgres {
  /** Settings for `pg`: the superuser on database `msingi`. The host is a socket directory, except on Windows. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** Where the data is: as root it can be outside of the given directory. */
  readonly dataDirectory: string
  /** Disconnects all clients, shuts the server down and releases the data directory. */
  stop(): Promise<void>
}

/** EmbeddedPostgresOptions are the data directory, the log, and settings of the server. */
export interface EmbeddedPostgresOptions {
  /** MSINGI_DATA: the cluster is in its folder `postgres`. */
  readonly dataDir: string
  readonly log: PostgresLog
  /** Settings of the server that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where root stores binaries and data that the server's user cannot reach in their own place. */
  readonly systemDir?: string
}

/** startEmbeddedPostgres resolves when the server accepts connections. Throws an EmbeddedPostgresError. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const systemDir = options.systemDir ?? '/var/lib/msingi'
  const found = await findBinaries()
  const dataDir = await ensureDataDirectory(options.dataDir)
  const cluster = await locateCluster(dataDir, systemDir, options.log)
  const lock = acquireLock(`${cluster.directory}.lock`, dataDir)
  try {
    const binaries = await binariesFor(found, cluster.runAs, systemDir, options.log)
    const password = await prepare(binaries, cluster, passwordFileIn(dataDir), options)
    const endpoint = await chooseEndpoint(cluster)
    const { log, settings = {} } = options
    const server = await superviseServer({ binaries, cluster, endpoint, settings, log })
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await server.stop()
      await removeEndpoint(endpoint)
      lock.release()
    }
    return {
      connection: { ...endpoint, user: SUPERUSER, password, database: DATABASE },
      dataDirectory: cluster.directory,
      stop() {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function prepare(
  binaries: Binaries,
  cluster: Cluster,
  passwordFile: string,
  options: EmbeddedPostgresOptions,
): Promise<string> {
  const initialised = isInitialised(cluster)
  const password = await ensurePassword(passwordFile, cluster.directory, initialised)
  if (!initialised) {
    const sync = options.settings?.fsync !== 'off'
    await initialiseCluster(binaries, cluster, password, { sync, log: options.log })
  }
  return password
}
