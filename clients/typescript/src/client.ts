// The client of one project, for browsers and Node.

import { Auth } from './auth/auth.ts'
import { exchangeAs, exchangeAsUser } from './auth/credentials.ts'
import { DeviceKeeper } from './auth/device.ts'
import { type AccessToken, createGivenStorage } from './auth/given.ts'
import { ProviderSignIn } from './auth/provider-sign-in.ts'
import { SessionKeeper } from './auth/session.ts'
import { Buckets } from './files/buckets.ts'
import { Functions } from './functions.ts'
import { createGraphql, type Graphql } from './graphql.ts'
import { objectOf } from './http/answers.ts'
import { checkDigits, parseDigits } from './http/digits.ts'
import type { MsingiError } from './http/error.ts'
import {
  idempotent,
  lowerCase,
  type Method,
  type RequestOptions,
  requestOver,
  type Wire,
} from './http/http.ts'
import { queryOf } from './http/query-of.ts'
import { checkedAddress, checkKey, checkLimits, checkProject } from './http/server-address.ts'
import { Live } from './live/live.ts'
import type { Room } from './live/room.ts'
import type { ChangeListener, SubscribeOptions, Subscription } from './live/subscription.ts'
import { Payments } from './payments.ts'
import { Queries } from './queries.ts'
import { createMemoryStorage, defaultStorage, type SessionStorage } from './runtime/storage.ts'
import type { RepeatOptions } from './tables/source.ts'
import { Table } from './tables/table.ts'
import type { AnyTables, Operation, RowOf, Tables, TypesOf } from './tables/types.ts'

export type { Account, Identity, ProfileChange, UserSession } from './auth/account.ts'
export type {
  Auth,
  Challenge,
  Credentials,
  LinkProof,
  LinkRequest,
  MagicLinkRequest,
  NewUser,
  SignedIn,
  SignedUp,
} from './auth/auth.ts'
export type { EnrolledFactor, Factor, FactorProof, Factors } from './auth/factors.ts'
export type { AccessToken } from './auth/given.ts'
export type { Session } from './auth/stored-session.ts'
export type { Tokens } from './auth/tokens.ts'
export type { User } from './auth/user.ts'
export type {
  CreatedUser,
  InvitedUser,
  ManagedUser,
  Role,
  UserChange,
  UserFilters,
  Users,
} from './auth/users.ts'
export type { Bucket } from './files/bucket.ts'
export type { BucketOptions, Buckets, StoredBucket } from './files/buckets.ts'
export type {
  FileBody,
  FileOptions,
  ImageOptions,
  ListedFolder,
  ListOptions,
  ListPage,
  SendOptions,
  SignedUrl,
  SignOptions,
  StoredObject,
  UploadOptions,
} from './files/files.ts'
export type { Functions, InvokeOptions } from './functions.ts'
export type { Graphql, GraphqlOptions } from './graphql.ts'
export type { MsingiError } from './http/error.ts'
export type { Method, RequestOptions } from './http/http.ts'
export type { List } from './http/list.ts'
export type { Room, RoomEvent, RoomOptions } from './live/room.ts'
export type { Change, ChangeType, Status, SubscribeOptions, Subscription } from './live/subscription.ts'
export type { PaymentConfiguration, Reconciliation } from './managed-payments.ts'
export type {
  CredentialsTest,
  DayTotal,
  Difference,
  DirectInput,
  LedgerBalance,
  Payment,
  PaymentEnvironment,
  PaymentFilters,
  PaymentInput,
  PaymentSettings,
  PaymentStatus,
  Provider,
  PushInput,
  ReconciliationReport,
  Resolution,
  Reversal,
  SessionInput,
  SettledPayment,
  SettledStatus,
  StartedPayment,
  Statement,
  StatementImport,
  TotalFilters,
} from './payment-types.ts'
export type { Payments, WaitOptions } from './payments.ts'
export type { Queries, QueryConfig, QueryResult, SqlResult } from './queries.ts'
export type { Progress } from './runtime/progress.ts'
export type { SessionStorage } from './runtime/storage.ts'
export type { LiveListOptions } from './tables/live-list.ts'
export type { Query } from './tables/query.ts'
export type { Page, Precision, RepeatOptions } from './tables/source.ts'
export type { Table } from './tables/table.ts'
export type { GeneratedTable, Operation, Tables, Value } from './tables/types.ts'

/** ClientOptions are the project, its key, how requests are bounded, and the runtime's functions to use. */
export interface ClientOptions extends RequestOptions {
  /** project is the project's id. */
  readonly project: string
  /** key is a publishable key in browsers. Use secret keys on servers only. */
  readonly key: string
  /** storage keeps the session: by default local storage in browsers, memory elsewhere. */
  readonly storage?: SessionStorage
  /**
   * bigNumbers has numbers that a double cannot hold, of `bigint`, `decimal` and `money`, come as texts with all their digits;
   * otherwise they are rounded. The types for it are those of `types?lang=ts&big=text`.
   */
  readonly bigNumbers?: 'text'
  /** accessToken returns the token of whom the client acts as, where the session is kept elsewhere, such as by the page's server. */
  readonly accessToken?: AccessToken
  readonly fetch?: typeof fetch
  /** WebSocket is that of the runtime unless it is set; null where the server cannot be reached with it. */
  readonly WebSocket?: typeof WebSocket | null
}

/** CallOptions are what a request to any route takes. */
export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>
  /** body is sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Client is the entry point for one project. */
export interface Client<Known extends Tables = AnyTables> {
  readonly auth: Auth
  /** functions calls the project's functions. */
  readonly functions: Functions
  /** payments starts payments with mobile money, and waits for them. */
  readonly payments: Payments
  /** query runs structured queries and read-only SQL over several tables. */
  readonly query: Queries
  /** graphql runs a document and returns its data. Rejects with a MsingiError if any field has failed. */
  readonly graphql: Graphql
  /** storage uploads, downloads and lists files. */
  readonly storage: Buckets
  /** secret returns the value of a secret of the project, by its key. It needs a secret key with the scope `secrets:read`. */
  secret(key: string): Promise<string>
  /** from returns a table, to read and write its rows. */
  from<Name extends keyof Known & string>(table: Name): Table<RowOf<Known, Name>, TypesOf<Known, Name>>
  /** batch runs up to 100 writes on any tables in one transaction, and returns their results in order. */
  batch(
    operations: readonly Operation<Known>[],
    options?: RepeatOptions,
  ): Promise<{ status: number; data: unknown }[]>
  /** subscribe calls the listener for every change of a table that the user is allowed to see. */
  subscribe<Name extends keyof Known & string>(
    table: Name,
    listener: ChangeListener<RowOf<Known, Name>>,
    options?: SubscribeOptions,
  ): Subscription
  /** channel returns a channel for messages between clients, with presence and history. It needs WebSocket. */
  channel<Data = unknown>(name: string): Room<Data>
  /** request calls any route below /api/v1, for what has no method here, and returns the data of its answer. */
  request<Data = unknown>(method: Method, path: string, options?: CallOptions): Promise<Data>
  /** with returns this client, whose requests are bounded otherwise: `with({ signal }).from('books').insert(…)`. */
  with(options: RequestOptions): Client<Known>
  /** asUser returns a client that acts as the user of an access token, such as that of a request to your server; others renew it. */
  asUser(accessToken: string): Client<Known>
}

/** isMsingiError reports whether an error is a MsingiError, also of another copy of this package, and not one of the program. */
export function isMsingiError(error: unknown): error is MsingiError {
  return error instanceof Error && error.name === 'MsingiError'
}

/** createClient returns the client of a project: `createClient('https://…', { project, key })`. Throws a TypeError for what can be none. */
export function createClient<Known extends Tables = AnyTables>(
  url: string,
  options: ClientOptions,
): Client<Known> {
  return openClient(url, options, false)
}

// With `isUserOnly` the key is never used alone: whoever acts for a user must not do more than that user.
function openClient<Known extends Tables>(
  url: string,
  { project, key, accessToken, timeout = 30_000, retries = 2, ...options }: ClientOptions,
  isUserOnly: boolean,
): Client<Known> {
  const { storage: kept = defaultStorage() } = options
  const storage = accessToken === undefined ? kept : createGivenStorage(accessToken, kept)
  const base = checkedAddress(url)
  checkProject(project)
  checkKey(key)
  if (options.bigNumbers === 'text') checkDigits()
  const path = `/projects/${project}`
  const wire: Wire = {
    base,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    reports: options.fetch === undefined,
    parse: options.bigNumbers === 'text' ? parseDigits : JSON.parse,
    timeout,
    retries,
    signal: options.signal,
  }
  const keyHeader = { 'x-platform-api-key': key }
  const device = new DeviceKeeper(storage, project)
  const asKey = device.listen(requestOver(exchangeAs(wire, keyHeader)))
  const session = new SessionKeeper(asKey, storage, project)
  const providers = new ProviderSignIn(storage, project, `${base}/api/v1${path}/auth`)
  const exchange = exchangeAsUser(wire, keyHeader, session, isUserOnly)
  const live = new Live({
    request: requestOver(exchange),
    open: (call) => exchange(call, async (response) => response),
    parse: wire.parse,
    path: `${path}/realtime`,
    Socket: (options.WebSocket === undefined ? globalThis.WebSocket : options.WebSocket) ?? null,
  })
  const subscribe: Live['subscribe'] = (table, listener, more) => live.subscribe(table, listener, more)
  session.listen(() => live.restart())

  // Session and live changes are those of the first client.
  const over = (wire: Wire): Client<Known> => {
    checkLimits(wire)
    const exchange = exchangeAsUser(wire, keyHeader, session, isUserOnly)
    const request = requestOver(exchange)
    return {
      auth: new Auth(
        device.listen(requestOver(exchangeAs(wire, keyHeader))),
        device.listen(request),
        session,
        device,
        providers,
        path,
      ),
      functions: new Functions(exchange, `${base}/fn/${project}`),
      payments: new Payments(request, subscribe, `${path}/payments`),
      query: new Queries(request, path),
      graphql: createGraphql(exchange, `${path}/graphql`),
      storage: new Buckets({
        exchange,
        requestBare: requestOver(exchangeAs(wire, {})),
        base,
        path: `${path}/storage`,
        timeout: wire.timeout,
        storage,
        session,
      }),
      secret: async (key) => {
        const call = { path: `/secrets/resolve/${encodeURIComponent(key)}` }
        return objectOf((await request<{ value: string }>(call)).data).value
      },
      from: (table) => new Table({ table, request, subscribe, session }),
      batch: async (operations, { idempotencyKey } = {}) => {
        const headers = idempotent(idempotencyKey)
        const call = { method: 'POST', path: '/batch', body: { operations }, headers } as const
        return (await request<{ status: number; data: unknown }[]>(call)).data
      },
      subscribe: (table, listener, options) => subscribe(table, listener as ChangeListener<never>, options),
      channel: <Data>(name: string) => live.room(name) as Room<Data>,
      request: async <Data>(method: Method, path: string, { query, headers, ...more }: CallOptions = {}) => {
        const call = { method, path, query: queryOf(query), headers: lowerCase(headers), ...more }
        return (await request<Data>(call)).data
      },
      with: ({ timeout = wire.timeout, retries = wire.retries, signal = wire.signal }) =>
        over({ ...wire, timeout, retries, signal }),
      asUser: (accessToken) => {
        if (typeof accessToken !== 'string') throw new TypeError('asUser takes the access token of a user.')
        const { timeout, retries, signal } = wire
        const limits = { timeout, retries, signal, storage: createMemoryStorage() }
        const given = { ...options, ...limits, project, key, accessToken: () => accessToken }
        return openClient<Known>(url, given, true)
      },
    }
  }
  return over(wire)
}
