// What processes cost, from Linux' /proc; elsewhere there is no answer, and the figures say so.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

// USER_HZ, in which /proc counts time, is 100 on every architecture that Node runs on.
const TICK_MICROSECONDS = 10_000

interface Stat {
  readonly parent: number
  /** own is the time of the process, reaped that of its children that have ended. */
  readonly own: number
  readonly reaped: number
}

/** cpuOf returns the microseconds of processor time that a process has used. */
export function cpuOf(pid: number): number | undefined {
  return readStat(pid)?.own
}

/** cpuOfFamily adds up a process and its children, also those that have ended. */
export function cpuOfFamily(pid: number): number | undefined {
  const parent = readStat(pid)
  if (parent === undefined) return undefined
  const children = childrenOf(pid).map((child) => cpuOf(child) ?? 0)
  return children.reduce((sum, child) => sum + child, parent.own + parent.reaped)
}

/** residentMemory returns the bytes of memory that a process holds. */
export function residentMemory(pid: number): number | undefined {
  return fieldOf(read(`/proc/${pid}/status`), 'VmRSS')
}

/** PrivateMemory is the memory of a process's children. */
export interface PrivateMemory {
  readonly processes: number
  /** bytes adds up Private_Clean and Private_Dirty. */
  readonly bytes: number
  /** anonymous adds up Pss_Anon: without pages of files, and without shared memory that one child alone has touched. */
  readonly anonymous: number
}

/** privateMemory adds up what the children of a process hold each for itself. */
export async function privateMemory(pid: number): Promise<PrivateMemory | undefined> {
  const reading = childrenOf(pid).map((child) =>
    readFile(`/proc/${child}/smaps_rollup`, 'utf8').catch(() => ''),
  )
  const texts = (await Promise.all(reading)).filter((text) => text !== '')
  if (texts.length === 0) return undefined
  const sum = (name: string) => texts.reduce((total, text) => total + (fieldOf(text, name) ?? 0), 0)
  return {
    processes: texts.length,
    bytes: sum('Private_Clean') + sum('Private_Dirty'),
    anonymous: sum('Pss_Anon'),
  }
}

function childrenOf(pid: number): number[] {
  const pids = names('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((child) => readStat(child)?.parent === pid)
}

function readStat(pid: number): Stat | undefined {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The second field is the name in parentheses, which may hold anything; the third is the state.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) * TICK_MICROSECONDS
  return { parent: fields[1] ?? 0, own: ticks(11), reaped: ticks(13) }
}

function fieldOf(text: string | undefined, name: string): number | undefined {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')
  return found === null ? undefined : Number(found[1]) * 1024
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
