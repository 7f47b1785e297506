// Imports and exports over real connections: bounded memory, clients that are slow or gone, and how many run at once.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveTransfers } from './transfer.fixture.ts'

let app: TestApp
let project: TestProject
let drive: DataDriver
let port: number
const open: ClientRequest[] = []

beforeAll(async () => {
  app = await startTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
  project = await app.createProject()
  drive = driveData(app, project)
})
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
})
afterAll(() => app.stop())

const MB = 1024 * 1024
const ROW = 'x'.repeat(1000)
const LINES = 1000

function call(method: string, path: string): ClientRequest {
  const made = request({
    agent: false,
    host: '127.0.0.1',
    port,
    method,
    path: `/api/v1/projects/${project.id}/tables/${path}`,
    headers: { 'x-platform-api-key': project.secret, 'content-type': 'text/csv' },
  })
  made.on('error', () => {})
  open.push(made)
  return made
}

const importOf = (table: string) => call('POST', `${table}/import`)
const answerOf = async (made: ClientRequest) => (await once(made, 'response'))[0] as IncomingMessage

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return text
}

// Connections of the project's own login that are in a transaction.
async function transactions(): Promise<number> {
  const role = `p_${project.id.replaceAll('-', '')}_data`
  const text = `select count(*)::int as n from pg_stat_activity where usename = $1 and xact_start is not null`
  return Number((await drive.admin(text, [role]))[0]?.n)
}

async function fill(table: string, rows: number): Promise<void> {
  await drive.table(table, { body: 'text' })
  const schema = `p_${project.id.replaceAll('-', '')}`
  await drive.admin(
    `insert into ${schema}.${table} (body) select repeat('x', 1000) from generate_series(1, $1)`,
    [rows],
  )
}

test('20 MB go in and out again, and little of them is in memory at a time', async () => {
  await drive.table('large', { body: 'text' })
  const sending = importOf('large')
  const answer = answerOf(sending)
  sending.write('body\n')
  const before = process.memoryUsage()
  let peak = 0
  const measure = () => {
    const { heapUsed, external } = process.memoryUsage()
    peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external)
  }
  const piece = `${ROW}\n`.repeat(LINES)
  for (let n = 0; n < 20; n++) {
    if (!sending.write(piece)) await once(sending, 'drain')
    measure()
  }
  sending.end()
  expect(JSON.parse(await textOf(await answer)).data).toMatchObject({
    lines: 20 * LINES,
    written: 20 * LINES,
  })
  const exported = call('GET', 'large/export?select=body').end()
  let size = 0
  for await (const chunk of await answerOf(exported)) {
    size += (chunk as Buffer).length
    measure()
  }
  expect(size).toBe('body\r\n'.length + 20 * LINES * (ROW.length + 2))
  // What is garbage by then is counted as well.
  expect(peak).toBeLessThan(256 * MB)
})

test('a client that stops reading an export stops PostgreSQL, and gets the rest when it reads on', async () => {
  await fill('slow', 20_000)
  const answer = await answerOf(call('GET', 'slow/export?select=body').end())
  const socket = answer.socket
  // All buffers on the way are full when no more bytes come.
  let seen = -1
  await expect
    .poll(
      () => {
        const same = socket.bytesRead === seen
        seen = socket.bytesRead
        return same
      },
      { interval: 200 },
    )
    .toBe(true)
  expect(seen).toBeLessThan(16 * MB)
  expect(await transactions()).toBe(1)
  let size = 0
  for await (const chunk of answer) size += (chunk as Buffer).length
  expect(size).toBe('body\r\n'.length + 20_000 * (ROW.length + 2))
  await expect.poll(transactions).toBe(0)
})

test('a client that leaves frees its connection at once, and of its import nothing is left', async () => {
  await drive.table('left', { body: 'text' })
  const sending = importOf('left')
  sending.write(`body\n${`${ROW}\n`.repeat(3000)}`)
  await expect.poll(transactions).toBe(1)
  sending.destroy()
  await expect.poll(transactions).toBe(0)
  expect(await drive.list('left', '')).toEqual([])
  await fill('unread', 20_000)
  const reading = call('GET', 'unread/export?select=body').end()
  await answerOf(reading)
  expect(await transactions()).toBe(1)
  reading.destroy()
  await expect.poll(transactions).toBe(0)
})

test('a statement that is under way ends with its client', async () => {
  await drive.table('locked', { body: 'text' })
  const schema = `p_${project.id.replaceAll('-', '')}`
  const holder = await app.platform.clusters.main.admin.connect()
  try {
    await holder.query(`begin; lock table ${schema}.locked in access exclusive mode`)
    const sending = importOf('locked')
    sending.end('body\na\n')
    const waiting = async () =>
      (
        await drive.admin(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into%'
             and datname = current_database()`,
        )
      )[0]?.n
    await expect.poll(waiting).toBe(1)
    sending.destroy()
    await expect.poll(waiting).toBe(0)
    expect(await transactions()).toBe(0)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('two of a project run at once, four more wait, further ones are refused; requests have connections of their own', async () => {
  await drive.table('busy', { body: 'text' })
  const running = [importOf('busy'), importOf('busy')]
  for (const one of running) one.write('body\n')
  await expect.poll(transactions).toBe(2)
  const waiting = Array.from({ length: 4 }, () => importOf('busy'))
  const later = waiting.map(answerOf)
  for (const one of waiting) one.end('body\na\n')
  const gate = app.platform.gates.transfers
  await expect.poll(() => gate.figures.waiting).toBe(4)
  expect((await driveTransfers(app, project).csv('busy', 'body\na\n')).status).toBe(429)
  expect((await drive.call('GET', '/data/busy')).status).toBe(200)
  const other = await app.createProject()
  await driveData(app, other).table('busy', { body: 'text' })
  expect((await driveTransfers(app, other).csv('busy', 'body\na\n')).status).toBe(200)
  const first = running.map(answerOf)
  for (const one of running) one.end('b\n')
  for (const answer of await Promise.all([...first, ...later])) expect(answer.statusCode).toBe(200)
  expect((await drive.call('GET', '/data/busy?count=exact')).data).toEqual({ count: 6 })
})

test('of an import whose last line is wrong nothing is left, and the connection can be used again', async () => {
  await drive.table('last', { stars: 'integer' })
  const sending = importOf('last')
  const answer = answerOf(sending)
  sending.end(`stars\n${'1\n'.repeat(20_000)}x\n`)
  const { details } = JSON.parse(await textOf(await answer))
  expect(details).toMatchObject({ lines: 20_001, bad_lines: 1, report: [{ line: 20_002, column: 'stars' }] })
  expect(await drive.list('last', '')).toEqual([])
})
