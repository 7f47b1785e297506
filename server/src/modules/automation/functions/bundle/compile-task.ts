// What the server and a process that compiles say to each other.
import type { ErrorCode } from '#platform/errors/app-error.ts'
import type { Runtime, SourceFiles } from './source-files.ts'

/** CompileTask is what the process is sent, as JSON in one line. */
export interface CompileTask {
  readonly runtime: Runtime
  readonly files: SourceFiles
  /** packages are what package.json asks for, and where from; undefined where it asks for none. */
  readonly packages?:
    | { readonly dependencies: Readonly<Record<string, string>>; readonly registry: string }
    | undefined
  /** folder is the process's own, and takes the packages. */
  readonly folder: string
}

/** Compiled is a function that can run. */
export interface Compiled {
  readonly code: string
  /** places are what CodePlaces reads of the code. */
  readonly places: string
  /** lock is the package-lock.json that it was made from, null where it has no packages. */
  readonly lock: string | null
}

/** CompileHead is what an answer begins with: a failure, or all of what was made but its long texts. */
export type CompileHead =
  | { readonly lock: string | null }
  | { readonly tooMuch: true }
  | {
      readonly error: {
        readonly code: ErrorCode
        readonly message: string
        readonly errors: string[]
        readonly details?: unknown
        readonly headers: Record<string, string>
        /** reason is for the log of the server. */
        readonly reason?: string
      }
    }

/** CompileResult is an answer. */
export interface CompileResult {
  readonly head: CompileHead
  readonly code: string
  readonly places: string
}

/** READY is what the process writes first: all that fails from then on is due to its task. */
export const READY = 'ready\n'

/** FETCHED is what it writes once it has the packages of its task. It waits for a line then, before it compiles. */
export const FETCHED = 'fetched\n'

/** writeResult returns an answer in bytes. Its long texts are not JSON: the server need not read through them. */
export function writeResult(head: CompileHead, code = '', places = ''): Buffer {
  const bytes = Buffer.from(code)
  return Buffer.concat([Buffer.from(`${JSON.stringify([head, bytes.length])}\n`), bytes, Buffer.from(places)])
}

/** readResult returns what writeResult was given, from all that the process has written. */
export function readResult(written: Buffer): CompileResult {
  const start = written.indexOf('[')
  const end = written.indexOf('\n', start)
  const [head, length] = JSON.parse(written.toString('utf8', start, end)) as [CompileHead, number]
  const at = end + 1
  return {
    head,
    code: written.toString('utf8', at, at + length),
    places: written.toString('utf8', at + length),
  }
}
