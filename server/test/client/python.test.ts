// The Python client: its own tests against a server, what mypy and ruff say, and what it hears of a server that is killed.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, inject, type TestContext, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { startChild } from '#test/child-process.ts'
import { type Audience, keyOf } from '#test/crash/listeners.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { FLAWLESS, findDisorder, judge, listCommitted } from '#test/crash/verdict.ts'
import { cameBack, heardMore, heardOf } from '#test/crash/waiting.ts'
import { startWriting, tableOf } from '#test/crash/writers.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'
import { CLIENT, findPython } from './python-tools.ts'

const run = promisify(execFile)
const KILLS = 3
const TESTS_MS = 240_000
const LISTENERS = ['blocking websocket', 'blocking sse', 'async websocket', 'async sse']

const python = await findPython()

type Test = Pick<TestContext, 'expect' | 'onTestFinished'>

describe.skipIf(python === undefined)('the Python client', { concurrent: true }, () => {
  test('its types and its style are clean', { timeout: TESTS_MS }, async () => {
    await runPython('-m', 'mypy', '--no-incremental')
    await runPython('-m', 'ruff', 'check', '--no-cache', '.')
    await runPython('-m', 'ruff', 'format', '--no-cache', '--check', '.')
  })

  test('its package has all modules and says that it is typed', { timeout: TESTS_MS }, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'msingi-wheel-'))
    context.onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await runPython('-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder)
    const [wheel = ''] = await readdir(folder)
    const use = `import msingi, msingi.storage, importlib.resources as r; assert (r.files(msingi) / "py.typed").is_file()
assert msingi.__file__.startswith("${folder}")`
    await runPython({ PYTHONPATH: join(folder, wheel) }, '-c', use)
  })

  test('its tests succeed against a server', { timeout: TESTS_MS }, async ({ expect, onTestFinished }) => {
    const app = await startTestApp({}, { clock: systemClock })
    onTestFinished(() => app.stop())
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const project = await app.createProject()
    await furnish(expect, app, project)
    const { id, token, secret, publishable } = project
    const site = { base: `http://127.0.0.1:${port}`, project: id, token, secret, publishable }
    await runPython({ MSINGI_TEST_SITE: JSON.stringify(site) }, '-m', 'pytest')
  })

  test(`a server killed ${KILLS} times tells it everything, once and in order`, {
    timeout: TESTS_MS,
  }, async ({ expect, onTestFinished }) => {
    const database = await cloneDatabase(inject('server'))
    onTestFinished(() => database.drop())
    const dataDir = await mkdtemp(join(tmpdir(), 'msingi-python-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const site = await openSite({
      DATABASE_URL: urlOf(database.connection),
      MSINGI_DATA: dataDir,
      MSINGI_MASTER_KEY: TEST_SECRET,
    })
    onTestFinished(() => site.stop())
    const connect = async () => {
      const client = new pg.Client(database.connection)
      // What breaks off is told by the statement that was under way.
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const audience = await listen(site, onTestFinished)
    const { listeners } = audience
    const writing = startWriting(site, connect)
    const disasters = async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await heardMore(listeners)
        await site.kill()
        await site.start()
      }
      await heardMore(listeners)
    }
    await Promise.race([disasters(), writing.failed])
    await writing.stop()
    const client = await connect()
    const committed = await listCommitted(client, tableOf(site))
    await client.end()
    await heardOf(committed.size, listeners)
    expect(Object.fromEntries(judge(audience, committed))).toEqual(
      Object.fromEntries(LISTENERS.map((name) => [name, FLAWLESS])),
    )
    expect(findDisorder(audience)).toBeUndefined()
    expect(Math.min(...listeners.map(({ returns }) => returns))).toBeGreaterThanOrEqual(KILLS)
  })
})

/** runPython runs Python in the client's folder; what it says is in the error where it fails. */
async function runPython(...[first, ...rest]: [string | Record<string, string>, ...string[]]): Promise<void> {
  const [more, args] = typeof first === 'string' ? [{}, [first, ...rest]] : [first, rest]
  await run(String(python), args, { cwd: CLIENT, env: { ...ENVIRONMENT, ...more } }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`python ${args.join(' ')} failed:\n${stdout}${stderr}`)
    },
  )
}

const ENVIRONMENT = {
  ...process.env,
  PYTHONPATH: join(CLIENT, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
}

const COLUMNS = [
  { name: 'title', data_type: 'text', required: true, unique: true },
  { name: 'pages', data_type: 'integer' },
  { name: 'price', data_type: 'decimal' },
  { name: 'big', data_type: 'bigint' },
  { name: 'at', data_type: 'timestamp' },
  { name: 'day', data_type: 'date' },
  { name: 'raw', data_type: 'bytea' },
  { name: 'ref', data_type: 'uuid' },
  { name: 'meta', data_type: 'jsonb' },
  { name: 'user_id', data_type: 'uuid' },
]

const ECHO = `export default { async fetch(request) {
  const [body, { pathname }] = [await request.text(), new URL(request.url)]
  if (body === 'fail') throw new Error('a secret reason')
  if (pathname.endsWith('/text')) return new Response('habari ' + body)
  if (pathname.endsWith('/bytes')) return new Response(new Uint8Array([0, 255, 1]))
  return Response.json({ body: body === '' ? null : JSON.parse(body), method: request.method, number: 1.10, url: new URL(request.url).search })
} }`

/** furnish gives a project what the tests use. */
async function furnish(
  expect: Test['expect'],
  app: TestApp,
  { id, token, secret }: TestProject,
): Promise<void> {
  const call = async (method: string, path: string, body: unknown, credential: object = { token }) => {
    const answer = await app.api(method, path, { ...credential, body })
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
    return answer.data
  }
  const project = `/projects/${id}`
  const authors = { name: 'authors', columns: [{ name: 'name', data_type: 'text' }] }
  await call('POST', `${project}/tables`, authors)
  const books = await call('POST', `${project}/tables`, { name: 'books', columns: COLUMNS })
  const sql = 'alter table books add column author_id uuid references authors'
  await call('POST', `${project}/schema/exec-ddl`, { sql })
  await call('POST', `${project}/schema/exec-ddl`, {
    sql: 'create view titles as select title, pages from books',
  })
  for (const action of ['select', 'insert', 'update', 'delete']) {
    const policy = { action, subject: 'authenticated', effect: 'allow' }
    await call('POST', `${project}/tables/${books.id}/rls`, policy)
  }
  const settings = { allow_anonymous: true, redirect_urls: ['https://app.example/in'] }
  await call('PUT', `${project}/auth/settings`, settings)
  const made = await call('POST', `${project}/functions`, { name: 'echo', access: 'public', code: ECHO })
  await call('POST', `${project}/functions/${made.id}/deploy`, undefined)
  const payments = { is_active: true, provider_a_queries_per_minute: 6000 }
  await call('PUT', `${project}/payments/settings`, payments, { key: secret })
  await app.api('PUT', '//simulators/faults', { body: { queries_per_minute: 60_000 } })
}

interface Line {
  readonly name: string
  readonly event?: { readonly id: string; readonly type: string; readonly record: never }
  readonly position?: string
  readonly status?: string
  readonly error?: string | null
}

/** listen has a process follow the table in four ways, and waits until each is live. */
async function listen({ base, project }: Site, onTestFinished: Test['onTestFinished']): Promise<Audience> {
  const listeners = LISTENERS.map((name) => ({
    name,
    ids: [] as string[],
    offsets: [] as number[],
    complaints: [] as string[],
    returns: -1,
    trouble: '',
    stop: () => {},
  }))
  const events = new Map<string, any>()
  const args = ['tests/crash_listener.py', base, project.id, project.secret, 'entries']
  const child = startChild(String(python), args, { cwd: CLIENT, env: ENVIRONMENT })
  onTestFinished(() => void child.kill('SIGKILL'))
  createInterface(child.stdout).on('line', (text) => {
    const { name, event, position = '', status, error } = JSON.parse(text) as Line
    const listener = listeners.find((one) => one.name === name)
    if (listener === undefined) return
    if (status === 'live') listener.returns++
    if (status === 'gap' || status === 'closed') listener.complaints.push(`${status} ${error}`)
    if (event === undefined) return
    listener.ids.push(event.id)
    const [, offset] = position.split(':')
    if (offset !== undefined) listener.offsets.push(Number(offset))
    const known = events.get(event.id)
    if (known === undefined) events.set(event.id, event)
    else if (keyOf(known) !== keyOf(event)) listener.complaints.push(`another event under the id ${event.id}`)
  })
  await cameBack(0, listeners)
  return { listeners, events, stop: () => child.kill('SIGKILL') }
}
