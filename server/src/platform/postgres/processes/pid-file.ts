// Reads postmaster.pid, which contains the server's pid and status.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** PidFile is the content of postmaster.pid that is used. */
export interface PidFile {
  readonly pid: number
  readonly ready: boolean
}

// The lines are numbered in PostgreSQL's pidfile.h: the first is the pid, the eighth the status.
const STATUS_LINE = 7

/** pidFilePath returns the path of postmaster.pid. */
export function pidFilePath(directory: string): string {
  return join(directory, 'postmaster.pid')
}

/** readPidFile returns undefined if there is no postmaster.pid. */
export function readPidFile(directory: string): PidFile | undefined {
  try {
    const lines = readFileSync(pidFilePath(directory), 'utf8').split('\n')
    // The pid of a stand-alone backend is written as a negative number.
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0
    return { pid, ready: lines[STATUS_LINE]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
