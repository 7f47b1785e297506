// Who runs workerd and compilers, and under which limits: a user of its own for each process where the server is root.
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { isRoot, type RunUser } from '#platform/postgres/directory/run-user.ts'

// Above the users of people, below those that systemd gives to its dynamic services.
const FIRST_UID = 42_000
/** PLACES is how many such users there are; servers on one machine begin at different ones. */
export const PLACES = 17_000
// Those behind them compile.
const COMPILERS = 1000

/** workerdUser returns the user of the nth process of this server, or undefined where the server is not root. */
export function workerdUser(place: number): RunUser | undefined {
  const uid = FIRST_UID + place
  return isRoot() ? { uid, gid: uid, name: `#${uid}` } : undefined
}

/** compilerUser returns the user of the nth process that compiles, who is never one of those that run code. */
export function compilerUser(n: number): RunUser | undefined {
  return workerdUser(PLACES + (n % COMPILERS))
}

/** NICE is by how much they stand behind the server (setpriority(2)): where both have work, each gets a tenth of what it does. */
export const NICE = 10

// An idle workerd needs about 535 MB of address space that counts as data; V8 cannot live with a limit of all of it.
const DATA_BYTES = 2 * 1024 ** 3
const OPEN_FILES = 1024

/** ProcessLimits bound a process: its private memory, and the processor time that it has in all. */
export interface ProcessLimits {
  readonly dataBytes?: number
  readonly cpuSeconds?: number
}

/**
 * asUser returns the command line that runs a program as the user: behind the server where both have work, without new
 * privileges or capabilities, within limits, and ended with the server. Tools that the machine lacks are left out.
 */
export function asUser(
  user: RunUser | undefined,
  program: string,
  args: readonly string[],
  { dataBytes = DATA_BYTES, cpuSeconds }: ProcessLimits = {},
): string[] {
  const nice = findTool('nice')
  const setpriv = findTool('setpriv')
  const prlimit = findTool('prlimit')
  const identity =
    user === undefined
      ? []
      : [
          `--reuid=${user.uid}`,
          `--regid=${user.gid}`,
          '--clear-groups',
          '--inh-caps=-all',
          '--bounding-set=-all',
        ]
  const limits = [
    ...[`--data=${dataBytes}`, '--core=0', `--nofile=${OPEN_FILES}`],
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
  ]
  return [
    ...(nice === undefined ? [] : [nice, '-n', String(NICE)]),
    ...(setpriv === undefined ? [] : [setpriv, ...identity, '--no-new-privs', '--pdeathsig=KILL']),
    ...(prlimit === undefined ? [] : [prlimit, ...limits]),
    program,
    ...args,
  ]
}

/** givesWay reports whether each process stands behind the server. */
export function givesWay(): boolean {
  return findTool('nice') !== undefined
}

/** isConfined reports whether each process has a user of its own, and cannot gain privileges. */
export function isConfined(): boolean {
  return isRoot() && findTool('setpriv') !== undefined
}

const found = new Map<string, string | undefined>()

function findTool(name: string): string | undefined {
  if (!found.has(name)) found.set(name, search(name))
  return found.get(name)
}

function search(name: string): string | undefined {
  const places = ['/usr/bin', '/bin', '/usr/sbin', '/usr/local/bin']
  return places.map((place) => join(place, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
