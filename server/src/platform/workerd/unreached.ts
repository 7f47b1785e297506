// The failure of a request that its process has received nothing of: another process can take it.

/** Unreached says that a process has ended, or takes no connections. */
export class Unreached extends Error {
  override name = 'Unreached'
}

const CODES: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ENOENT'])

/** isUnconnected reports whether an error says that nobody listens at a socket's path. */
export function isUnconnected(error: NodeJS.ErrnoException): boolean {
  return CODES.has(error.code)
}
