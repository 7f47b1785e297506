// Auth hooks: functions of a project that decide while a request waits. No connection and no lock is held meanwhile. Where a
// hook fails, the request is refused: nothing goes on as if there was none.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type {
  BackgroundAnswer,
  CallFunction,
  Complain,
} from '#modules/automation/functions/invoke/background-calls.service.ts'
import { FUNCTIONS_CHANGED } from '#modules/automation/functions/versions/functions.service.ts'
import { bodyOf } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { AppError, type ErrorCode } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import type { Platform } from '#platform/platform.ts'
import { findHooks, type HookName, type HookSettings } from './hooks.store.ts'

/** AUTH_HOOKS_CHANGED is the topic on which nodes learn that a project's hooks have changed; ids are project ids. */
export const AUTH_HOOKS_CHANGED = topic('auth-hooks')

/** HOOK_MS is how long all hooks of one request may take together. */
export const HOOK_MS = 5000
const MAX_ANSWER = 64 * 1024
const MAX_MESSAGE = 300
const MAX_KNOWN = 10_000

/** Question is what a hook is asked. */
export interface Question<Answer extends z.ZodType> {
  readonly hook: HookName
  readonly data: Readonly<Record<string, unknown>>
  /** answer is what the function may answer with 2xx; an empty body is an empty object. */
  readonly answer: Answer
  /** deadline is from hookDeadline. */
  readonly deadline: number
}

/** AuthHooks asks the functions that projects have named. */
export interface AuthHooks {
  /** settings returns which functions a project has named. */
  settings(projectId: string): Promise<HookSettings>
  /**
   * ask returns the answer of a hook, or undefined where the project has none. It throws the refusal of the function (400, 403,
   * 409 or 429, with its message), and 503 where the hook fails: why, its log says, which end users do not read.
   */
  ask<Answer extends z.ZodType>(
    project: ProjectRecord,
    question: Question<Answer>,
  ): Promise<z.output<Answer> | undefined>
  /** send hands a message to the function that sends it. It throws unless that answers 2xx. */
  send(projectId: string, hook: HookName, slug: string, data: Question<never>['data']): Promise<void>
}

/** hookDeadline returns until when the hooks of a request that begins now may take. */
export function hookDeadline(): number {
  return performance.now() + HOOK_MS
}

/** createAuthHooks makes it; what projects have named is remembered until it changes. */
export function createAuthHooks(
  platform: Platform,
  { call, complain }: { readonly call: CallFunction; readonly complain: Complain },
): AuthHooks {
  const { admin } = platform.clusters.main
  const known = new LookupCache<HookSettings>(platform.clock, MAX_KNOWN, (id) => findHooks(admin, id))
  // A function that is deleted is taken off its hooks.
  for (const topic of [AUTH_HOOKS_CHANGED, FUNCTIONS_CHANGED])
    platform.invalidations.on(topic, (id) => known.forget(id))
  const settings = async (projectId: string) =>
    (await known.find(projectId)) ?? (await findHooks(admin, projectId))
  const callHook = (projectId: string, hook: HookName, slug: string, data: object, timeoutMs: number) => {
    const id = randomUUID()
    const type = `hook.${hook}`
    const event = { id, type, created_at: platform.clock.now(), data: JSON.stringify(data) }
    const sent = {
      slug,
      body: bodyOf(projectId, event),
      caller: { type: 'hook', id: null },
      trigger: type,
    } as const
    return call(projectId, { ...sent, timeoutMs, maxBytes: MAX_ANSWER })
  }
  return {
    settings,
    async ask(project, { hook, data, answer, deadline }) {
      const slug = (await settings(project.id))[hook]
      if (slug === null) return undefined
      const answered = await platform.gates.auth_hooks
        .run(tenantOf(project), () => callHook(project.id, hook, slug, data, msUntil(deadline)))
        .catch((error: unknown) => {
          if (error instanceof AppError) throw failed(hook, error)
          throw error
        })
      const { value, problem } = read(hook, answered, answer)
      if (problem === undefined) return value
      // What was thrown is in its log already.
      if (answered.error === null) complain(project.id, answered, `${hook}: ${problem}`)
      throw failed(hook, problem, answered.invocation_id)
    },
    async send(projectId, hook, slug, data) {
      const answered = await callHook(projectId, hook, slug, data, HOOK_MS)
      const problem = problemOf(answered)
      if (problem !== undefined) throw new Error(`The ${hook} hook has failed. ${problem}`)
    },
  }
}

// The answer of a hook, or what is wrong with it. It throws where the function has refused.
function read<Answer extends z.ZodType>(
  hook: HookName,
  answered: BackgroundAnswer,
  schema: Answer,
): { readonly value?: z.output<Answer>; readonly problem?: string } {
  const { status, error } = answered
  const refusal = error === null ? REFUSALS[status] : undefined
  if (refusal !== undefined) throw new AppError(refusal, messageOf(answered.body), { details: { hook } })
  const problem = problemOf(answered)
  if (problem !== undefined) return { problem }
  const { success, data, error: invalid } = schema.safeParse(parsed(answered.body))
  if (success) return { value: data }
  const [issue] = invalid.issues
  const place = issue?.path.join('.') || 'the answer'
  return { problem: `${place}: ${issue?.message ?? 'is not valid'}` }
}

const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  403: 'forbidden',
  409: 'conflict',
  429: 'quota_exceeded',
}

function problemOf({ status, error, truncated }: BackgroundAnswer): string | undefined {
  if (error !== null) return 'The function threw; its log says what.'
  if (truncated) return `The function answered with more than ${MAX_ANSWER / 1024} KB.`
  return status >= 200 && status < 300 ? undefined : `The function answered ${status}.`
}

// What is no JSON is undefined, which no schema takes.
function parsed(body: Buffer): unknown {
  const text = body.toString('utf8')
  if (text.trim() === '') return {}
  try {
    return parseJsonBody(body)
  } catch {
    return undefined
  }
}

// The sentence that the function wants users to read.
function messageOf(body: Buffer): string | undefined {
  const { message } = (parsed(body) ?? {}) as { message?: unknown }
  if (typeof message !== 'string' || message.trim() === '') return undefined
  return message.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_MESSAGE)
}

// At least a moment, so that what comes late ends as every other timeout does.
function msUntil(deadline: number): number {
  return Math.max(1, Math.ceil(deadline - performance.now()))
}

// Read by end users: what is wrong concerns the makers of the app, who have the function's log.
function failed(hook: HookName, cause: unknown, invocation_id?: string): AppError {
  return new AppError('hook_failed', undefined, {
    details: { hook, ...(invocation_id === undefined ? {} : { invocation_id }) },
    headers: { 'retry-after': '5' },
    cause,
  })
}
