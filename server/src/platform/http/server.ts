// Makes the HTTP server: body parser, credentials, limits, envelope and errors, the same for every route.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { countAlone, type OpenCounts } from '#platform/fairness/counts.ts'
import type { Gates } from '#platform/fairness/gates.ts'
import type { MemoryBudget } from '#platform/fairness/memory-budget.ts'
import type { Log } from '#platform/log/log.ts'
import { type AccessOptions, checkAccess, markRequest } from './access-check.ts'
import { answerForNode, clientErrorHandler } from './answers/bare-answers.ts'
import { success } from './answers/envelope.ts'
import { errorHandler } from './answers/error-handler.ts'
import { writeInSlices } from './answers/large-answers.ts'
import { minimiseAnswers } from './answers/minimal-answers.ts'
import { bodyLimitOf } from './bodies/body-limits.ts'
import { deferContinue, letBodyCome } from './bodies/expect-continue.ts'
import { LARGE_BODY, parseJsonBody, parseLargeJsonBody } from './bodies/json-body.ts'
import { endLateBody, readBody } from './bodies/read-body.ts'
import { countMemory, senderOf } from './bodies/request-memory.ts'
import { RequestTurns } from './bodies/request-turns.ts'
import { answerBrowsers, METHODS } from './browser-access.ts'
import { asksForSocket } from './connections/socket-requests.ts'
import { createHostCheck } from './host-header.ts'
import { DOCS } from './openapi/openapi.ts'
import { isProjectHost } from './project-hosts.ts'
import type { App } from './routes/app-types.ts'
import { checkQueryNames } from './routes/query-names.ts'
import { RateLimiter } from './routes/rate-limits.ts'
import { limitRoutes } from './routes/route-limits.ts'
import { RouteMethods } from './routes/route-methods.ts'
import { validatorCompiler } from './routes/validation.ts'

/** BODY_LIMIT is how many bytes a request body may have where a route sets no other limit. */
export const BODY_LIMIT = 1024 * 1024

/** ServerOptions is what the HTTP server needs. */
export interface ServerOptions extends AccessOptions {
  readonly log: Log
  /** openCounts counts requests for the server's own limits; without it, this node counts alone. */
  readonly openCounts?: OpenCounts | undefined
  readonly gates: Pick<Gates, 'bodies'>
  readonly budget: MemoryBudget
  /** turns begin the requests of the process; without them the server has its own. */
  readonly turns?: RequestTurns
  /**
   * onEnd is called once for each request, when its answer is sent or its client is gone. Fastify's own hook is called
   * only for answers that are sent to their end, and few clients of a stream wait for that.
   */
  readonly onEnd?: (request: FastifyRequest, reply: FastifyReply) => void
}

/** createServer makes the server; the composition root registers the modules on it. */
export function createServer(options: ServerOptions): App {
  const { config, log, clock, gates, budget, onEnd, turns = new RequestTurns() } = options
  const { openCounts = countAlone(clock) } = options
  const app = fastify({
    // Fastify's own lines are worth reading only when something is wrong; main.ts says where the server listens.
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }) as never,
    // The request log of each project takes the place of lines on standard output.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    // One proxy: whatever stands in front of what it has added is the client's own invention.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // All other requests to upgrade, to HTTP/2 for instance, are answered as plain ones.
    // A missing Host is refused below: Node's own answer has no body.
    http: { shouldUpgradeCallback: asksForSocket, requireHostHeader: false, headersTimeout: 60_000 },
    // What has reached a server that closes is answered, and its connection ends then.
    return503OnClosing: false,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    rewriteUrl: (raw: IncomingMessage) => options.hosts?.rewrite(raw) ?? raw.url ?? '/',
    clientErrorHandler,
    // Addresses that no router can read are refused before any hook.
    frameworkErrors: errorHandler(log),
  }) as unknown as App
  app.setValidatorCompiler(validatorCompiler as never)
  app.setSerializerCompiler(() => success)
  app.setReplySerializer(success)
  app.setErrorHandler(errorHandler(log))
  const methods = new RouteMethods()
  app.addHook('onRoute', (route) => methods.add(route))
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    // The hook below has said what is allowed; `*` asks about the server as a whole (RFC 9110, 9.3.7).
    if (request.method === 'OPTIONS' && (path === '*' || reply.hasHeader('allow')))
      return reply.code(204).send()
    throw methods.wrongMethod(request.method, path) ?? unknownRoute(request)
  })
  answerForNode(app.server)
  deferContinue(app.server)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const limit = bodyLimitOf(request)
    const body = await readBody(request.headers, payload, limit)
    const begin = () => markRequest(request)
    if (body.length > LARGE_BODY)
      return gates.bodies.run(senderOf(request), () => parseLargeJsonBody(body, limit, begin))
    begin()
    // Many clients name the type of every request, also where there is no body.
    return body.length === 0 ? undefined : parseJsonBody(body, limit)
  })
  // Some name one type or another even of nothing: Python's aiohttp does of every POST.
  app.addContentTypeParser('*', async ({ headers }: FastifyRequest) => {
    if (headers['content-length'] !== '0') throw new AppError('unsupported_media_type')
  })
  refuseEarly(app, config, methods)
  answerBrowsers(app, config)
  // Before all other hooks, since the first that refuses a request is the last that it meets.
  if (onEnd !== undefined)
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => onEnd(request, reply))
      done()
    })
  checkAccess(app, new RateLimiter({ clock, openCounts }, 'server'), options)
  limitRoutes(app, config.rateLimits ? new RateLimiter({ clock, openCounts }, 'routes') : undefined)
  app.server.on('connection', () => turns.accepted())
  app.addHook('onRequest', (request, _reply, done) => turns.enter(senderOf(request), done))
  countMemory(app, budget)
  awaitBodies(app)
  checkQueryNames(app)
  minimiseAnswers(app)
  writeInSlices(app)
  return app
}

// Uploads of files may take a day; all other bodies have to arrive in time.
const LONGEST_REQUEST_MS = 86_400_000

// Where the handler does not read the body itself, it is read next, if at all.
function awaitBodies(app: App): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.streams) {
      letBodyCome(request, reply)
      endLateBody(request, reply)
    }
    done(null, payload)
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

// What every route refuses, before credentials are looked at.
function refuseEarly(app: App, { trustProxy }: Config, methods: RouteMethods): void {
  const checkHost = createHostCheck(trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    checkHost(request)
    if (request.method === 'OPTIONS') {
      const allow = methods.allowed(pathOf(request)) ?? (request.url === '*' ? METHODS.join(', ') : undefined)
      if (allow !== undefined) reply.header('allow', allow)
    }
    done()
  })
}

// Most who end here have left out a part of the address.
function unknownRoute(request: FastifyRequest): AppError {
  // As the client has written it, also on the host of a project.
  const path = request.originalUrl.split('?', 1)[0]
  const { method } = request
  const hint = isProjectHost(request)
    ? ' This host serves one project only.'
    : /^\/api\/v1(\/|$)/.test(path ?? '')
      ? ''
      : ' Those of the API begin with /api/v1.'
  return new AppError(
    'not_found',
    `The route ${method} ${path} was not found. ${DOCS} lists all routes.${hint}`,
  )
}
