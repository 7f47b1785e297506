// The bench's laboratory: one embedded PostgreSQL with fsync on, and a Msingi server on it.
import type { PostgresLog } from '../../../server/src/platform/postgres/directory/cluster.ts'
import { startEmbeddedPostgres } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { readPidFile } from '../../../server/src/platform/postgres/processes/pid-file.ts'
import { makeDataDirectory, removeDataDirectory } from './data-directory.ts'
import { type Running, startMsingi } from './servers.ts'

/** Lab is what a measurement runs in. */
export interface Lab {
  /** connection is how to log in to PostgreSQL as its superuser. */
  readonly connection: object
  /** dataDir is the server's data directory, with its keys. */
  readonly dataDir: string
  /** postmaster is the process whose children serve PostgreSQL's connections. */
  readonly postmaster: number
  /** msingi is the server under test, the present one if it was restarted. */
  readonly msingi: Running
  restart(): Promise<void>
  /** addNode starts another server on the same database. */
  addNode(): Promise<Running>
  stop(): Promise<void>
}

const silent = { info() {}, warn() {}, error: console.error }

/** openLab starts PostgreSQL, whose messages go to `log`, and Msingi with settings of its own where there are any. */
export async function openLab(
  settings: Record<string, string> = {},
  log: PostgresLog = silent,
): Promise<Lab> {
  const dataDir = await makeDataDirectory()
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const { host, user, password, database, port } = postgres.connection
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`
  const start = () => startMsingi({ ...settings, DATABASE_URL: url, MSINGI_DATA: dataDir })
  let msingi: Running | undefined
  const others: Running[] = []
  const stop = async () => {
    for (const server of [msingi, ...others]) await server?.stop()
    await postgres.stop()
    await removeDataDirectory(dataDir)
  }
  try {
    msingi = await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connection: postgres.connection,
    dataDir,
    postmaster: readPidFile(postgres.dataDirectory)?.pid as number,
    get msingi() {
      return msingi as Running
    },
    async restart() {
      await msingi?.stop()
      msingi = await start()
    },
    async addNode() {
      const other = await start()
      others.push(other)
      return other
    },
    stop,
  }
}
