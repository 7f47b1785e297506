// The embedded PostgreSQL: what runs when DATABASE_URL is not set. It is found, made, started and kept running here.
import { join } from 'node:path'
import { type Binaries, binariesFor, findBinaries } from './binaries.ts'
import type { Cluster, PostgresLog } from './cluster.ts'
import { DATABASE, initialiseCluster, isInitialised, SUPERUSER } from './initialise.ts'
import { ensureDataDirectory, locateCluster } from './location.ts'
import { acquireLock } from './lock.ts'
import { ensurePassword } from './password.ts'
import { chooseEndpoint, removeEndpoint } from './socket-directory.ts'
import { superviseServer } from './supervisor.ts'

/** EmbeddedPostgres is the running server; it is restarted by itself when it dies. */
export interface EmbeddedPostgres {
  /** Settings for `pg`: the superuser on database `msingi`. The host is a socket directory, except on Windows. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** Where the data really stands, which as root may be outside of the given directory. */
  readonly dataDirectory: string
  /** Disconnects everybody, shuts the server down and returns the data directory free. */
  stop(): Promise<void>
}

/** EmbeddedPostgresOptions say where the data goes. */
export interface EmbeddedPostgresOptions {
  /** MSINGI_DATA: the cluster lives in its folder `postgres`. */
  readonly dataDir: string
  readonly log: PostgresLog
  /** Server settings that win over ours. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where root keeps binaries and data that the server's user cannot reach in their own place. */
  readonly systemDir?: string
}

/** startEmbeddedPostgres starts the server and resolves when it takes connections; every refusal is a sentence. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const systemDir = options.systemDir ?? '/var/lib/msingi'
  const found = await findBinaries()
  const dataDir = await ensureDataDirectory(options.dataDir)
  const cluster = await locateCluster(dataDir, systemDir, options.log)
  const lock = acquireLock(`${cluster.directory}.lock`, dataDir)
  try {
    const binaries = await binariesFor(found, cluster.runAs, systemDir, options.log)
    const password = await prepare(binaries, cluster, join(dataDir, 'postgres.password'), options)
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
