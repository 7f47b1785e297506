// Which user runs PostgreSQL. The server refuses root, so root hands it to another user, who must be able to
// walk to the binaries and to the data.
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** RunUser is the account that initdb and the server run under when this process is root. */
export interface RunUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

const CANDIDATES = ['postgres', 'nobody']

const READ = 4
const WALK = 1

/** isRoot reports whether this process is root, which PostgreSQL refuses to run as. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** defaultRunUser is the account for a new cluster: `postgres` where the machine has one, else `nobody`. */
export function defaultRunUser(): RunUser {
  const accounts = readAccounts()
  for (const candidate of CANDIDATES) {
    const account = accounts.find(({ name }) => name === candidate)
    if (account !== undefined) return account
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody": ' +
      'start Msingi as a plain user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** accountOf is the account with a uid, which need not have a name. */
export function accountOf(uid: number, gid: number): RunUser {
  return readAccounts().find((account) => account.uid === uid) ?? { uid, gid, name: `#${uid}` }
}

/** canReach reports whether the user may walk down to the path; the path itself may be any file or directory. */
export function canReach(path: string, user: RunUser): boolean {
  const real = realpathSync(path)
  if (!permits(statSync(real), user, WALK)) return false
  for (let parent = dirname(real), child = real; parent !== child; child = parent, parent = dirname(parent)) {
    if (!permits(statSync(parent), user, WALK)) return false
  }
  return true
}

/** canUse reports whether the user may walk down to the path and also read it. */
export function canUse(path: string, user: RunUser): boolean {
  return canReach(path, user) && permits(statSync(path), user, READ)
}

/** makePassable makes a directory, and what is missing above it, so that others may walk through but not list. */
export async function makePassable(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  // The mode given to mkdir is cut by the umask, which root often has at 077.
  for (let made = directory; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
}

function readAccounts(): RunUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

// Access control lists are not looked at: where only they let the user in, we move the data although we need
// not, which costs nothing but the place. A child process has no supplementary groups, so neither do we ask.
function permits(stats: Stats, user: RunUser, bit: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bit) === bit
}
