// A database cluster of the embedded PostgreSQL: its directory, user and name.
import { createHash } from 'node:crypto'
import type { RunUser } from './run-user.ts'

/** PostgresLog receives the messages of the embedded server; a pino logger fits. */
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
  /** The `cluster_name`: it is part of the titles of its processes, by which a later start finds leftovers. */
  readonly name: string
}

/** shortHash returns a hash of twelve hexadecimal digits. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** clusterAt describes the cluster in a directory. */
export function clusterAt(directory: string, runAs: RunUser | undefined): Cluster {
  return { directory, runAs, name: `msingi-${shortHash(directory)}` }
}
