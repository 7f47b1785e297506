// The client of one project, for browsers and Node.
import { Auth } from './auth/auth.ts'
import { DeviceKeeper } from './auth/device.ts'
import { ProviderSignIn } from './auth/provider-sign-in.ts'
import { SessionKeeper } from './auth/session.ts'
import { Buckets } from './files/buckets.ts'
import { Functions } from './functions.ts'
import { createGraphql, type Graphql } from './graphql.ts'
import { MsingiError } from './http/error.ts'
import { type Call, createSend, open, type Request } from './http/http.ts'
import { Live } from './live/live.ts'
import type { Room } from './live/room.ts'
import type { ChangeListener, SubscribeOptions, Subscription } from './live/subscription.ts'
import { Payments } from './payments.ts'
import { Queries } from './queries.ts'
import { defaultStorage, type SessionStorage } from './runtime/storage.ts'
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
export type { Session, Tokens, User } from './auth/session.ts'
export type { Bucket } from './files/bucket.ts'
export type { Buckets } from './files/buckets.ts'
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
export type { Graphql } from './graphql.ts'
export type { MsingiError } from './http/error.ts'
export type { Room, RoomEvent, RoomOptions } from './live/room.ts'
export type { Change, ChangeType, Status, SubscribeOptions, Subscription } from './live/subscription.ts'
export type {
  DirectInput,
  Payment,
  PaymentInput,
  PaymentStatus,
  Payments,
  PushInput,
  SessionInput,
  SettledPayment,
  SettledStatus,
  StartedPayment,
  StartOptions,
  WaitOptions,
} from './payments.ts'
export type { Queries, QueryConfig, QueryResult, SqlResult } from './queries.ts'
export type { Progress } from './runtime/progress.ts'
export type { SessionStorage } from './runtime/storage.ts'
export type { List } from './tables/list.ts'
export type { LiveListOptions } from './tables/live-list.ts'
export type { Query } from './tables/query.ts'
export type { Page, Precision } from './tables/source.ts'
export type { Table } from './tables/table.ts'
export type { GeneratedTable, Operation, Tables, Value } from './tables/types.ts'

/** ClientOptions are the project, its key, and the runtime's functions to use. */
export interface ClientOptions {
  /** project is the project's id. */
  readonly project: string
  /** key is a publishable key in browsers. Use secret keys on servers only. */
  readonly key: string
  /** storage keeps the session: by default local storage in browsers, memory elsewhere. */
  readonly storage?: SessionStorage
  readonly fetch?: typeof fetch
  /** WebSocket is that of the runtime unless it is set; null where the server cannot be reached with it. */
  readonly WebSocket?: typeof WebSocket | null
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
  /** from returns a table, to read and write its rows. */
  from<Name extends keyof Known & string>(table: Name): Table<RowOf<Known, Name>, TypesOf<Known, Name>>
  /** batch runs up to 100 writes on any tables in one transaction, and returns their results in order. */
  batch(operations: readonly Operation<Known>[]): Promise<{ status: number; data: unknown }[]>
  /** subscribe calls the listener for every change of a table that the user is allowed to see (spec 6.4). */
  subscribe<Name extends keyof Known & string>(
    table: Name,
    listener: ChangeListener<RowOf<Known, Name>>,
    options?: SubscribeOptions,
  ): Subscription
  /** channel returns a channel for messages between clients, with presence and history. It needs WebSocket. */
  channel<Data = unknown>(name: string): Room<Data>
}

/** isMsingiError reports whether an error is a MsingiError, also of another copy of this package, and not one of the program. */
export function isMsingiError(error: unknown): error is MsingiError {
  return error instanceof Error && error.name === 'MsingiError'
}

/** createClient returns the client of a project: `createClient('https://…', { project, key })`. */
export function createClient<Known extends Tables = AnyTables>(
  url: string,
  { project, key, storage = defaultStorage(), ...options }: ClientOptions,
): Client<Known> {
  const base = url.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  const Socket: typeof WebSocket | null | undefined =
    options.WebSocket === undefined ? globalThis.WebSocket : options.WebSocket
  const send = createSend(base, fetch)
  const keyOnly = { 'x-platform-api-key': key }
  const device = new DeviceKeeper(storage, project)
  const authSend = device.listen(send)
  const session = new SessionKeeper(authSend, storage, project, keyOnly)

  // The user's token takes precedence over the key (spec 5).
  const withCredentials = async <T>(
    work: (credentials: Record<string, string>) => Promise<T>,
  ): Promise<T> => {
    const token = await session.token()
    if (token === undefined) return work(keyOnly)
    const user = (await session.get())?.user.id
    try {
      return await work({ ...keyOnly, authorization: `Bearer ${token}` })
    } catch (error) {
      if (!(error instanceof MsingiError) || !error.challenged) throw error
      // The clock of the device may be wrong, or the session was ended on another device.
      const renewed = await session.refresh()
      // Another user may have signed in meanwhile: do not repeat the request as that user.
      if (renewed === undefined || renewed.user.id !== user) throw error
      return work({ ...keyOnly, authorization: `Bearer ${renewed.tokens.access_token}` })
    }
  }
  const request: Request = (call) => withCredentials((credentials) => send(call, credentials))
  const authRequest: Request = (call) => withCredentials((credentials) => authSend(call, credentials))
  const live = new Live({
    request,
    open: (call) => withCredentials((credentials) => open(base, fetch, call, credentials)),
    path: `/projects/${project}/realtime`,
    Socket: Socket ?? null,
  })
  const subscribe: Live['subscribe'] = (table, listener, more) => live.subscribe(table, listener, more)
  session.listen(() => live.restart())

  return {
    auth: new Auth(
      (call) => authSend(call, keyOnly),
      authRequest,
      session,
      device,
      new ProviderSignIn(storage, project, `${base}/api/v1/projects/${project}/auth`),
      `/projects/${project}/auth`,
    ),
    functions: new Functions(fetch, `${base}/fn/${project}`, withCredentials),
    payments: new Payments(request, subscribe, `/projects/${project}/payments`),
    query: new Queries(request, `/projects/${project}`),
    graphql: createGraphql((body) => {
      const call: Call = { method: 'POST', path: `/projects/${project}/graphql`, body }
      return withCredentials((credentials) => open(base, fetch, call, credentials))
    }),
    storage: new Buckets({
      request,
      fetch,
      reports: options.fetch === undefined,
      base,
      path: `/projects/${project}/storage`,
      storage,
      withCredentials,
    }),
    from: (table) => new Table({ table, request, subscribe }),
    batch: async (operations) =>
      (
        await request<{ status: number; data: unknown }[]>({
          method: 'POST',
          path: '/batch',
          body: { operations },
        })
      ).data,
    subscribe: (table, listener, options) => subscribe(table, listener as ChangeListener<never>, options),
    channel: <Data>(name: string) => live.room(name) as Room<Data>,
  }
}
