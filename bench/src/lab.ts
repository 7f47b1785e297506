// The bench's laboratory: one embedded PostgreSQL with fsync on, a Msingi server and a bare handler beside it.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/postgres/embedded-postgres.ts'

/** POOL_SIZE is how many database connections each side has. */
export const POOL_SIZE = 8

/** MSINGI is where the server under test listens, BARE where the baseline does. */
export const MSINGI = 'http://127.0.0.1:18080'
export const BARE = 'http://127.0.0.1:18081'

const silent = { info() {}, warn() {}, error: console.error }
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Lab is what every measurement runs in. */
export interface Lab {
  readonly postgres: EmbeddedPostgres
  readonly dataDir: string
  stop(): Promise<void>
}

/** openLab starts PostgreSQL and Msingi. */
export async function openLab(): Promise<Lab> {
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
  const { host, user, password, database, port } = postgres.connection
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`
  const server = startServer({ DATABASE_URL: url, MSINGI_DATA: dataDir })
  await healthy(MSINGI)
  return {
    postgres,
    dataDir,
    stop: async () => {
      await ended(server)
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** startServer starts Msingi as `npm start` does, with limits switched on but out of the way. */
export function startServer(environment: Record<string, string>): ChildProcess {
  const env = {
    ...process.env,
    PORT: '18080',
    MSINGI_LOG_LEVEL: 'error',
    MSINGI_POOL_SIZE: String(POOL_SIZE),
    MSINGI_KEY_LIMIT: '1000000000',
    ...environment,
  }
  return spawn(process.execPath, [path('../../server/bin/msingi.js')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** startBare starts the baseline on a table. */
export async function startBare(postgres: EmbeddedPostgres, table: string): Promise<ChildProcess> {
  const env = {
    ...process.env,
    BARE_PORT: '18081',
    BARE_DATABASE: JSON.stringify(postgres.connection),
    BARE_TABLE: table,
    BARE_POOL: String(POOL_SIZE),
  }
  const child = fork(path('./bare.ts'), { env })
  await new Promise((resolve) => child.once('message', resolve))
  return child
}

/** ended stops a child process and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

/** healthy waits until a server answers, and tells how many milliseconds that took. */
export async function healthy(base: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    const ok = await fetch(`${base}/healthz`)
      .then((answer) => answer.ok)
      .catch(() => false)
    if (ok) return performance.now() - started
    if (performance.now() - started > 60_000) throw new Error(`${base} does not become healthy`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** api calls Msingi and gives the data of its answer, or throws what it said. */
export async function api(
  method: string,
  route: string,
  token: string | undefined,
  body?: unknown,
): Promise<any> {
  const answer = await fetch(`${MSINGI}/api/v1${route}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text).data
}

/** BenchProject is a project with a table of products under policies, and its secret key. */
export interface BenchProject {
  readonly id: string
  readonly key: string
  readonly table: string
}

/** signUp makes an account and gives its token. */
export async function signUp(): Promise<string> {
  const body = {
    email: `bench-${Date.now()}@example.com`,
    password: 'a bench password 1',
    full_name: 'Bench',
  }
  return (await api('POST', '/auth/register', undefined, body)).tokens.access_token
}

/** createProject makes a project with the table that the measurements read and write. */
export async function createProject(token: string): Promise<BenchProject> {
  const { id } = await api('POST', '/projects', token, { name: 'Bench' })
  const { key } = await api('POST', `/projects/${id}/api-keys`, token, { name: 'bench' })
  const columns = [
    { name: 'name', data_type: 'string', required: true, unique: false, indexed: false },
    { name: 'price', data_type: 'integer', required: true, unique: false, indexed: false },
    { name: 'in_stock', data_type: 'boolean', required: false, unique: false, indexed: false },
    { name: 'note', data_type: 'text', required: false, unique: false, indexed: false },
  ]
  const table = await api('POST', `/projects/${id}/tables`, token, { name: 'products', columns })
  // A policy beside the default, so that row-level security has something to decide.
  const policy = { action: 'select', subject: 'api_key', effect: 'allow', condition: 'price >= 0' }
  await api('POST', `/projects/${id}/tables/${table.id}/rls`, token, policy)
  return { id, key, table: `p_${id.replaceAll('-', '')}.products` }
}

/** product makes a row. */
export function product(n: number) {
  return {
    name: `Product ${n}`,
    price: n % 5000,
    in_stock: n % 3 > 0,
    note: 'A note of ordinary length for a product.',
  }
}
