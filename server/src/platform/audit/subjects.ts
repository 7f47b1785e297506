// What each route changes, and where the state of it is read: by a GET of the API itself. Computed from the routes, so that
// no module has to say it, and a new route is known as soon as it is registered.
import type { RouteHandlerMethod } from 'fastify'
import type { z } from 'zod'

/** ReadRoute is a GET by which states are read. */
export interface ReadRoute {
  readonly handler: RouteHandlerMethod
  readonly query: z.ZodType | undefined
  /** isPaged is whether its answer may be a part of a list. */
  readonly isPaged: boolean
}

/** Subject is what a route changes: the answer of a GET, or what is found in it by `steps`. */
export interface Subject {
  readonly get: ReadRoute
  /** steps lead from the answer to the thing: `:name` is the entry whose id or name the parameter holds, others are members. */
  readonly steps: readonly string[]
}

/** Change is what a route does: `verb` is the last part of an action's name, `noun` what it is done to within its area. */
export interface Change {
  readonly verb: string
  readonly noun: string
  /** subject is what is changed, which is known before. */
  readonly subject: Subject | undefined
  /** made reads what a POST has made, by its id, which is the parameter `param`. */
  readonly made: { readonly get: ReadRoute; readonly param: string } | undefined
}

/** AddedRoute is a route as Fastify announces it. */
export interface AddedRoute {
  readonly method: string | readonly string[]
  readonly url: string
  readonly handler: RouteHandlerMethod
  readonly schema?: { readonly querystring?: unknown; readonly media?: readonly string[] } | undefined
}

const VERBS: Readonly<Record<string, string>> = { PUT: 'update', PATCH: 'update', DELETE: 'delete' }

/** Subjects knows the routes. */
export class Subjects {
  readonly #gets = new Map<string, ReadRoute>()
  // By the address of the list: the parameter that names one of its entries.
  readonly #entries = new Map<string, string>()
  readonly #changes = new Map<string, Change>()

  /** add takes a route in. */
  add({ method, url, handler, schema }: AddedRoute): void {
    const last = lastOf(url)
    if (last.startsWith(':')) this.#entries.set(parentOf(url), last.slice(1))
    // Streams and files are no states.
    if (![method].flat().includes('GET') || schema?.media !== undefined) return
    const query = schema?.querystring as z.ZodObject | undefined
    const isPaged = query?.shape !== undefined && ('cursor' in query.shape || 'limit' in query.shape)
    this.#gets.set(url, { handler, query, isPaged })
  }

  /** of returns what a route does. */
  of(method: string, url: string): Change {
    const name = `${method} ${url}`
    const known = this.#changes.get(name) ?? this.#find(method, url)
    this.#changes.set(name, known)
    return known
  }

  #find(method: string, url: string): Change {
    const param = this.#entries.get(url)
    const isList = param !== undefined || this.#gets.has(url)
    const isAction = method === 'POST' && !isList
    const verb = isAction ? lastOf(url) : (VERBS[method] ?? 'create')
    const get = param === undefined || method !== 'POST' ? undefined : this.#gets.get(`${url}/:${param}`)
    return {
      verb: verb.replaceAll('-', '_'),
      noun: this.#noun(isAction ? parentOf(url) : url),
      subject: this.#subject(url, isAction),
      made: param === undefined || get === undefined ? undefined : { get, param },
    }
  }

  #subject(url: string, isAction: boolean): Subject | undefined {
    const at = isAction ? parentOf(url) : url
    const [own, list] = [this.#gets.get(at), parentOf(at)]
    // A part of a list says nothing of what is not in it.
    if (own !== undefined) return own.isPaged ? undefined : { get: own, steps: [] }
    const above = this.#gets.get(list)
    if (!lastOf(at).startsWith(':'))
      return above === undefined || !this.#entries.has(at) ? undefined : { get: above, steps: [] }
    if (above !== undefined) return { get: above, steps: [lastOf(at)] }
    const owner = this.#gets.get(parentOf(list))
    return owner === undefined ? undefined : { get: owner, steps: [lastOf(list), lastOf(at)] }
  }

  // `users` of `/auth/users/:userID`, without its plural where it is one of a list.
  #noun(url: string): string {
    const list = lastOf(url).startsWith(':') ? parentOf(url) : url
    const name = lastOf(list).replaceAll('-', '_')
    if (name === '' || name.startsWith(':')) return ''
    if (!this.#entries.has(list)) return name
    return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/(?<!l)s$/, '')
  }
}

function lastOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function parentOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/'))
}
