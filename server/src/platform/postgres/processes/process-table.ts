// The processes of the operating system: from /proc on Linux (images often lack ps), from ps on other Unixes.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** ProcessEntry is one living process. */
export interface ProcessEntry {
  readonly pid: number
  readonly uid: number
  /** The arguments joined by spaces, or the title that the process has given itself. */
  readonly command: string
}

/** birthOf identifies a process among later ones with the same pid: undefined if it is gone, '' if unknown. */
export function birthOf(pid: number): string | undefined {
  if (!exists(pid)) return undefined
  if (process.platform === 'linux') return birthFromProc(pid)
  if (process.platform === 'win32') return ''
  return birthFromPs(pid)
}

/** isAlive reports whether the process with this birth still runs; true if the birth is unknown. */
export function isAlive(pid: number, birth: string): boolean {
  const now = birthOf(pid)
  return now !== undefined && (now === '' || birth === '' || now === birth)
}

/** listProcesses returns all living processes that are visible; none on Windows. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform === 'linux') return listFromProc()
  return process.platform === 'win32' ? [] : listFromPs()
}

/** workingDirectoryOf returns the working directory of a process, or undefined if it is not readable. */
export function workingDirectoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** exists reports whether a pid is in use, including by zombies and processes of other users. */
export function exists(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function birthFromProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  // With hidepid, /proc does not show the processes of other users.
  if (stat === undefined) return exists(pid) ? '' : undefined
  // The second field is the name in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedAt] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  // The start time is in ticks since boot: it is unique only together with the boot id.
  const boot = readOrUndefined('/proc/sys/kernel/random/boot_id') ?? ''
  return `${boot.trim()}:${startedAt}`
}

function birthFromPs(pid: number): string | undefined {
  const [state = '', ...started] = ps('-o', 'state=,lstart=', '-p', String(pid)).trim().split(/\s+/)
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ')
}

function listFromProc(): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // A zombie's command line is empty, as is that of a kernel thread.
    const command = readOrUndefined(`/proc/${name}/cmdline`)?.replaceAll('\0', ' ').trim()
    const uid = statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid
    if (command && uid !== undefined) entries.push({ pid: Number(name), uid, command })
  }
  return entries
}

function listFromPs(): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of ps('-axo', 'pid=,uid=,command=').split('\n')) {
    const match = /^(\d+)\s+(-?\d+)\s+(?=\S)/.exec(line.trim())
    if (match)
      entries.push({
        pid: Number(match[1]),
        uid: Number(match[2]),
        command: line.trim().slice(match[0].length),
      })
  }
  return entries
}

function ps(...args: string[]): string {
  try {
    const env = { LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('/bin/ps', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
