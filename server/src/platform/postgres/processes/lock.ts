// The lock on a data directory: a file that names its holder, and survives kill -9 of the holder and reuse of its pid.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import { birthOf, isAlive } from './process-table.ts'

/** DirectoryLock is held until it is released or its process ends. */
export interface DirectoryLock {
  release(): void
}

interface Holder {
  readonly pid: number
  readonly birth: string
  readonly token: string
}

// Only a power failure leaves an unreadable file, and then no holder is left.
const UNREADABLE: Holder = { pid: 0, birth: '', token: 'unreadable' }
const ATTEMPTS = 100

/** acquireLock takes the lock of a directory, or throws an error that names its holder. */
export function acquireLock(path: string, directory: string): DirectoryLock {
  const own: Holder = { pid: process.pid, birth: birthOf(process.pid) ?? '', token: randomUUID() }
  // The content is written first and the name is created by link(2), which fails if it exists: no reader ever finds a lock
  // without a holder.
  const draft = `${path}.${own.token}.new`
  writeFileSync(draft, `${JSON.stringify(own)}\n`)
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (createdFrom(draft, path) || tookOver(draft, path, directory))
        return { release: () => release(path, own) }
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new EmbeddedPostgresError(
    `The data directory ${directory} could not be locked: other processes keep taking ${path}. Start only one.`,
  )
}

/**
 * tookOver replaces the lock of a dead holder. Two concurrent starts can find it, and one could remove what the other has
 * just created; so the right to replace it is a lock itself, whose name comes from the dead holder's token, so that only
 * one can win. The winner checks that the dead lock is still in place. A claim of a winner that died is taken over in the
 * same way.
 */
function tookOver(draft: string, path: string, directory: string): boolean {
  const dead = readHolder(path)
  if (dead === undefined) return false
  refuseIfAlive(dead, directory)
  const abandoned: string[] = []
  let claim = `${path}.${dead.token}`
  while (!createdFrom(draft, claim)) {
    const rival = readHolder(claim)
    if (rival === undefined) return false
    refuseIfAlive(rival, directory)
    abandoned.push(claim)
    claim = `${path}.${rival.token}`
  }
  if (readHolder(path)?.token !== dead.token) {
    rmSync(claim, { force: true })
    return false
  }
  renameSync(claim, path)
  for (const leftover of abandoned) rmSync(leftover, { force: true })
  return true
}

function refuseIfAlive(holder: Holder, directory: string): void {
  if (!isAlive(holder.pid, holder.birth)) return
  throw new EmbeddedPostgresError(
    `The data directory ${directory} is already in use by process ${holder.pid}: ` +
      'stop that Msingi first, wait for its end if it is a backup, or choose another directory with MSINGI_DATA.',
  )
}

function createdFrom(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, birth, token } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    if (typeof pid !== 'number' || typeof birth !== 'string' || typeof token !== 'string') return UNREADABLE
    return { pid, birth, token }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError) return UNREADABLE
    throw error
  }
}

function release(path: string, own: Holder): void {
  if (readHolder(path)?.token === own.token) rmSync(path, { force: true })
}
