// The baseline of a start: the same PostgreSQL, made and started by its own programs and nothing else.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultRunUser, isRoot } from '../../../server/src/platform/postgres/directory/run-user.ts'
import { readPidFile } from '../../../server/src/platform/postgres/processes/pid-file.ts'
import { findBinaries } from '../../../server/src/platform/postgres/server/binaries.ts'
import { makeDataDirectory, removeDataDirectory } from './data-directory.ts'

const POLL_MS = 5

/** measureBareDatabase returns the milliseconds that initdb takes, and the start of a server on what it made. */
export async function measureBareDatabase(): Promise<{ create: number; start: number }> {
  const { initdb, postgres } = await findBinaries()
  const directory = await makeDataDirectory()
  const home = join(directory, 'postgres')
  await mkdir(home)
  // PostgreSQL refuses to run as root.
  const user = isRoot() ? defaultRunUser() : undefined
  if (user !== undefined) await chown(home, user.uid, user.gid)
  const run = (program: string, ...args: string[]) =>
    spawn(program, ['-D', join(home, 'data'), ...args], { uid: user?.uid, gid: user?.gid, stdio: 'ignore' })
  try {
    const begun = performance.now()
    const [code] = await once(
      run(initdb, '--username=postgres', '--auth-local=peer', '--auth-host=reject'),
      'exit',
    )
    if (code !== 0) throw new Error(`initdb ended with code ${code}`)
    const create = performance.now() - begun
    const server = run(postgres, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${home}`)
    const start = await ready(server, join(home, 'data'))
    server.kill('SIGINT')
    await once(server, 'exit')
    return { create, start }
  } finally {
    await removeDataDirectory(directory)
  }
}

async function ready(server: ChildProcess, directory: string): Promise<number> {
  const begun = performance.now()
  while (!readPidFile(directory)?.ready) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return performance.now() - begun
}
