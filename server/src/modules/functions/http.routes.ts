// Functions over HTTP: /fn/{projectID}/{slug}/*, with any method, streamed both ways.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '#platform/errors/app-error.ts'
import type { App } from '#platform/http/app-types.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { projectOf } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { callerOf, checkAccess, credentialsOf } from './callers.ts'
import type { Invoker } from './invoke.service.ts'
import type { LiveFunctions } from './live-functions.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const MAX_BODY = 100 * 1024 * 1024

// What concerns this connection, and what would act on everything else at the server's address.
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'trailer',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
])

// Pages of functions come from the same address as the console: without an origin of their own they could act for it.
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads'

/** functionHttpRoutes registers the addresses of functions. */
export function functionHttpRoutes(
  root: App,
  platform: Platform,
  { functions, invoker }: { readonly functions: LiveFunctions; readonly invoker: Invoker },
): void {
  root.register(async (scope) => {
    const app = scope as unknown as App
    app.removeAllContentTypeParsers()
    // The body is not read here: it flows on into the function.
    app.addContentTypeParser('*', { bodyLimit: MAX_BODY }, (_request, payload, done) => done(null, payload))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const project = projectOf(request)
      const { slug } = request.params as { slug: string }
      const live = await functions.find(project.id, slug)
      if (live === undefined) throw notFound(`The function ${slug}`)
      checkAccess(live, request.actor)
      const base = `/fn/${(request.params as { projectID: string }).projectID}/${slug}`
      const rest = request.url.slice(base.length)
      const path = rest.startsWith('/') ? rest : `/${rest}`
      const called = await invoker.call(project, slug, {
        method: request.method,
        path,
        url: `${baseUrlOf(platform.config, request)}${request.url}`,
        headers: passedOn(request.headers),
        body: request.body === undefined ? undefined : (request.raw as never),
        caller: callerOf(request.actor),
        credentials: credentialsOf(request),
        trigger: 'http',
      })
      reply.header('x-msingi-invocation-id', called.invocation_id)
      if (called.error !== null) throw failed(slug, called.invocation_id)
      reply.code(called.status).headers(passedOn(called.headers))
      reply.header('content-security-policy', sandboxed(called.headers['content-security-policy']))
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
        },
        schema: { hide: true },
        handler,
      })
  })
}

function failed(slug: string, invocation_id: string): AppError {
  return new AppError('function_failed', `The function ${slug} failed. Its log says why.`, {
    details: { invocation_id },
  })
}

function sandboxed(own: string | string[] | undefined): string {
  return [own ?? []].flat().concat(SANDBOX).join(', ')
}

function passedOn(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const kept = Object.entries(headers).filter(
    (header): header is [string, string | string[]] =>
      header[1] !== undefined && !NOT_PASSED_ON.has(header[0]),
  )
  return Object.fromEntries(kept)
}
