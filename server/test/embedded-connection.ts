// How a test logs in to the embedded database of a program that it has started.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { locateCluster } from '#platform/postgres/directory/location.ts'
import { DATABASE, SUPERUSER } from '#platform/postgres/initialise.ts'
import { pidFilePath } from '#platform/postgres/processes/pid-file.ts'
import { quietLog } from './test-database.ts'

/** directoryOf returns where the data of the embedded database is. */
export async function directoryOf(dataDir: string): Promise<string> {
  return (await locateCluster(dataDir, '/var/lib/msingi', quietLog)).directory
}

/** embeddedConnection is how to log in to it, while it runs. */
export async function embeddedConnection(dataDir: string): Promise<pg.ClientConfig> {
  // The fourth line of the pid file is the port, the next two are the socket's directory and the address.
  const pidFile = await readFile(pidFilePath(await directoryOf(dataDir)), 'utf8')
  const [, , , port, socket, address] = pidFile.split('\n')
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  return {
    host: socket || String(address),
    port: Number(port),
    user: SUPERUSER,
    password: password.trim(),
    database: DATABASE,
  }
}
