// The user who runs PostgreSQL. The server refuses to run as root, so that root uses another user, who must have access
// to the binaries and the data.
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

/** isRoot reports whether this process runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** defaultRunUser returns the account for a new cluster: `postgres` if it exists, else `nobody`. */
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

/** accountOf returns the account of a uid, which need not have a name. */
export function accountOf(uid: number, gid: number): RunUser {
  return readAccounts().find((account) => account.uid === uid) ?? { uid, gid, name: `#${uid}` }
}

/** canReach reports whether the user can traverse all directories above the path. */
export function canReach(path: string, user: RunUser): boolean {
  const real = realpathSync(path)
  if (!permits(statSync(real), user, WALK)) return false
  for (let parent = dirname(real), child = real; parent !== child; child = parent, parent = dirname(parent)) {
    if (!permits(statSync(parent), user, WALK)) return false
  }
  return true
}

/** canUse reports whether the user can also read the path. */
export function canUse(path: string, user: RunUser): boolean {
  return canReach(path, user) && permits(statSync(path), user, READ)
}

/** makePassable creates a directory and its parents, which other users can traverse but not list. */
export async function makePassable(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  // mkdir applies the umask, which is often 077 for root.
  for (let made = directory; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
}

function readAccounts(): RunUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

// ACLs are ignored: if only they grant access, the data is moved without need, which does no harm. A child process has no
// supplementary groups, so these are ignored too.
function permits(stats: Stats, user: RunUser, bit: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bit) === bit
}
