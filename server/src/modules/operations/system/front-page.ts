// GET /: what runs here and where to go, as a page for people and as JSON for programs.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import type { App } from '#platform/http/routes/app-types.ts'

interface Place {
  readonly name: string
  readonly path: string
  readonly about: string
}

const PLACES: readonly Place[] = [
  { name: 'Console', path: '/console', about: 'tables, users, policies and live changes of your projects' },
  { name: 'Documentation', path: '/docs', about: 'every route with its parameters and examples' },
  { name: 'OpenAPI description', path: '/openapi.yaml', about: 'the same for tools and generators' },
  { name: 'Health', path: '/healthz', about: 'whether the server and its database answer' },
]

// The page has no script, and its only style is its own.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** frontPage registers GET /: browsers are led to the console where there is one. */
export function frontPage(app: App, config: Config): void {
  app.get('/', { config: { access: { by: [] } }, schema: { hide: true } }, (request, reply) => {
    const places = PLACES.filter(({ path }) => app.hasRoute({ method: 'GET', url: path }))
    reply.header('vary', 'accept')
    if (wantsPage(request) && leadsToConsole(app, config, request)) return reply.redirect('/console')
    return wantsPage(request) ? sendPage(reply, places) : { name: 'Msingi', api: '/api/v1', places }
  })
}

function leadsToConsole(app: App, config: Config, { hostname }: FastifyRequest): boolean {
  const { console } = config
  const here = typeof console === 'string' || console.includes(hostname.toLowerCase())
  return here && app.hasRoute({ method: 'GET', url: '/console' })
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function sendPage(reply: FastifyReply, places: readonly Place[]): FastifyReply {
  const list = places.map(({ name, path, about }) => `<li><a href="${path}">${name}</a>: ${about}</li>`)
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Msingi</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Msingi</h1>
<p>A backend as a service runs here. Its API is at <code>/api/v1</code>.</p>
<ul>${list.join('')}</ul>
</html>
`
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page)
}
