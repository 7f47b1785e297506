// What the runtime of functions asks of the server, and what it reports: the seam between workerd and the module that knows
// functions.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Unreached } from '#platform/http-client/http-client.ts'

/** WorkerCode is what one isolate runs. */
export interface WorkerCode {
  readonly mainModule: string
  readonly modules: Readonly<Record<string, string>>
  /** variables are members of `env`, beside `msingi`, which calls the API. */
  readonly variables: Readonly<Record<string, string>>
  /** hosts are the only ones that `fetch` reaches, or null for all that are public. */
  readonly hosts: readonly string[] | null
}

/** LogLine is one call of `console`. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'log' | 'warn' | 'error'
  readonly message: readonly unknown[]
  readonly timestamp: number
}

/** ThrownError is an error that nothing caught; places in its stack are those of the bundled code. */
export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly timestamp: number
}

/** InvocationReport is what is known of an invocation once all its work is done, `waitUntil` included. */
export interface InvocationReport {
  readonly worker: string
  readonly invocation: string | null
  readonly outcome: string
  readonly logs: readonly LogLine[]
  readonly exceptions: readonly ThrownError[]
  /** dropped is how many lines of a flood are missing. */
  readonly dropped: number
  /** uncounted is true where more are missing than that: workerd itself drops lines of a flood, and does not count them. */
  readonly uncounted?: boolean
}

/** RuntimeHost is what the server provides to the processes of projects. */
export interface RuntimeHost {
  /** code returns the code of a worker of the project, or undefined where there is none. */
  code(projectId: string, worker: string): Promise<WorkerCode | undefined>
  /** report receives what an invocation logged. */
  report(projectId: string, report: InvocationReport): void
  /** used receives the processor time, in milliseconds, that functions of the project have taken since the last call. */
  used(projectId: string, cpuMs: number): void
  /** unreached says why a request of a function of the project to another server did not succeed. */
  unreached(projectId: string, url: string): Promise<Unreached>
  /** serve answers a request to the server's own API, which code of the project makes. */
  serve(projectId: string, request: IncomingMessage, response: ServerResponse): void
}
