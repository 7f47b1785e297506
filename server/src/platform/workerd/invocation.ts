// One request to a function: over the socket of its process, streamed both ways, with a time limit.
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { AppError } from '#platform/errors/app-error.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** Invocation is a request to a worker. */
export interface Invocation {
  readonly id: string
  /** worker names the isolate: another name is another isolate, loaded when it is first named. */
  readonly worker: string
  readonly method: string
  /** path begins with a slash and may have a query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  /** internal are headers for the entry of the function, whose names begin with x-msingi-fn-. */
  readonly internal?: Readonly<Record<string, string>>
  readonly body?: Readable | Buffer | undefined
  /** timeMs is how long the answer may take, with its whole body. */
  readonly timeMs: number
}

/** Answer is the response of a function. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
  /** failed is set where the function threw, or could not be loaded; the body is then the error's message. */
  readonly failed: boolean
}

const INTERNAL = /^x-msingi-fn-/

/** send sends an invocation to a process. It throws 504 at the time limit, and 503 where the process has ended. */
export function send(process: WorkerdProcess, invocation: Invocation, onEnd: () => void): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { id, worker, method, path, body, timeMs } = invocation
  const headers = {
    ...withoutInternal(invocation.headers),
    ...invocation.internal,
    'x-msingi-fn-worker': worker,
    'x-msingi-fn-invocation': id,
  }
  const outgoing = request({ socketPath: process.socket, agent: process.agent, method, path, headers })
  const timer = setTimeout(() => outgoing.destroy(timedOut(timeMs)), timeMs)
  outgoing.once('close', () => {
    clearTimeout(timer)
    onEnd()
  })
  outgoing.once('error', (error) => reject(error instanceof AppError ? error : ended(error)))
  outgoing.once('response', (response) => {
    const failed = response.headers['x-msingi-fn-failure'] !== undefined
    resolve({
      status: response.statusCode ?? 500,
      headers: withoutInternal(response.headers),
      body: response,
      failed,
    })
  })
  sendBody(outgoing, body)
  return promise
}

function sendBody(outgoing: ClientRequest, body: Readable | Buffer | undefined): void {
  if (body === undefined || Buffer.isBuffer(body)) outgoing.end(body)
  // A client that ends early, and a function that does not read, end each other.
  else pipeline(body, outgoing, () => {})
}

function withoutInternal<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !INTERNAL.test(name)))
}

function timedOut(ms: number): AppError {
  return new AppError('function_timeout', `The function did not finish within ${ms / 1000} s.`)
}

function ended(cause: unknown): AppError {
  const message =
    'The function was ended: it or another function of the project used too much memory or processor time.'
  return new AppError('function_ended', message, { cause, headers: { 'retry-after': '1' } })
}
