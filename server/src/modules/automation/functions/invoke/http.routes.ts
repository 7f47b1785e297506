// Functions over HTTP: /fn/{projectID}/{slug}/*, with any method, streamed both ways.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveFunctions } from '#modules/automation/functions/live/live-functions.ts'
import { AppError, forbidden, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import { hasBody, type StreamLimits, streamBody } from '#platform/http/bodies/streamed-body.ts'
import { discardRest } from '#platform/http/connections/lingering.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { checkAccess, credentialsOf, functionCallerOf } from './callers.ts'
import { isCodeForPage, toClient, toFunction } from './http-headers.ts'
import type { Invoker } from './invoke.service.ts'

// Those that workerd knows and a Request can have: neither TRACE nor CONNECT.
const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PURGE', 'SEARCH'],
  ...['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'ACL', 'REPORT'],
  ...['MKACTIVITY', 'CHECKOUT', 'MERGE', 'NOTIFY', 'SUBSCRIBE', 'UNSUBSCRIBE'],
] as const

const MB = 1024 * 1024
const BODY: StreamLimits = { bytes: 100 * MB, idleMs: 30_000, totalMs: 900_000 }

/** functionHttpRoutes registers the addresses of functions. */
export function functionHttpRoutes(
  root: App,
  platform: Platform,
  { functions, invoker }: { readonly functions: LiveFunctions; readonly invoker: Invoker },
): void {
  // Without a parser: the bodies of functions are not read here.
  for (const method of METHODS) if (!root.supportedMethods.includes(method)) root.addHttpMethod(method)
  root.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isCodeForPage(request.headers))
        throw forbidden('forbidden', 'A page of this address cannot load a function as its own code.')
      const project = projectOf(request)
      const { slug } = request.params as { slug: string }
      const live = await functions.find(project.id, slug)
      if (live === undefined) throw notFound(`The function ${slug}`)
      checkAccess(live, request.actor)
      checkRequest(request)
      const base = baseUrlOf(platform.config, request)
      const called = await invoker.call(project, slug, {
        method: request.method,
        path: pathBehind(request.url),
        url: `${base}${request.url}`,
        base,
        headers: toFunction(request.headers, {
          isDashboard: request.actor?.type === 'dashboard',
          hasBody: hasBody(request.raw),
          address: request.address,
        }),
        body: bodyOf(request, reply),
        caller: functionCallerOf(request.actor),
        credentials: credentialsOf(request),
        trigger: 'http',
      })
      reply.header('x-msingi-invocation-id', called.invocation_id)
      if (called.error !== null) throw failed(slug, called.invocation_id)
      reply.code(called.status).headers(toClient(called.headers, `/fn/${project.id}/${slug}`))
      // The client's end ends the function's answer.
      reply.raw.once('close', () => called.body.destroy())
      return reply.send(called.body)
    }
    for (const url of ['/fn/:projectID/:slug', '/fn/:projectID/:slug/*'])
      app.route({
        method: [...METHODS],
        url,
        config: {
          access: {
            by: ['project_user', 'api_key', 'dashboard'],
            scope: 'functions',
            level: 'write',
            optional: true,
          },
          group: 'functions',
          audit: { keys: false, states: 'everybody' },
          streams: true,
          compressed: false,
        },
        schema: { hide: true },
        handler,
      })
  })
}

// What a Request of a function cannot be.
function checkRequest({ raw, method, headers }: FastifyRequest): void {
  if (headers.upgrade?.toLowerCase() === 'websocket')
    throw new AppError(
      'upgrade_required',
      'Functions speak no WebSocket. Stream an answer, or use live changes.',
      {
        headers: { upgrade: 'HTTP/1.1' },
      },
    )
  if (isBodyless(method) && hasBody(raw))
    throw invalidInput(`A ${method} has no body that a function could read. Send it with POST or QUERY.`)
}

function isBodyless(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function failed(slug: string, invocation_id: string): AppError {
  return new AppError('function_failed', `The function ${slug} failed. Its log says why.`, {
    details: { invocation_id },
  })
}

// Behind /fn/{projectID}/{slug}, as the client has written it.
function pathBehind(url: string): string {
  const rest = url.slice(/^\/fn\/[^/?]*\/[^/?]*/.exec(url)?.[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

// Passed on as it comes. A function may answer before it has come to its end, or without reading it.
function bodyOf(request: FastifyRequest, reply: FastifyReply): Readable | undefined {
  const { raw } = request
  if (!hasBody(raw)) return undefined
  const body = streamBody(raw, BODY)
  letBodyCome(request, reply)
  reply.raw.once('close', () => {
    body.destroy()
    void discardRest(raw)
  })
  return body
}
