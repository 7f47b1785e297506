// Invoking functions: who calls, with which code and credentials, within which limits, and what is noted of it.
import { randomUUID } from 'node:crypto'
import { finished, type Readable } from 'node:stream'
import { shortenText } from '#engine/shapes/shorten.ts'
import { CALL_HEADER, type FunctionCaller, writeCall } from '#modules/automation/functions/live/entry.ts'
import type { LiveFunction, LiveFunctions } from '#modules/automation/functions/live/live-functions.ts'
import { NOT_SENT } from '#modules/automation/functions/log/function-figures.store.ts'
import type { Answered, FunctionLog } from '#modules/automation/functions/log/function-log.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, type ErrorCode, notFound } from '#platform/errors/app-error.ts'
import { AtOnce } from '#platform/fairness/at-once.ts'
import type { Platform } from '#platform/platform.ts'
import type { Answer } from '#platform/workerd/invocation.ts'
import { type InvocationCost, UNKNOWN_COST } from '#platform/workerd/invocation-cost.ts'
import type { Runtimes } from '#platform/workerd/runtimes.ts'

/** FunctionCall is one call of a function. */
export interface FunctionCall {
  readonly method: string
  /** path is what stands behind the function's own address; url is the whole, as the function sees it, and begins with base. */
  readonly path: string
  readonly url: string
  /** base is the address of the server, under which the caller knows it. */
  readonly base: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: Readable | Buffer | undefined
  readonly caller: FunctionCaller
  /** credentials are the caller's own for the API; without them `env.msingi` has the service's. */
  readonly credentials: Readonly<Record<string, string>> | undefined
  /** trigger says what has started it: http, invoke, cron and so on. */
  readonly trigger: string
  /** timeoutMs is a shorter time limit than the function's own. */
  readonly timeoutMs?: number | undefined
}

/** Called is the answer to a call. */
export interface Called extends Answer, Answered {
  /** error is what the function threw; the body is then empty. */
  readonly error: string | null
}

/** Invoker runs functions. */
export interface Invoker {
  /** call runs a function by its slug. It throws 404 where nothing is deployed, 429, 503 and 504 at the limits. */
  call(project: ProjectRecord, slug: string, call: FunctionCall): Promise<Called>
  /** onFailed has a handler called with each failure of a function. It must neither throw nor wait. */
  onFailed(handler: (failure: FunctionFailure) => void): void
}

/**
 * FunctionFailure is an invocation in which a function threw, answered 5xx, took too long or was ended. A call that found no
 * place is none.
 */
export interface FunctionFailure {
  readonly project_id: string
  readonly function: { readonly id: string; readonly slug: string }
  readonly invocation_id: string
  readonly trigger: string
  readonly status: number
  readonly error: string | null
  readonly at: Date
}

/** InvokerParts are what an Invoker stands on. */
export interface InvokerParts {
  readonly platform: Platform
  readonly functions: LiveFunctions
  readonly runtimes: Runtimes
  readonly log: FunctionLog
  /** serviceKey returns the key with which functions of a project call the API as themselves. */
  readonly serviceKey: (projectId: string) => string
}

const MAX_ERROR = 2000
const QUOTAS = ['function_invocations', 'function_cpu_ms'] as const
const MAX_PATH = 1000
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  'function_timeout',
  'function_ended',
  'function_out_of_memory',
])

/** createInvoker returns what runs functions. */
export function createInvoker(parts: InvokerParts): Invoker {
  const running = new AtOnce<string>()
  const handlers: ((failure: FunctionFailure) => void)[] = []
  const failed = (failure: FunctionFailure) => {
    for (const handler of handlers) handler(failure)
  }
  return {
    async call(project, slug, call) {
      const live = await parts.functions.find(project.id, slug)
      if (live === undefined) throw notFound(`A deployed function ${slug.slice(0, 100)}`)
      parts.platform.quotas.check(project.id, QUOTAS)
      if (running.of(live.id) >= live.concurrency) throw tooMany(live)
      running.add(live.id)
      const release = () => void running.remove(live.id)
      return run({ ...parts, failed }, project, live, call, release)
    },
    onFailed: (handler) => void handlers.push(handler),
  }
}

interface Failing {
  readonly failed: (failure: FunctionFailure) => void
}

async function run(
  { platform, functions, runtimes, log, serviceKey, failed }: InvokerParts & Failing,
  project: ProjectRecord,
  live: LiveFunction,
  call: FunctionCall,
  release: () => void,
): Promise<Called> {
  const id = randomUUID()
  const began = performance.now()
  const at = platform.clock.now()
  const end = (status: number, error: string | null, isFailure: boolean, cost: InvocationCost) => {
    release()
    if (isFailure)
      failed({
        project_id: project.id,
        function: { id: live.id, slug: live.slug },
        invocation_id: id,
        trigger: call.trigger,
        ...{ status, error, at },
      })
    log.record({
      id,
      project_id: project.id,
      function_id: live.id,
      version: live.version,
      trigger: call.trigger,
      caller: call.caller.id === null ? call.caller.type : `${call.caller.type}:${call.caller.id}`,
      method: call.method,
      path: (call.path.split('?', 1)[0] ?? '').slice(0, MAX_PATH),
      status,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
      ...cost,
      error,
      created_at: at,
    })
  }
  try {
    const { name } = await functions.workerOf(live)
    const service = serviceKey(project.id)
    const { url, base, caller, credentials = { 'x-platform-api-key': service } } = call
    const answer = await runtimes.invoke(project, {
      id,
      name: live.slug,
      worker: name,
      method: call.method,
      path: call.path,
      headers: call.headers,
      internal: { [CALL_HEADER]: writeCall({ url, base, caller, headers: credentials, service }) },
      body: call.body,
      timeMs: Math.min(live.timeout_ms, call.timeoutMs ?? live.timeout_ms),
    })
    if (answer.failed) {
      const error = await textOf(answer)
      end(500, error, true, answer.cost())
      return { ...answer, function_id: live.id, invocation_id: id, error }
    }
    finished(answer.body, (broken) =>
      end(
        answer.status,
        broken ? NOT_SENT : null,
        // A caller who leaves early is no failure of the function; a connection that it resets is.
        answer.status >= 500 || broken?.code === 'ECONNRESET',
        answer.cost(),
      ),
    )
    return { ...answer, function_id: live.id, invocation_id: id, error: null }
  } catch (error) {
    const known = error instanceof AppError
    const isFailure = known && FAILURES.has(error.code)
    end(known ? error.status : 500, known ? error.message : String(error), isFailure, UNKNOWN_COST)
    throw error
  }
}

async function textOf({ body }: Answer): Promise<string> {
  let text = ''
  for await (const part of body) if (text.length < MAX_ERROR) text += part
  return shortenText(text.replaceAll('\0', ''), MAX_ERROR)
}

function tooMany({ slug, concurrency }: LiveFunction): AppError {
  const message = `${concurrency} invocations of ${slug} are running already: its concurrency allows no more.`
  return new AppError('quota_exceeded', message, { headers: { 'retry-after': '1' } })
}
