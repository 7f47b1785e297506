// A whole server on a database of its own, spoken to over HTTP: what most tests are made of.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type AppOptions, createApp, type RunningApp } from '#app'
import { setupToken } from '#modules/tenancy/accounts/context/first-account.service.ts'
import type { AlarmClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { type LongTurn, onLongTurn } from '#platform/loop/loop-watch.ts'
import { RESTORE_SETTING } from '#platform/work/quiet-start.ts'
import { turnMs } from '#test/watchdog/growth.ts'
import { CHEAP_PASSWORDS, cloneDatabase, quietLog, testKeys } from './test-database.ts'

/** Answer is what the server said; `body` is parsed where it is JSON, `text` is as it came. */
export interface Answer<Data = any> {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  readonly body: {
    success: boolean
    code?: string
    message: string
    data: Data
    errors: string[]
    details?: any
  }
  /** data is `body.data`, for short. */
  readonly data: Data
}

/** CallOptions is how a request is made. `key` and `token` are sent as credentials; `raw` is a body as it is. */
export interface CallOptions {
  readonly key?: string | undefined
  readonly token?: string | undefined
  readonly body?: unknown
  readonly raw?: string | Buffer
  readonly headers?: Record<string, string>
}

/** TestClock stands still until a test moves it, which rings what is due by then. */
export interface TestClock extends AlarmClock {
  /** advance moves the clock by so many seconds. */
  advance(seconds: number): void
}

/** TestApp is a server under test. */
export interface TestApp extends RunningApp {
  readonly clock: TestClock
  /** api calls a route below /api/v1; a path that begins with `//` is taken from the root. */
  api<Data = any>(method: string, path: string, options?: CallOptions): Promise<Answer<Data>>
  /** register makes an account and signs it in. */
  register(
    email?: string,
  ): Promise<{ token: string; refresh_token: string; user: { id: string; email: string } }>
  /** createProject makes an account with a project, and a key of each kind. */
  createProject(name?: string): Promise<TestProject>
  /** stop closes the server and drops its database. */
  stop(): Promise<void>
}

/** TestProject is a project and the credentials to it. */
export interface TestProject {
  readonly id: string
  readonly token: string
  readonly secret: string
  readonly publishable: string
}

/**
 * startTestApp starts a server on a fresh database; `overrides` change single settings, `more` what it is made of. `isRestored`
 * has it take the data for restored.
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  { isRestored = false, ...more }: Partial<AppOptions> & { readonly isRestored?: boolean } = {},
): Promise<TestApp> {
  const database = await cloneDatabase(inject('server'))
  if (isRestored) await markRestored(database.connection)
  const clock = createTestClock()
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-test-'))
  const config = {
    ...readConfig({ MSINGI_RATE_LIMITS: 'off' }),
    poolSize: 3,
    dataDir,
    dnsServers: NO_DNS,
    ...overrides,
  }
  const { connection } = database
  const running = await createApp({
    config,
    log: quietLog,
    clock,
    keys: testKeys,
    database: connection,
    work: false,
    passwordCost: CHEAP_PASSWORDS,
    ...more,
  })
  const api = createCaller(running)
  const endWatch = watchTurns()
  return {
    ...running,
    clock,
    api,
    register: (email) => register(api, email),
    createProject: (name) => createProject(api, name),
    stop: async () => {
      await running.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      endWatch()
    },
  }
}

async function markRestored(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`alter database ${connection.database} set ${RESTORE_SETTING} = 'of this test'`)
  await client.end()
}

// No request of any test may hold up the event loop for long. What a test itself does counts too, so that the limit is a
// gross one, and in processor time: the watchdog (./watchdog) knows finer ones.
function watchTurns(): () => void {
  const turns: LongTurn[] = []
  const stop = onLongTurn((turn) => {
    if (turn.cpu_milliseconds > GROSS_TURN_MS) turns.push(turn)
  })
  return () => {
    stop()
    const [worst] = turns.toSorted((a, b) => b.cpu_milliseconds - a.cpu_milliseconds)
    if (worst !== undefined && worst.cpu_milliseconds > GROSS_TURNS * turnMs())
      throw new Error(`the event loop was held up for too long: ${JSON.stringify(worst)}`)
  }
}

const GROSS_TURN_MS = 3000
const GROSS_TURNS = 60

/** createTestClock returns a clock that stands still. */
export function createTestClock(): TestClock {
  // Begins at the real time, so that it agrees with what PostgreSQL calls now().
  let offset = 0
  const start = Date.now()
  const alarms = new Set<{ readonly time: number; readonly ring: () => void }>()
  return {
    now: () => new Date(start + offset),
    at(time, ring) {
      const alarm = { time: time.getTime(), ring }
      alarms.add(alarm)
      return () => void alarms.delete(alarm)
    },
    advance: (seconds) => {
      offset += seconds * 1000
      const due = [...alarms].filter(({ time }) => time <= start + offset)
      for (const alarm of due.toSorted((a, b) => a.time - b.time)) if (alarms.delete(alarm)) alarm.ring()
    },
  }
}

/** createCaller makes the function that speaks to a server. */
export function createCaller({ app }: RunningApp): TestApp['api'] {
  return async (method, path, { key, token, body, raw, headers } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      headers: {
        ...(key === undefined ? {} : { 'x-platform-api-key': key }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined && raw === undefined ? {} : { payload: raw ?? JSON.stringify(body) }),
    })
    // A file of NDJSON is many values.
    const json = /(?<!nd)json/.test(String(answer.headers['content-type'] ?? '')) && answer.body !== ''
    const parsed = json ? JSON.parse(answer.body) : undefined
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text: answer.body,
      body: parsed,
      data: parsed?.data,
    }
  }
}

// Refuses every question at once: no test asks the DNS of the machine.
const NO_DNS = ['127.0.0.1:1']

let counter = 0

async function register(api: TestApp['api'], email = `person-${++counter}@example.com`) {
  // Only the first account in production needs the token.
  const setup_token = setupToken(testKeys)
  const body = { email, password: 'correct horse 1', full_name: 'Amina Juma', setup_token }
  const { status, data, text } = await api('POST', '/auth/register', { body })
  if (status !== 201) throw new Error(`could not register: ${text}`)
  return { token: data.tokens.access_token, refresh_token: data.tokens.refresh_token, user: data.user }
}

/** createProject makes an account with a project, and a key of each kind. */
export async function createProject(api: TestApp['api'], name = 'Shop'): Promise<TestProject> {
  const { token } = await register(api)
  const project = await api('POST', '/projects', { token, body: { name } })
  if (project.status !== 201) throw new Error(`could not create a project: ${project.text}`)
  const { id } = project.data
  const keys = await Promise.all(
    ['secret', 'publishable'].map((kind) =>
      api('POST', `/projects/${id}/api-keys`, { token, body: { name: kind, kind } }),
    ),
  )
  return { id, token, secret: keys[0]?.data.key, publishable: keys[1]?.data.key }
}
