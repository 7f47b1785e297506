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
  /** options is at which place an object of options may stand. */
  readonly options?: number
  /** result is what a program calls what it returns; undefined for nothing. */
  readonly result?: string
}

const QUERY: Method = { to: 'table' }
const USER: Method = { options: 0, result: 'signedIn' }
const ROW: Method = { options: 1, result: 'row' }
const ROWS: Method = { options: 1, result: 'rows' }

// All methods that can be described; clients have more.
const METHODS: Readonly<Record<On, Readonly<Record<string, Method>>>> = {
  client: {
    from: QUERY,
    auth: { to: 'auth' },
    functions: { to: 'functions' },
    query: { to: 'query' },
    storage: { to: 'storage' },
    batch: { options: 1, result: 'results' },
    graphql: { options: 1, result: 'data' },
    request: { options: 2, result: 'data' },
    subscribe: { options: 1 },
  },
  table: {
    select: QUERY,
    eq: QUERY,
    neq: QUERY,
    gt: QUERY,
    gte: QUERY,
    lt: QUERY,
    lte: QUERY,
    like: QUERY,
    ilike: QUERY,
    isNull: QUERY,
    isNotNull: QUERY,
    in: QUERY,
    filter: QUERY,
    or: QUERY,
    order: { to: 'table', options: 2 },
    limit: QUERY,
    offset: QUERY,
    withDeleted: QUERY,
    onlyDeleted: QUERY,
    list: { result: 'rows' },
    all: { result: 'rows' },
    first: { result: 'row' },
    find: { result: 'row' },
    count: { result: 'count' },
    insert: ROW,
    insertMany: ROWS,
    upsert: ROW,
    upsertMany: ROWS,
    update: { options: 2, result: 'row' },
    restore: { result: 'row' },
    delete: {},
    updateAll: { options: 1, result: 'written' },
    deleteAll: { options: 0, result: 'written' },
  },
  auth: {
    signUp: { options: 0, result: 'signedUp' },
    signIn: USER,
    signInAnonymously: USER,
    requestOtp: { options: 0, result: 'sent' },
  },
  functions: { invoke: { options: 1, result: 'answer' } },
  query: { run: { result: 'result' }, exec: { result: 'result' } },
  storage: {
    from: { to: 'bucket' },
    createBucket: { options: 1, result: 'bucket' },
    getBucket: { result: 'bucket' },
    listBuckets: { result: 'buckets' },
  },
  bucket: {
    upload: { options: 2, result: 'file' },
    download: { result: 'file' },
    list: { options: 0, result: 'page' },
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

/** readChain reads a chain. Throws a TypeError for a method that cannot be described. */
export function readChain(chain: Chain): Read {
  const parts: string[] = []
  const links: Link[] = []
  let on: On = 'client'
  for (const [name, ...args] of chain) {
    const { options: place, to, result } = methodOf(on, name)
    const last = args.at(-1)
    const hasOptions = place === args.length - 1 && isObject(last)
    const options = hasOptions ? last : {}
    const link = { on, name, args: hasOptions ? args.slice(0, -1) : args, options }
    if (to === undefined) return { parts, links, end: { ...link, result } }
    if (on === 'client' && to !== 'table') parts.push(name)
    else links.push(link)
    on = to
  }
  throw new TypeError(`Nothing is done with ${on}.`)
}

function methodOf(on: On, name: string): Method {
  const methods = METHODS[on]
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) throw new TypeError(`There is no ${name} of ${on}.`)
  return method
}
