// The gates of a process with their bounds, in one table. A gate that is new goes here.
import { FairGate, type FairGateOptions } from './fair-gate.ts'

/** MAX_WAIT_MS is how long a request waits for a place before it is refused with 503. */
export const MAX_WAIT_MS = 10_000

/** GATES are the bounds of every gate of one server process. */
export const GATES = {
  /** admin is the administrator's pool for the work of tenants; what is left of it serves the control plane. */
  admin: { places: 6, perProject: 3, perAccount: 4, waiting: 500, waitMs: MAX_WAIT_MS, what: 'requests' },
  /** ddl and users are connections of projects' owners: slow DDL never takes those of sign-ups. */
  ddl: { places: 8, perProject: 2, perAccount: 5, waiting: 50, waitMs: MAX_WAIT_MS, what: 'schema changes' },
  users: {
    places: 8,
    perProject: 4,
    perAccount: 6,
    waiting: 2000,
    waitMs: MAX_WAIT_MS,
    what: 'changes of users',
  },
  /** capture is DDL that the server itself does on a project's tables: nobody waits for it, but a subscriber. */
  capture: { places: 3, perProject: 1, waiting: 1000, waitMs: 30_000, what: 'preparations of live changes' },
  /** statistics is ANALYZE of tables that have grown: no request waits for it. */
  statistics: { places: 2, perProject: 1, waiting: 1000, waitMs: 60_000, what: 'tables to analyze' },
  /** own is connections that run code of projects, or SQL of clients. */
  own: { places: 40, perProject: 3, perAccount: 20, waiting: 300, waitMs: MAX_WAIT_MS, what: 'requests' },
  /** transfers are imports and exports, each with a connection of its own for up to half an hour. */
  transfers: {
    places: 4,
    perProject: 2,
    perAccount: 3,
    waiting: 4,
    waitMs: MAX_WAIT_MS,
    what: 'imports and exports',
  },
  /** exec is SQL of clients: each query may use its share of memory. */
  exec: { places: 4, perProject: 2, perAccount: 3, waiting: 20, waitMs: MAX_WAIT_MS, what: 'queries' },
  /** query is structured queries, which may take long on connections that all projects share. */
  query: { places: 16, perProject: 4, perAccount: 8, waiting: 200, waitMs: MAX_WAIT_MS, what: 'queries' },
  /** bodies is the parsing of large bodies, in short turns of the event loop. */
  bodies: { places: 2, perProject: 1, waiting: 20, waitMs: MAX_WAIT_MS, what: 'large requests' },
  /** bundles is the compiling of functions, each in a process of its own for at most 30 seconds. */
  bundles: {
    places: 4,
    perProject: 1,
    perAccount: 1,
    waiting: 50,
    waitMs: 30_000,
    what: 'deployments of functions',
  },
  /** downloads is fetching packages of functions, for at most two minutes: most of that is waiting for the registry. */
  downloads: {
    places: 4,
    perProject: 1,
    perAccount: 1,
    waiting: 10,
    waitMs: 60_000,
    what: 'deployments of functions with packages',
  },
  /** packages is compiling what was fetched, for at most a minute: a slow registry takes none of these places. */
  packages: {
    places: 3,
    perProject: 1,
    perAccount: 1,
    waiting: 10,
    waitMs: 120_000,
    what: 'deployments of functions with packages',
  },
  /** descriptions is writing those of projects' APIs, in short turns of the event loop. */
  descriptions: { places: 2, perProject: 1, waiting: 20, waitMs: MAX_WAIT_MS, what: 'descriptions' },
  /** blob_parts are parts of files on their way to S3, each in memory as a whole. */
  blob_parts: { places: 8, perProject: 4, waiting: 2000, waitMs: 60_000, what: 'uploads' },
  /** images are images in memory: up to 200 MB each. */
  images: { places: 2, perProject: 1, perAccount: 1, waiting: 200, waitMs: 20_000, what: 'images' },
  /** provision is making projects, each with two of the administrator's connections. */
  provision: { places: 2, perProject: 1, perAccount: 1, waiting: 20, waitMs: 30_000, what: 'new projects' },
  /** questions are access checks of live changes by PostgreSQL. They must leave room in the data pool for requests. */
  questions: {
    places: 5,
    perProject: 2,
    perAccount: 2,
    waiting: 10_000,
    waitMs: 20_000,
    what: 'access checks of live changes',
  },
  /** slow_questions are the access checks of accounts whose checks take long: a check cannot be interrupted. */
  slow_questions: {
    places: 2,
    perProject: 1,
    perAccount: 1,
    waiting: 10_000,
    waitMs: 60_000,
    what: 'access checks of live changes',
  },
  /** replays send missed live changes to clients that resume. */
  replays: { places: 4, perProject: 2, waiting: 50_000, waitMs: 60_000, what: 'live connections' },
  /** live_turns is the sending of live events, in slices of the event loop. */
  live_turns: {
    places: 1,
    perProject: 1,
    perAccount: 1,
    waiting: 10_000,
    waitMs: 60_000,
    what: 'live events',
  },
  /** webhook_tests are requests that send a test event, and wait for its receiver. */
  webhook_tests: {
    places: 20,
    perProject: 3,
    perAccount: 6,
    waiting: 20,
    waitMs: MAX_WAIT_MS,
    what: 'tests of webhooks',
  },
  /** integration_tests are requests that send a test message, and wait for the other side. */
  integration_tests: {
    places: 20,
    perProject: 2,
    perAccount: 4,
    waiting: 20,
    waitMs: MAX_WAIT_MS,
    what: 'tests of integrations',
  },
  /** auth_hooks are functions that requests of project auth wait for. */
  auth_hooks: {
    places: 200,
    perProject: 20,
    perAccount: 50,
    waiting: 200,
    waitMs: 2000,
    what: 'auth hooks',
  },
  /** principals are lookups of who live connections act for. A change of roles repeats them all. */
  principals: { places: 4, waiting: 50_000, waitMs: 60_000, what: 'live connections being checked' },
} as const satisfies Record<string, FairGateOptions>

/** GateName names a gate. */
export type GateName = keyof typeof GATES

/** Gates are the gates of one process by name. */
export type Gates = Readonly<Record<GateName, FairGate>>

/** openGates makes the gates; `changes` replaces bounds. */
export function openGates(changes: Partial<Record<GateName, Partial<FairGateOptions>>> = {}): Gates {
  const entries = Object.entries(GATES).map(([name, bounds]) => [
    name,
    new FairGate({ ...bounds, ...changes[name as GateName] }),
  ])
  return Object.fromEntries(entries) as Gates
}
