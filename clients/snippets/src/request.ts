// The request of a call: what the clients send, for programs without one.
import { type Chain, type End, type Link, readChain } from './chain.ts'
import { isObject } from './literals.ts'

/** HttpRequest is a request to a server. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** path is what follows the server's address, with its query, encoded. */
  readonly path: string
  /** headers are those beside the credential and the type of a body of JSON. */
  readonly headers: Readonly<Record<string, string>>
  /** body is a value of JSON; undefined for none. */
  readonly body?: unknown
  /** text is a body that is sent as it is. */
  readonly text?: string
  /** answer is what comes back: data in the envelope, JSON or a text without one, events, or nothing. */
  readonly answer: 'data' | 'json' | 'text' | 'events' | 'nothing'
}

type Params = readonly (readonly [name: string, value: string])[]
type Sent = Pick<HttpRequest, 'method' | 'path'> & Partial<HttpRequest> & { readonly params?: Params }

const API = '/api/v1'
const AUTH: Readonly<Record<string, string>> = {
  signUp: 'signup',
  signIn: 'signin',
  signInAnonymously: 'anonymous',
  requestOtp: 'otp/request',
}

/** requestOf returns the request of a call on a project. Throws a TypeError for a call that is none. */
export function requestOf(chain: Chain, project: string): HttpRequest {
  const { links, end } = readChain(chain)
  const { method, path, params = [], headers = {}, answer = 'data', ...body } = sent(links, end, project)
  // What needs no code in a query is read more easily without.
  const query = String(new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])))
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replaceAll('%2C', ',')
  return { method, path: query === '' ? path : `${path}?${query}`, headers, answer, ...body }
}

function sent(links: readonly Link[], end: End, project: string): Sent {
  const { on, name, args, options } = end
  const [first, second] = args
  const at = `${API}/projects/${encodeURIComponent(project)}`
  switch (on) {
    case 'client':
      return sentByClient(end, at)
    case 'table':
      return sentToTable(links, end)
    case 'auth':
      return { method: 'POST', path: `${at}/auth/${AUTH[name]}`, body: options }
    case 'functions':
      return invocation(String(first), options, project)
    case 'query':
      return name === 'run'
        ? { method: 'POST', path: `${at}/query/run`, body: { table_slug: first, config: second ?? {} } }
        : { method: 'POST', path: `${at}/query/exec`, body: { sql: first, ...given('params', second) } }
    case 'storage': {
      const path = `${at}/storage/buckets`
      if (name === 'createBucket') return { method: 'POST', path, body: { name: first, ...snakeOf(options) } }
      return { method: 'GET', path: name === 'getBucket' ? `${path}/${encoded(first)}` : path }
    }
    case 'bucket':
      return sentToBucket(`${at}/storage/buckets/${encoded(links.at(-1)?.args[0])}/objects`, end)
  }
}

function sentByClient({ name, args, options }: End, at: string): Sent {
  const [first, second] = args
  const { query, body, headers, ...more } = options
  switch (name) {
    case 'batch':
      return {
        method: 'POST',
        path: `${API}/batch`,
        body: { operations: batchOf(first) },
        headers: headersOf(options),
      }
    case 'graphql': {
      const { idempotencyKey: _, ...variables } = options
      const whole = { query: first, ...variables }
      const headers = headersOf(options)
      return { method: 'POST', path: `${at}/graphql`, body: whole, headers, answer: 'json' }
    }
    case 'subscribe': {
      const { events, filter } = more
      const list = Array.isArray(events) ? { events: events.join(',') } : {}
      const params = paramsOf({ table: first, ...list, ...given('filter', filter) })
      return { method: 'GET', path: `${at}/realtime/events`, params, answer: 'events' }
    }
    default: {
      const params = paramsOf(query)
      return {
        method: asMethod(first),
        path: API + straight(String(second)),
        params,
        headers: textsOf(headers),
        ...given('body', body),
      }
    }
  }
}

function sentToTable(links: readonly Link[], { name, args, options }: End): Sent {
  const [from, ...refinements] = links
  const path = `${API}/data/${encoded(from?.args[0])}`
  const [first, second] = args
  const params = refinements.reduce(refined, [])
  const row = () => `${path}/${encoded(first)}`
  const headers = headersOf(options)
  switch (name) {
    case 'find':
      return { method: 'GET', path: row(), params }
    case 'first':
      return { method: 'GET', path, params: set(params, 'limit', '1') }
    case 'count':
      return { method: 'GET', path, params: set(params, 'count', String(first ?? 'exact')) }
    case 'insert':
    case 'insertMany':
      return { method: 'POST', path, body: first, headers }
    case 'upsert':
    case 'upsertMany': {
      const prefer = `resolution=${options.ignoreExisting === true ? 'ignore' : 'merge'}-duplicates`
      const params = paramsOf({ on_conflict: options.onConflict })
      return { method: 'POST', path, params, body: first, headers: { Prefer: prefer, ...headers } }
    }
    case 'update':
      return { method: 'PATCH', path: row(), body: second, headers }
    case 'restore':
      return { method: 'POST', path: `${row()}/restore` }
    case 'delete':
      return { method: 'DELETE', path: row(), answer: 'nothing' }
    case 'updateAll':
      return { method: 'PATCH', path, params, body: first, headers: preferred(options) }
    case 'deleteAll':
      return { method: 'DELETE', path, params, headers: preferred(options) }
    default:
      return { method: 'GET', path, params }
  }
}

// Of these parameters there is one; filters accumulate.
const set = (params: Params, name: string, value: string): Params => [
  ...params.filter(([other]) => other !== name),
  [name, value],
]

function refined(params: Params, { name, args, options }: Link): Params {
  const [column = '', value = '', third = ''] = args.map(text)
  const filter = (condition: string): Params => [...params, [column, condition]]
  switch (name) {
    case 'select':
      return set(params, 'select', args.join(','))
    case 'limit':
    case 'offset':
      return set(params, name, column)
    case 'withDeleted':
      return set(params, 'deleted', 'include')
    case 'onlyDeleted':
      return set(params, 'deleted', 'only')
    case 'or':
      return [...params, ['or', `(${column})`]]
    case 'order': {
      const before = params.find(([other]) => other === name)?.[1]
      const nulls = options.nulls === undefined ? '' : `.nulls${options.nulls}`
      const item = `${column}.${value || 'asc'}${nulls}`
      return set(params, name, before === undefined ? item : `${before},${item}`)
    }
    case 'isNull':
      return filter('is.null')
    case 'isNotNull':
      return filter('is.not.null')
    case 'in': {
      const [, values] = args
      const texts = Array.isArray(values)
        ? values.map((one) => `"${text(one).replace(/[\\"]/g, '\\$&')}"`)
        : []
      return filter(`in.(${texts.join(',')})`)
    }
    case 'filter':
      return filter(`${value}.${third}`)
    default:
      return filter(`${name}.${value}`)
  }
}

function sentToBucket(path: string, { name, args, options }: End): Sent {
  const [first, second] = args.map(String)
  if (name === 'list') return { method: 'GET', path, params: paramsOf(options) }
  if (first === undefined || first === '') throw new TypeError('A file needs a name.')
  const object = `${path}/${straight(first.split('/').map(encodeURIComponent).join('/'))}`
  if (name === 'download') return { method: 'GET', path: object, answer: 'text' }
  const headers = { 'Content-Type': String(options.contentType ?? 'text/plain') }
  return { method: options.overwrite === true ? 'PUT' : 'POST', path: object, headers, text: String(second) }
}

function invocation(slug: string, options: Link['options'], project: string): Sent {
  const { method = 'POST', path = '', query, headers, body } = options
  const below = path === '' || String(path).startsWith('/') ? String(path) : `/${path}`
  return {
    method: asMethod(method),
    path: `/fn/${encodeURIComponent(project)}/${encoded(slug)}${straight(below)}`,
    params: paramsOf(query),
    headers: textsOf(headers),
    ...given('body', body),
    answer: 'json',
  }
}

function asMethod(method: unknown): HttpRequest['method'] {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method
    default:
      throw new TypeError(`There is no method ${method}.`)
  }
}

/** encoded writes a name or an id as a part of an address. Throws a TypeError for one that would lead to another. */
function encoded(part: unknown): string {
  const text = String(part ?? '')
  if (text === '') throw new TypeError('A name or an id is missing.')
  return straight(encodeURIComponent(text))
}

// What stands in a program as an address is the one that is asked for: dots lead elsewhere, and line ends vanish.
function straight(path: string): string {
  const [place = ''] = path.split(/[?#]/)
  if (place.split(/[/\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part)))
    throw new TypeError(`${path} has dots that lead to another address.`)
  if (/\p{Cc}/u.test(path))
    throw new TypeError(`${path} has line ends or the like, which have to be encoded.`)
  return path.replaceAll(' ', '%20')
}

function batchOf(operations: unknown): readonly unknown[] {
  if (!Array.isArray(operations)) throw new TypeError('A batch takes a list of writes.')
  for (const one of operations) {
    const { method, id } = isObject(one) ? one : {}
    if ((method === 'POST') !== (id === undefined))
      throw new TypeError(`Of a batch, ${method === 'POST' ? 'a POST takes no' : `a ${method} needs an`} id.`)
  }
  return operations
}

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value })
// A number with all its digits is an object that JSON writes.
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const textsOf = (values: unknown) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, text(value)]))
const paramsOf = (values: unknown): Params => Object.entries(textsOf(values))
const snakeOf = (options: Link['options']) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [snake(name), value]))
const headersOf = ({ idempotencyKey }: Link['options']): Record<string, string> =>
  idempotencyKey === undefined ? {} : { 'Idempotency-Key': String(idempotencyKey) }

function preferred({ returning, maxAffected }: Link['options']): Record<string, string> {
  const most = maxAffected === undefined ? '' : `, max-affected=${maxAffected}`
  return { Prefer: `return=${returning === true ? 'representation' : 'minimal'}${most}` }
}

/** snake writes a name with underscores. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
