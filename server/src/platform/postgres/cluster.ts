// What the parts of the embedded PostgreSQL know of one database cluster: where it stands, whose it is, its name.
import { createHash } from 'node:crypto'
import type { RunUser } from './run-user.ts'

/** PostgresLog is what the embedded server writes its messages to; a pino logger fits. */
export interface PostgresLog {
  info(obj: object, msg: string): void
  warn(obj: object, msg: string): void
  error(obj: object, msg: string): void
}

/** Cluster is one PostgreSQL data directory and the user that its server runs as. */
export interface Cluster {
  readonly directory: string
  /** The user to switch to, or undefined when the server runs as the user of this process. */
  readonly runAs: RunUser | undefined
  /** The `cluster_name`: it leads every title of its processes, by which a later start finds leftovers. */
  readonly name: string
}

/** shortHash returns twelve hexadecimal digits that stand for a path or a version. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** clusterAt describes the cluster in a directory. */
export function clusterAt(directory: string, runAs: RunUser | undefined): Cluster {
  return { directory, runAs, name: `msingi-${shortHash(directory)}` }
}
