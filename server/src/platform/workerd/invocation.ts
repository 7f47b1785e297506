// One request to a function: over the socket of its process, streamed both ways, with a time limit.
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { AppError } from '#platform/errors/app-error.ts'
import type { InvocationCost } from './invocation-cost.ts'
import { isUnconnected, Unreached } from './unreached.ts'
import type { WorkerdProcess } from './workerd-process.ts'

/** Invocation is a request to a worker. */
export interface Invocation {
  readonly id: string
  /** name is what people call the function. */
  readonly name: string
  /** worker names the isolate: another name is another isolate, loaded when it is first named. */
  readonly worker: string
  readonly method: string
  /** path begins with a slash and may have a query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  /** internal are headers for the entry of the function, whose names begin with x-msingi-fn-. */
  readonly internal?: Readonly<Record<string, string>>
  readonly body?: Readable | Buffer | undefined
  /** timeMs is how long the answer may take, with its whole body, from when all of the request has come. */
  readonly timeMs: number
}

/** Answer is the response of a function. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
  /** failed is set where the function threw, or could not be loaded; the body is then the error's message. */
  readonly failed: boolean
  /** brokenOff is why its body could not be read to the end: 504 at the time limit, 503 where the process has ended, else 502. */
  brokenOff(cause: unknown): Promise<AppError>
  /** cost returns what the invocation has taken so far: at the end of the body, all of it. */
  cost(): InvocationCost
}

/** CutOff says that a process has ended amid an invocation. */
export class CutOff extends Error {
  override name = 'CutOff'

  constructor(options: ErrorOptions) {
    super('the process has ended meanwhile', options)
  }
}

/** WORKER_HEADER names the worker of an invocation, INVOCATION_HEADER its id. */
export const WORKER_HEADER = 'x-msingi-fn-worker'
export const INVOCATION_HEADER = 'x-msingi-fn-invocation'

const INTERNAL = /^x-msingi-fn-/
const MAX_HEADERS = 16 * 1024

/**
 * send sends an invocation to a process. It throws 504 at the time limit, 502 where the answer is none of HTTP, CutOff where the
 * process ends meanwhile, and Unreached where it has ended before. `onEnd` is called once, when the request is over: with
 * true where the other side has ended it amid the answer.
 */
export async function send(
  process: WorkerdProcess,
  invocation: Invocation,
  onEnd: (isCutOff: boolean) => void,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { name, timeMs, body } = invocation
  const meter = process.meter()
  let isCutOff = false
  const end = () => {
    meter.end()
    onEnd(isCutOff)
  }
  let outgoing: ClientRequest
  try {
    outgoing = open(process, invocation)
  } catch (error) {
    end()
    throw error
  }
  let late: AppError | undefined
  const cutOff = () => {
    isCutOff = late === undefined
  }
  const timer = setTimeout(() => {
    if (isAwaited(body, outgoing)) return void timer.refresh()
    late = timedOut(name, timeMs)
    outgoing.destroy(late)
  }, timeMs)
  outgoing.once('close', () => {
    clearTimeout(timer)
    end()
  })
  outgoing.once('error', (error) => {
    cutOff()
    reject(reasonOf(error, invocation))
  })
  outgoing.once('response', (response) => {
    response.once('error', cutOff)
    const failed = response.headers['x-msingi-fn-failure'] !== undefined
    resolve({
      status: response.statusCode ?? 500,
      headers: withoutInternal(response.headers),
      body: response,
      failed,
      brokenOff: async (cause) => late ?? badAnswer(`The function ${name} broke off its answer.`, cause),
      cost: () => meter.cost(),
    })
  })
  sendBody(outgoing, body, timer)
  return promise
}

function open(
  process: WorkerdProcess,
  { id, worker, method, path, body, ...given }: Invocation,
): ClientRequest {
  const headers: Record<string, string | string[]> = {
    ...withoutInternal(given.headers),
    ...given.internal,
    // A module without a fetch handler would fall through to its egress: this host leads nowhere.
    host: 'fn.invalid',
    [WORKER_HEADER]: worker,
    [INVOCATION_HEADER]: id,
  }
  // Of a DELETE, for one, Node would write the body without saying where it ends.
  if (body !== undefined && !Buffer.isBuffer(body) && headers['content-length'] === undefined)
    headers['transfer-encoding'] = 'chunked'
  const to = { socketPath: process.socket, agent: process.agent, maxHeaderSize: MAX_HEADERS }
  return request({ ...to, method, path, headers })
}

// Whether it is the client that everything waits for, and not the function.
function isAwaited(body: Invocation['body'], outgoing: ClientRequest): boolean {
  return body !== undefined && !Buffer.isBuffer(body) && !body.readableEnded && !outgoing.writableNeedDrain
}

// A body is taken from its source only when there is a process to take it.
function sendBody(outgoing: ClientRequest, body: Invocation['body'], timer: NodeJS.Timeout): void {
  if (body === undefined || Buffer.isBuffer(body)) return void outgoing.end(body)
  // A client that ends early, and a function that does not read, end each other.
  const begin = () => {
    body.on('data', () => timer.refresh())
    // First of all, since the pipeline would abort the request without the reason.
    body.prependOnceListener('error', (error) => outgoing.destroy(error))
    pipeline(body, outgoing, () => {})
  }
  outgoing.once('socket', (socket) => (socket.connecting ? socket.once('connect', begin) : begin()))
}

function withoutInternal<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !INTERNAL.test(name)))
}

function timedOut(name: string, ms: number): AppError {
  return new AppError('function_timeout', `The function ${name} did not finish within ${ms / 1000} s.`)
}

/** badAnswer is the 502 of an answer that cannot be passed on. */
export function badAnswer(message: string, cause?: unknown): AppError {
  return new AppError('function_bad_answer', message, { cause })
}

function reasonOf(error: NodeJS.ErrnoException, { name, body }: Invocation): Error {
  if (error instanceof AppError) return error
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return badAnswer(
      `The function ${name} answered with more than ${MAX_HEADERS / 1024} KB of headers.`,
      error,
    )
  if (error.code?.startsWith('HPE_'))
    return badAnswer(`The function ${name} answered with what is no HTTP.`, error)
  // A request without a body is one write: where it fails, the other end of an open connection was gone before.
  const isUnwritten = error.code === 'EPIPE' && body === undefined
  const isUnreached = isUnwritten || isUnconnected(error)
  return isUnreached ? new Unreached('the process has ended', { cause: error }) : new CutOff({ cause: error })
}
