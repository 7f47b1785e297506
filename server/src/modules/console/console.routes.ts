// Routes of the console: GET /console, /console/* and /console/preview. The console itself uses the public API only.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { preferredEncoding } from '#platform/http/answers/accept-encoding.ts'
import { namesTag } from '#platform/http/answers/entity-tags.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'
import { PAGE_HEADERS, pagePolicy } from './content-security.ts'
import { PREVIEW, PREVIEW_POLICY } from './preview.ts'

const NONCE = '__MSINGI_NONCE__'
const YEAR = 'public, max-age=31536000, immutable'
const HTML = 'text/html; charset=utf-8'
const OPEN = { config: { access: { by: [] } }, schema: { hide: true } } as const

/** consoleRoutes registers the routes of the console; without files they answer how to build it. */
export function consoleRoutes(app: App, config: Config, files: ConsoleFiles | undefined): void {
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    checkHost(config, request)
    if (files === undefined) return sendUnbuilt(reply)
    const path = (request.params as { '*'?: string })['*'] ?? ''
    const file = files.assets.get(path)
    if (file !== undefined) return sendFile(request, reply, path, file)
    if (!wantsPage(request) || path.startsWith('assets/')) throw notFound(`The file /console/${path}`)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': pagePolicy(config, request, nonce) })
      .type(HTML)
      .send(files.page.replaceAll(NONCE, nonce))
  }
  app.get('/console', OPEN, serve)
  app.get('/console/*', OPEN, serve)
  app.get('/console/preview', OPEN, (request, reply) => {
    checkHost(config, request)
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': PREVIEW_POLICY })
      .type(HTML)
      .send(PREVIEW)
  })
}

function checkHost({ console }: Config, { hostname }: FastifyRequest): void {
  if (typeof console !== 'string' && !console.includes(hostname.toLowerCase())) throw notFound('The console')
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: ConsoleFile) {
  const { type, etag, plain } = file
  // Only files whose name has the hash of what is in them never change.
  const caching = path.startsWith('assets/') ? YEAR : 'no-cache'
  reply.headers({ etag, 'cache-control': caching, vary: 'accept-encoding' })
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const offered = (['br', 'gzip'] as const).filter((one) => file[one] !== undefined)
  const encoding = preferredEncoding(request.headers['accept-encoding']?.toString(), offered)
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding === undefined ? plain : file[encoding])
}

const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The console is not built</title>
<h1>The console is not built</h1>
<p>Run <code>npm run build --workspace console</code> and start the server again.</p>
</html>
`

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const policy = "default-src 'none'; frame-ancestors 'none'"
  return reply
    .code(503)
    .headers({ ...PAGE_HEADERS, 'content-security-policy': policy })
    .type(HTML)
    .send(UNBUILT)
}
