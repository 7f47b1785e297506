// The worker that the server itself brings into each workerd process. It loads the functions of one project as isolates of
// their own; these receive only what is passed here. Headers that begin with x-msingi-fn- are between the server, this
// file and the entry of a function, which takes them off; the server removes what clients send by such names.
import { WorkerEntrypoint } from 'cloudflare:workers'

const COMPATIBILITY_DATE = '2026-04-01'
const MAX_REPORT = 256 * 1024
const MAX_ERROR = 4096
const MAX_EXCEPTIONS = 5

// Code that the server has sent and that no isolate runs yet.
const received = new Map()
// The names of those that run.
const loaded = new Set()

// biome-ignore lint/style/noDefaultExport: workerd calls the default export
export default {
  async fetch(request, env, ctx) {
    const sent = request.headers.get('x-msingi-fn-load')
    if (sent !== null) {
      received.set(sent, await request.json())
      return new Response(null, { status: 204 })
    }
    if (request.headers.has('x-msingi-fn-rest')) return rest(env)
    const worker = request.headers.get('x-msingi-fn-worker')
    if (worker === null) return new Response('alive')
    try {
      const stub = env.LOADER.get(worker, () => load(worker, ctx))
      // As they are: copies of requests and answers took a quarter of the time of a call.
      const response = await stub.getEntrypoint().fetch(request)
      return response.headers.has('x-msingi-fn-failure') ? withoutFailure(response) : response
    } catch (error) {
      const text = String(error?.message ?? error).slice(0, MAX_ERROR)
      return new Response(text, { status: 500, headers: { 'x-msingi-fn-failure': 'exception' } })
    }
  },
}

// It must not wait for anything: workerd runs it within the request that comes first, and where that request is cancelled
// meanwhile, the isolate stays broken for all others.
function load(worker, ctx) {
  const { modules, mainModule, variables, hosts } = received.get(worker)
  received.delete(worker)
  loaded.add(worker)
  return {
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: ['nodejs_compat'],
    mainModule,
    modules,
    // Node's process.env holds the variables too.
    env: { ...variables, msingi: ctx.exports.Api({ props: {} }) },
    globalOutbound: ctx.exports.Egress({ props: { hosts } }),
    tails: [ctx.exports.Tail({ props: { worker } })],
  }
}

// Answers once no function goes on with anything.
async function rest({ LOADER }) {
  const ask = { headers: { 'x-msingi-fn-rest': '1' } }
  const never = () => {
    throw new Error('it is not loaded')
  }
  const asked = [...loaded].map((name) =>
    LOADER.get(name, never).getEntrypoint().fetch('https://fn.invalid/', ask),
  )
  await Promise.allSettled(asked)
  return new Response(null, { status: 204 })
}

// Only this file says that a function has failed.
function withoutFailure({ status, headers: given, body }) {
  const headers = new Headers(given)
  headers.delete('x-msingi-fn-failure')
  return new Response(body, { status, headers })
}

/** Egress is what `fetch` of a function is. There is no connect handler, so raw TCP is refused. */
export class Egress extends WorkerEntrypoint {
  async fetch(request) {
    const { hostname, port } = new URL(request.url)
    const { hosts } = this.ctx.props
    if (hosts !== null && !hosts.some((host) => isWithin(hostname, host)))
      throw failed({
        code: 'EACCES',
        message: `The function is not allowed to send requests to ${hostname}.`,
      })
    if (this.env.PORTS !== null && port !== '' && !this.env.PORTS.includes(port))
      throw failed({ code: 'EACCES', message: `Functions cannot send requests to port ${port}.` })
    try {
      return await this.env.EGRESS.fetch(request)
    } catch (error) {
      throw failed(await this.#why(request.url, error))
    }
  }

  // workerd does not say why nobody has answered.
  async #why(url, error) {
    const why = { code: 'EIO', message: String(error?.message ?? error).slice(0, MAX_ERROR) }
    try {
      const answer = await this.env.CONTROL.fetch('http://control/unreached', { method: 'POST', body: url })
      return answer.ok ? await answer.json() : why
    } catch {
      return why
    }
  }
}

function isWithin(hostname, host) {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

// The function's own `fetch` makes the cause of it again: only type and message of an error come through.
function failed({ code, message }) {
  return new TypeError(`fetch failed: ${message} (${code})`)
}

/** Api is the server's own API, which functions reach without a network. */
export class Api extends WorkerEntrypoint {
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/v1/') && !pathname.startsWith('/fn/'))
      return new Response(null, { status: 404 })
    return this.env.CONTROL.fetch(new Request(`http://control${pathname}${search}`, request))
  }
}

/** Tail receives what a function logged, after each invocation. */
export class Tail extends WorkerEntrypoint {
  async tail(events) {
    for (const { event, outcome, logs, exceptions } of events) {
      if (logs.length === 0 && exceptions.length === 0) continue
      const invocation = event?.request?.headers?.['x-msingi-fn-invocation'] ?? null
      const lines = logs.map(({ level, message, timestamp }) => ({ level, message, timestamp }))
      await this.env.CONTROL.fetch('http://control/reports', {
        method: 'POST',
        body: fitting({
          worker: this.ctx.props.worker,
          invocation,
          outcome,
          logs: lines,
          exceptions,
          dropped: 0,
        }),
      })
    }
  }
}

// The latest lines of a flood are dropped, and counted. workerd ends a larger one with a line of its own.
function fitting(report) {
  if (String(report.logs.at(-1)?.message?.[0] ?? '').startsWith('Log size limit exceeded')) {
    report.logs.pop()
    report.uncounted = true
  }
  const whole = JSON.stringify(report)
  if (whole.length <= MAX_REPORT) return whole
  const logs = []
  let size = 0
  for (const line of report.logs) {
    size += JSON.stringify(line).length
    if (size > MAX_REPORT / 2) break
    logs.push(line)
  }
  const exceptions = report.exceptions
    .slice(0, MAX_EXCEPTIONS)
    .map(({ name, message, stack, timestamp }) => ({
      name,
      message: String(message).slice(0, MAX_ERROR),
      stack: String(stack).slice(0, MAX_ERROR),
      timestamp,
    }))
  const dropped = report.logs.length - logs.length + report.exceptions.length - exceptions.length
  return JSON.stringify({ ...report, logs, exceptions, dropped })
}
