// A call, as clients/conformance describes it: a chain of names with arguments that begins at the client.
import { isObject } from './literals.ts'

/** Step is the name of a method, or of a part of the client, and its arguments. */
export type Step = readonly [name: string, ...args: readonly unknown[]]

/** Chain is a call: `[['from', 'books'], ['eq', 'title', 'Utengano'], ['list']]`. */
export type Chain = readonly [Step, ...Step[]]

/** On is what a method is called on. */
export type On = 'client' | 'table' | 'auth' | 'functions' | 'query' | 'storage' | 'bucket'

interface Method {
  /** to is what comes of it that more is called on. */
  readonly to?: On
  /** options is at which place an object of options may stand, and their names. */
  readonly options?: readonly [place: number, ...names: readonly string[]]
  /** isFilter is whether its values are compared, as texts in an address. */
  readonly isFilter?: true
  /** result is what a program calls what it returns; undefined for nothing. */
  readonly result?: string
}

const QUERY: Method = { to: 'table' }
const FILTER: Method = { to: 'table', isFilter: true }
const INSERT = [1, 'idempotencyKey'] as const
const UPSERT = [...INSERT, 'onConflict', 'ignoreExisting'] as const

// All methods that can be described; clients have more.
const METHODS: Readonly<Record<On, Readonly<Record<string, Method>>>> = {
  client: {
    from: QUERY,
    auth: { to: 'auth' },
    functions: { to: 'functions' },
    query: { to: 'query' },
    storage: { to: 'storage' },
    batch: { options: [1, 'idempotencyKey'], result: 'results' },
    graphql: { options: [1, 'variables', 'operationName', 'idempotencyKey'], result: 'answer' },
    request: { options: [2, 'query', 'body', 'headers'], result: 'answer' },
    subscribe: { options: [1, 'events', 'filter'] },
  },
  table: {
    select: QUERY,
    eq: FILTER,
    neq: FILTER,
    gt: FILTER,
    gte: FILTER,
    lt: FILTER,
    lte: FILTER,
    like: FILTER,
    ilike: FILTER,
    isNull: FILTER,
    isNotNull: FILTER,
    in: FILTER,
    filter: FILTER,
    or: QUERY,
    order: { to: 'table', options: [2, 'nulls'] },
    limit: QUERY,
    offset: QUERY,
    withDeleted: QUERY,
    onlyDeleted: QUERY,
    list: { result: 'rows' },
    all: { result: 'rows' },
    first: { result: 'row' },
    find: { result: 'row' },
    count: { result: 'count' },
    insert: { options: INSERT, result: 'row' },
    insertMany: { options: INSERT, result: 'rows' },
    upsert: { options: UPSERT, result: 'row' },
    upsertMany: { options: UPSERT, result: 'rows' },
    update: { options: [2, 'idempotencyKey'], result: 'row' },
    restore: { result: 'row' },
    delete: {},
    updateAll: { options: [1, 'maxAffected', 'returning'], result: 'written' },
    deleteAll: { options: [0, 'maxAffected', 'returning'], result: 'written' },
  },
  auth: {
    signUp: {
      options: [0, 'email', 'password', 'full_name', 'phone', 'metadata'],
      result: 'signedUp',
    },
    signIn: { options: [0, 'email', 'password', 'code'], result: 'signedIn' },
    signInAnonymously: { result: 'signedIn' },
    requestOtp: { options: [0, 'phone'], result: 'sent' },
  },
  functions: { invoke: { options: [1, 'method', 'path', 'query', 'headers', 'body'], result: 'answer' } },
  query: { run: { result: 'result' }, exec: { result: 'result' } },
  storage: {
    from: { to: 'bucket' },
    createBucket: {
      options: [1, 'slug', 'isPublic', 'fileSizeLimit', 'allowedMimeTypes'],
      result: 'bucket',
    },
    getBucket: { result: 'bucket' },
    listBuckets: { result: 'buckets' },
  },
  bucket: {
    upload: { options: [2, 'contentType', 'overwrite'], result: 'file' },
    download: { result: 'content' },
    list: { options: [0, 'prefix', 'delimiter', 'search', 'order', 'limit', 'cursor'], result: 'page' },
  },
}

/** Link is a step with what it is called on; `options` are not among `args`. */
export interface Link {
  readonly on: On
  readonly name: string
  readonly args: readonly unknown[]
  readonly options: Readonly<Record<string, unknown>>
}

/** End is the last link, and what a program calls what comes of it. */
export interface End extends Link {
  readonly result: string | undefined
}

/** Read is a chain that was read: the parts of the client on the way, which are not called, then the calls, and the last one. */
export interface Read {
  readonly parts: readonly string[]
  readonly links: readonly Link[]
  readonly end: End
}

/** readChain reads a chain. Throws a TypeError for a method or an option that cannot be described. */
export function readChain(chain: Chain): Read {
  const parts: string[] = []
  const links: Link[] = []
  let on: On = 'client'
  for (const [name, ...args] of chain) {
    const { options: known = [], to, result, isFilter } = methodOf(on, name)
    const [place, ...names]: readonly unknown[] = known
    const last = args.at(-1)
    const hasOptions = place === args.length - 1 && isObject(last)
    const options = hasOptions ? last : {}
    const unknown = Object.keys(options).find((option) => !names.includes(option))
    if (unknown !== undefined) throw new TypeError(`There is no option ${unknown} of ${name}.`)
    const given = hasOptions ? args.slice(0, -1) : args
    const link = { on, name, args: isFilter ? given.map(withDigits) : given, options }
    if (to === undefined) return { parts, links, end: { ...link, result } }
    if (on === 'client' && to !== 'table') parts.push(name)
    else links.push(link)
    on = to
  }
  throw new TypeError(`Nothing is done with ${on}.`)
}

// A text compares as a number where it is one, and keeps the zero of 12.50, which a number of a program does not.
function withDigits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDigits)
  if (typeof value !== 'object' || value === null || isObject(value)) return value
  const number = JSON.stringify(value)
  return String(Number(number)) === number ? value : number
}

function methodOf(on: On, name: string): Method {
  const methods = METHODS[on]
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) throw new TypeError(`There is no ${name} of ${on}.`)
  return method
}
