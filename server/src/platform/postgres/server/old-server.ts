// Cleans up after an earlier server on the data directory: a postmaster whose Msingi was killed, backends whose
// postmaster was killed and that still use its shared memory, a stale postmaster.pid.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, PostgresLog } from '#platform/postgres/directory/cluster.ts'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import { pidFilePath, readPidFile } from '#platform/postgres/processes/pid-file.ts'
import {
  exists,
  listProcesses,
  type ProcessEntry,
  workingDirectoryOf,
} from '#platform/postgres/processes/process-table.ts'
import type { Binaries } from './binaries.ts'
import { type StopSignal, signalServer } from './postmaster.ts'

const STEPS: readonly { signal: StopSignal; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
// Backends notice the death of their postmaster when they next wait for something; a busy one can take long.
const BACKENDS_MS = 3_000
// Matches the arguments or the title of a PostgreSQL process.
const POSTGRES = /^postgres: |\bpostgres(\.exe)? -/
const POLL_MS = 20

/** clearOldServer frees the data directory for a new server; the caller holds its lock. */
export async function clearOldServer(binaries: Binaries, cluster: Cluster, log: PostgresLog): Promise<void> {
  const file = readPidFile(cluster.directory)
  // A server removes this file last: without it, nothing is left.
  if (file === undefined) return
  const postmaster = processesOf(cluster).find((entry) => entry.pid === file.pid)
  if (postmaster !== undefined) {
    const { pid } = postmaster
    log.warn({ pid }, `PostgreSQL ${pid} was left running on ${cluster.directory}; stopping it.`)
    await stopOrphan(binaries, cluster, pid)
  }
  await waitForBackends(binaries, cluster, log)
  await removeMisleadingPidFile(cluster)
}

/** processesOf returns the living processes of a cluster: the postmaster by its arguments, the others by title. */
export function processesOf(cluster: Cluster): ProcessEntry[] {
  const owner = cluster.runAs?.uid ?? process.getuid?.()
  const title = `postgres: ${cluster.name}: `
  // A backend that has just been forked still shows the arguments of its postmaster.
  const start = ` -D ${cluster.directory} -c `
  return listProcesses().filter(
    (entry) =>
      entry.uid === owner &&
      (entry.command.startsWith(title) || entry.command.includes(start) || worksInside(entry, cluster)),
  )
}

// After a move of the data directory only its working directory identifies a process, if it can be read.
function worksInside({ pid, command }: ProcessEntry, cluster: Cluster): boolean {
  return POSTGRES.test(command) && workingDirectoryOf(pid) === cluster.directory
}

async function stopOrphan(binaries: Binaries, cluster: Cluster, pid: number): Promise<void> {
  const gone = () => !processesOf(cluster).some((entry) => entry.pid === pid)
  for (const { signal, waitMs } of STEPS) {
    signalServer(binaries, pid, signal)
    if (await becomesTrue(gone, waitMs)) return
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL ${pid} still runs on ${cluster.directory} and cannot be stopped: stop it by hand.`,
  )
}

async function waitForBackends(binaries: Binaries, cluster: Cluster, log: PostgresLog): Promise<void> {
  const none = () => processesOf(cluster).length === 0
  if (await becomesTrue(none, BACKENDS_MS)) return
  const rest = processesOf(cluster)
  log.warn(
    { pids: rest.map(({ pid }) => pid) },
    'PostgreSQL backends have outlived their server; killing them.',
  )
  for (const { pid } of rest) signalServer(binaries, pid, 'SIGKILL')
  if (await becomesTrue(none, BACKENDS_MS)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL processes are still at work on ${cluster.directory} and cannot be killed.`,
  )
}

// PostgreSQL trusts this file if any process of its user, even a zombie, has the pid in it. Usually it is known by now
// that no process of the cluster is left; otherwise PostgreSQL decides.
async function removeMisleadingPidFile(cluster: Cluster): Promise<void> {
  const file = readPidFile(cluster.directory)
  if (file === undefined || process.platform === 'win32' || !exists(file.pid)) return
  const other = listProcesses().find((entry) => entry.pid === file.pid)
  const isServer = other !== undefined && POSTGRES.test(other.command)
  if (isServer && workingDirectoryOf(other.pid) === undefined) return
  await rm(pidFilePath(cluster.directory), { force: true })
}

async function becomesTrue(condition: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (!condition()) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}
