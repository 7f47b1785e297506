// The cases of clients/conformance, as they stand there: numbers keep their digits.

import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Digits, parseDigits } from './digits.ts'

const FOLDER = resolve(import.meta.dirname, '../../../clients/conformance/cases')

/** Call is a chain from the client to what is called at its end: names with their arguments. */
export type Call = readonly (readonly [name: string, ...args: readonly unknown[]])[]

/** Step is one call and what comes of it; `seen` is left out where it does not matter. */
export interface Step {
  readonly do: Call
  readonly returns?: unknown
  readonly fails?: Readonly<Record<string, unknown>>
}

/** Together are steps that begin at once. */
export interface Together {
  readonly together: readonly Step[]
}

/** Reply is what a scripted server answers; "real" stands for the answer of the real one. */
export type Reply =
  | 'real'
  | {
      readonly status?: Digits
      readonly headers?: Readonly<Record<string, string>>
      readonly json?: unknown
      /** data is that of a success. */
      readonly data?: unknown
      readonly text?: string
      readonly gzip?: true
      /** hangs: nothing is ever answered. */
      readonly hangs?: true
      /** cuts: the connection ends after so many bytes of the body. */
      readonly cuts?: Digits
    }

/** Seen is a request that the server received; `query` and `json` are compared as a whole, headers where they are named. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly json?: unknown
  readonly text?: string
}

/** ClientSettings say how the client of a case is made. */
export interface ClientSettings {
  readonly key?: 'secret' | 'publishable'
  readonly session?: boolean | Readonly<Record<string, unknown>>
  readonly timeout?: number
  readonly connect_timeout?: number
  readonly retries?: number
  /** tls speaks to a server with a certificate that nobody trusts. */
  readonly tls?: true
}

/** Case is one thing that every client does in the same way. */
export interface Case extends Partial<Step> {
  readonly name: string
  /** except says of clients that cannot do it why; they must fail. */
  readonly except?: Readonly<Record<string, string>>
  readonly client?: ClientSettings
  readonly steps?: readonly (Step | Together)[]
  readonly server?: readonly Reply[]
  readonly seen?: readonly Seen[]
}

/** Setup is a request to the API, made by the owner before the cases of a file. */
export interface Setup {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** CaseFile is a file of cases. */
export interface CaseFile {
  readonly file: string
  readonly about: string
  readonly setup?: readonly Setup[]
  readonly cases: readonly Case[]
}

/** readCases returns all files of cases, sorted by name. */
export async function readCases(): Promise<readonly CaseFile[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => {
      const read = parseDigits(await readFile(join(FOLDER, file), 'utf8')) as Omit<CaseFile, 'file'>
      return { file: file.replace('.json', ''), ...read }
    }),
  )
}

/** stepsOf returns the steps of a case. */
export function stepsOf({ do: call, returns, fails, steps }: Case): readonly (Step | Together)[] {
  if (steps !== undefined) return steps
  if (call === undefined) throw new Error('A case has `do` or `steps`.')
  return [{ do: call, ...(returns === undefined ? {} : { returns }), ...(fails && { fails }) }]
}
