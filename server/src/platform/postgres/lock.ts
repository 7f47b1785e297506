// The lock on a data directory: one file that names its holder, survives kill -9 of it and the reuse of its pid.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
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

// Only a power cut leaves a file that cannot be read, and then nobody who held it is left.
const UNREADABLE: Holder = { pid: 0, birth: '', token: 'unreadable' }
const ATTEMPTS = 100

/** acquireLock takes the lock file of a directory, or throws a sentence that names who holds it. */
export function acquireLock(path: string, directory: string): DirectoryLock {
  const own: Holder = { pid: process.pid, birth: birthOf(process.pid) ?? '', token: randomUUID() }
  // The content is written first and the name given by link(2), which fails if the name is taken, as O_EXCL
  // does: so no reader ever finds a lock without its holder.
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
    `The data directory ${directory} could not be locked: ${path} keeps changing hands.`,
  )
}

/**
 * tookOver replaces the lock of a holder that is gone. Two starts may find it at the same time, and one could
 * then remove what the other has just created; so the right to replace is itself a lock, whose name comes from
 * the dead holder's token and which therefore only one can ever win. After winning, the dead lock must still be
 * in place. A winner that died half way has left a claim, which is succeeded in the same way.
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
      'stop that Msingi first, or choose another directory with MSINGI_DATA.',
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
