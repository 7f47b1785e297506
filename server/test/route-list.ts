// The routes that a server has registered, as Fastify itself lists them: whatever is added later is among them.
import type { App } from '#platform/http/routes/app-types.ts'

/** Route is one method of one path; parameters stand in braces, as in the specification. */
export interface Route {
  readonly method: string
  readonly path: string
}

const LINE = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/

/** registeredRoutes gives all routes but those that Fastify adds by itself: HEAD beside GET, and OPTIONS. */
export function registeredRoutes(app: App): Route[] {
  const parents: string[] = []
  const routes: Route[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')) {
    const [, indent = '', segment, methods = ''] = LINE.exec(line) ?? []
    if (segment === undefined) throw new Error(`this is no line of a list of routes: ${line}`)
    parents.splice(indent.length / 4, parents.length, segment)
    const path = parents
      .join('')
      .replace(/:(\w+)/g, '{$1}')
      .replace(/\/?\*$/, '/{name}')
    for (const method of methods.split(', ')) {
      if (!['', 'HEAD', 'OPTIONS'].includes(method)) routes.push({ method, path })
    }
  }
  return routes
}

/** routeName writes a route in one line; what its parameters are called makes no difference. */
export function routeName({ method, path }: Route): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`
}
