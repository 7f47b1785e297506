// The methods that each path has: what a 405 names and `Allow` lists (RFC 9110, 15.5.6 and 9.3.7).
import { AppError } from '#platform/errors/app-error.ts'

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** RegisteredRoute is a route as Fastify announces it. */
export interface RegisteredRoute {
  readonly method: string | readonly string[]
  readonly url: string
  readonly schema?: { readonly summary?: string } | undefined
}

interface Path {
  readonly segments: readonly string[]
  /** methods maps each method to the summary of its route. */
  readonly methods: Map<string, string>
}

/** RouteMethods knows which methods the registered routes have. It is asked only where no route matches a request. */
export class RouteMethods {
  readonly #paths = new Map<string, Path>()

  /** add takes a route in; OPTIONS is answered for all paths alike. */
  add({ method, url, schema }: RegisteredRoute): void {
    if (url === '*' || url === '/*') return
    const path = this.#paths.get(url) ?? { segments: segmentsOf(url), methods: new Map() }
    this.#paths.set(url, path)
    for (const one of [method].flat()) path.methods.set(one, schema?.summary ?? '')
  }

  /** allowed returns the value of `Allow` for the path of a request, or undefined where no route has that path. */
  allowed(path: string): string | undefined {
    const methods = this.#methodsOf(path)
    return methods.size === 0 ? undefined : allow(methods)
  }

  /** wrongMethod makes the 405 for a path that has other methods than the request's, or returns undefined. */
  wrongMethod(method: string, path: string): AppError | undefined {
    const methods = this.#methodsOf(path)
    if (methods.size === 0) return undefined
    const ways = [...methods].filter(([name]) => name !== 'HEAD').map(describe)
    const last = ways.pop() ?? ''
    const list = ways.length === 0 ? last : `${ways.join(', ')} or ${last}`
    return new AppError('method_not_allowed', `${method} is not possible at ${path}. Use ${list}.`, {
      headers: { allow: allow(methods) },
    })
  }

  #methodsOf(path: string): Map<string, string> {
    const segments = segmentsOf(path)
    const found = [...this.#paths.values()].filter((one) => matches(one.segments, segments))
    const all = new Map(found.flatMap(({ methods }) => [...methods]))
    const names = [...ORDER.filter((name) => all.has(name)), ...all.keys()]
    return new Map(names.map((name) => [name, all.get(name) ?? '']))
  }
}

// OPTIONS is answered everywhere.
function allow(methods: ReadonlyMap<string, string>): string {
  return [...new Set([...methods.keys(), 'OPTIONS'])].join(', ')
}

function describe([method, summary]: readonly [string, string]): string {
  return summary === '' ? method : `${method} to ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`
}

function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? -1 : path.length
  return path.slice(1, end).split('/')
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every((part, index) =>
    part === '*' || part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  )
}
