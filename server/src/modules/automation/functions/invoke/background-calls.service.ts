// How the server itself calls functions of projects: for cron jobs, events and auth hooks. The answer is read as a whole, up
// to a bound.
import type { FunctionCaller } from '#modules/automation/functions/live/entry.ts'
import type { Answered } from '#modules/automation/functions/log/function-log.ts'
import { findBySlug } from '#modules/automation/functions/versions/functions.store.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Called, FunctionCall, Invoker } from './invoke.service.ts'
import { readAnswer } from './read-answer.ts'

/** BackgroundCall is one call of a function by the server: a POST of JSON. */
export interface BackgroundCall {
  readonly slug: string
  /** body is JSON as text. */
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly caller: FunctionCaller
  /** trigger is what the function's history shows as the cause. */
  readonly trigger: string
  /** timeoutMs bounds the whole call, with the start of a process, where the function's own limit is longer. */
  readonly timeoutMs?: number
  /** maxBytes is how much of the answer is read. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** BackgroundAnswer is what a function has answered. */
export interface BackgroundAnswer extends Answered {
  readonly status: number
  readonly headers: Called['headers']
  readonly body: Buffer
  /** truncated is true where there was more than was wanted. */
  readonly truncated: boolean
  /** error is what the function threw. */
  readonly error: string | null
}

/**
 * CallFunction calls a function of a project as the service. It throws an AppError where there is no answer (404 where nothing
 * is deployed, 429, 503 and 504 at the limits), and the reason of the signal where that was aborted.
 */
export type CallFunction = (projectId: string, call: BackgroundCall) => Promise<BackgroundAnswer>

/** Complain notes in the log of an invocation what is wrong with its answer. */
export type Complain = (projectId: string, answered: Answered, message: string) => void

/** createCallFunction returns what calls functions. */
export function createCallFunction(
  platform: Platform,
  invoker: Invoker,
  findProject: FindProject,
): CallFunction {
  return async (projectId, call) => {
    const project = await findProject(projectId)
    if (project === undefined) throw notFound('The project')
    const { signal, timeoutMs } = call
    const timeout = timeoutMs === undefined ? undefined : deadline(timeoutMs)
    const stop = AbortSignal.any([signal, timeout?.signal].filter((one) => one !== undefined))
    try {
      return await unlessAborted(stop, answerOf(platform, invoker, project, call, stop))
    } finally {
      timeout?.clear()
    }
  }
}

/**
 * checkFunction throws 400 where a project has no function of that slug, or none that was ever deployed; one that it finds stays
 * until the transaction ends. `field` is where the slug was given.
 */
export async function checkFunction(
  db: Queryable,
  projectId: string,
  slug: string,
  field: string,
): Promise<void> {
  const found = await findBySlug(db, projectId, slug, { keep: true })
  if (found === undefined) throw invalidInput(`${field}: the function ${slug} was not found in this project.`)
  if (found.version === null)
    throw invalidInput(`${field}: the function ${slug} was never deployed. Deploy it first.`)
}

async function answerOf(
  { config }: Platform,
  invoker: Invoker,
  project: ProjectRecord,
  call: BackgroundCall,
  signal: AbortSignal,
): Promise<BackgroundAnswer> {
  const { slug, body, headers = {}, caller, trigger, timeoutMs, maxBytes } = call
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`
  const sent: FunctionCall = {
    method: 'POST',
    path: '/',
    url: `${base}/fn/${project.id}/${slug}/`,
    base,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
    caller,
    credentials: undefined,
    trigger,
    timeoutMs,
  }
  const called = await invoker.call(project, slug, sent)
  const { status, headers: answered, function_id, invocation_id, error } = called
  const about = { status, headers: answered, function_id, invocation_id, error }
  if (error !== null) return { ...about, body: Buffer.alloc(0), truncated: false }
  return { ...about, ...(await readAnswer(called, maxBytes, signal)) }
}

function deadline(ms: number) {
  const controller = new AbortController()
  const error = new AppError('function_timeout', `The function did not finish within ${ms / 1000} s.`)
  const timer = setTimeout(() => controller.abort(error), ms)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

// What is still under way ends at the function's own limit; nobody waits for it.
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  work.catch(() => {})
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
