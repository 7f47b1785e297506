// The modules of a function's isolate: its bundle, the client, and an entry of ours that calls its handler with `env` and
// `ctx`. The entry runs beside the function's code, so that it holds nothing which that code may not have.
import type { Compiler } from '#modules/automation/functions/bundle/compiler.ts'
import { INVOCATION_HEADER, WORKER_HEADER } from '#platform/workerd/invocation.ts'
import { REST_HEADER } from '#platform/workerd/workerd-process.ts'
import { preludeOf } from './prelude.ts'

/** ENTRY is the module that workerd calls. */
export const ENTRY = 'entry.js'

/** CALL_HEADER carries an EntryCall from the server to the entry. */
export const CALL_HEADER = 'x-msingi-fn-call'

/** BASE_HEADER carries the address that answers of the API are to name, where code of a project calls it. */
export const BASE_HEADER = 'x-msingi-fn-base'

/** EntryCall is what the entry is told of one invocation. */
export interface EntryCall {
  /** url is what the function sees as the address of its request; it begins with `base`, the address of the API. */
  readonly url: string
  readonly base: string
  readonly caller: FunctionCaller
  /** headers are the caller's credentials for the API; service is a key with all rights in the project, over this process's channel alone. */
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
}

/** FunctionCaller is who invoked a function, as the server has verified it. */
export interface FunctionCaller {
  readonly type: 'user' | 'api_key' | 'dashboard' | 'cron' | 'event' | 'hook' | 'anonymous'
  readonly id: string | null
  readonly email?: string | null
  readonly roles?: readonly string[]
  /** kind is that of an API key. */
  readonly kind?: 'secret' | 'publishable'
}

/** writeCall writes an EntryCall as the value of its header, which is JSON in ASCII. */
export function writeCall(call: EntryCall): string {
  return JSON.stringify(call).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const ENTRY_SOURCE = `
import './prelude.js'
import * as module from './function.js'
import { createClient } from './client.js'

const handler = module.default
const PROJECT = '$PROJECT'
// What the server and its process say to each other.
const BETWEEN = ${JSON.stringify(['host', 'connection', 'transfer-encoding', CALL_HEADER, WORKER_HEADER, INVOCATION_HEADER])}
// What invocations go on with after their answers.
const pending = new Set()
const LONGEST_MS = 30_000

function keep(promise) {
  const settled = Promise.allSettled([promise]).then(() => pending.delete(settled))
  pending.add(settled)
}

// The timer is what the runtime sees this request wait for: it does not know of promises of others.
async function rest() {
  const late = new Promise((done) => setTimeout(done, LONGEST_MS))
  while (pending.size > 0) if ((await Promise.race([Promise.all(pending), late])) === undefined) break
  return new Response(null, { status: 204 })
}

function clientWith(api, base, credentials) {
  const send = (url, init = {}) => {
    // A signed address of somebody else's.
    if (!url.startsWith(base + '/')) return fetch(url, init)
    const headers = new Headers(init.headers)
    if (headers.get('x-platform-api-key') === '-') {
      headers.delete('x-platform-api-key')
      // Whoever has signed in over this client comes before the caller.
      for (const [name, value] of Object.entries(credentials)) if (!headers.has(name)) headers.set(name, value)
    }
    headers.set('${BASE_HEADER}', base)
    // What stands before may have a path of its own.
    return api.fetch('https://msingi.invalid' + url.slice(base.length), { ...init, headers })
  }
  return createClient(base, { project: PROJECT, key: '-', fetch: send, WebSocket: null })
}

export default {
  async fetch(request, { msingi: api, ...variables }, ctx) {
    if (request.headers.has('${REST_HEADER}')) return rest()
    const call = JSON.parse(request.headers.get('${CALL_HEADER}'))
    const { url, base, caller, headers: credentials, service } = call
    if (typeof handler?.fetch !== 'function')
      throw new TypeError('The function must export default { fetch(request, env, ctx) { … } }.')
    const { method, headers, body } = request
    const received = new Request(url, { method, headers, body })
    for (const name of BETWEEN) received.headers.delete(name)
    const env = {
      ...variables,
      // Made when they are asked for: most calls of most functions need none.
      get msingi() {
        return once('msingi', clientWith(api, base, credentials))
      },
      get service() {
        return once('service', clientWith(api, base, { 'x-platform-api-key': service }))
      },
    }
    const once = (name, value) => {
      Object.defineProperty(env, name, { value, enumerable: true })
      return value
    }
    ctx.caller = caller
    const goOn = ctx.waitUntil.bind(ctx)
    ctx.waitUntil = (promise) => {
      keep(promise)
      goOn(promise)
    }
    return handler.fetch(received, env, ctx)
  },
}
`

const TRIAL_SOURCE = `
import './prelude.js'
import * as module from './function.js'

export default {
  fetch() {
    return new Response(typeof module.default?.fetch === 'function' ? 'ready' : '')
  },
}
`

/** TRIAL_READY is what the entry of a trial answers where the function has a handler. */
export const TRIAL_READY = 'ready'

/** trialModules returns the modules of a function with an entry that calls nothing of it. */
export function trialModules(code: string): Record<string, string> {
  return { [ENTRY]: TRIAL_SOURCE, 'prelude.js': preludeOf(code), 'function.js': code }
}

/** FunctionModules puts the modules of functions together. */
export class FunctionModules {
  readonly #compiler: Compiler
  #client: Promise<string> | undefined

  constructor(compiler: Compiler) {
    this.#compiler = compiler
  }

  /** of returns the modules of a function of a project. */
  async of(projectId: string, code: string): Promise<Record<string, string>> {
    this.#client ??= this.#compileClient()
    return {
      [ENTRY]: ENTRY_SOURCE.replace('$PROJECT', projectId),
      'client.js': await this.#client,
      'prelude.js': preludeOf(code),
      'function.js': code,
    }
  }

  async #compileClient(): Promise<string> {
    try {
      const files = { 'index.js': `export * from '@msingi/client'` }
      return (await this.#compiler.compile({ runtime: 'javascript', files })).code
    } catch (error) {
      // The next call tries again.
      this.#client = undefined
      throw error
    }
  }
}
