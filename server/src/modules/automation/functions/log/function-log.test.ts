// The log of functions: levels, places in the source, the history, following it live.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import type { LiveFunctions } from '#modules/automation/functions/live/live-functions.ts'
import type { Platform } from '#platform/platform.ts'
import { UNKNOWN_COST } from '#platform/workerd/invocation-cost.ts'
import { quietLog } from '#test/test-database.ts'
import type { InvocationRow } from './function-log.store.ts'
import { createFunctionLog } from './function-log.ts'

let lab: FunctionsLab
const { call, deployed } = bound(() => lab)

beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

test('the people of the project are told of a function that fails five times in a row, and not again soon', async () => {
  const [bad, well] = await Promise.all([
    deployed({ name: 'Bad', code: handler(`throw new Error('no such thing')`) }),
    deployed({
      name: 'Well',
      code: handler(`if (request.url.endsWith('/bad')) throw new Error('x'); return new Response('')`),
    }),
  ])
  const invoke = (id: string, path = '/') => call('POST', `/${id}/invoke`, { path })
  for (let n = 0; n < 11; n++) await invoke(bad.id)
  // Never five in a row.
  for (let n = 0; n < 8; n++) await invoke(well.id, n === 4 ? '/' : '/bad')
  await call('GET', `/${well.id}/invocations`)
  const { data } = await lab.app.api('GET', '/events/history', { token: lab.project.token })
  expect(data).toMatchObject([
    {
      type: 'function.failing',
      project_id: lab.project.id,
      data: { function_id: bad.id, error: 'no such thing' },
    },
  ])
})

test('a function that used up its memory is told so, in its answer and in its log', async () => {
  const { id } = await deployed({
    name: 'Greedy',
    code: handler(`const all = []; for (;;) all.push(new Array(1000).fill(all.length))`),
  })
  const message = 'The function greedy used up its memory, and was ended.'
  expect(await call('POST', `/${id}/invoke`)).toMatchObject({ status: 503, message })
  const [invocation] = (await call('GET', `/${id}/invocations`)).data
  expect(invocation).toMatchObject({ status: 503, error: message })
  await expect
    .poll(async () => (await call('GET', `/${id}/logs`)).data)
    .toMatchObject([
      { level: 'error', invocation_id: invocation.id, message: 'Ended: this function used up the memory.' },
    ])
})

test('an error that is too long is cut between characters, and stored', async () => {
  const { id } = await deployed({ name: 'Long', code: handler(`throw new Error('x'.repeat(1999) + '😀')`) })
  await call('POST', `/${id}/invoke`)
  const { data } = await call('GET', `/${id}/invocations`)
  expect(data).toMatchObject([{ status: 500, error: `${'x'.repeat(1999)}…` }])
})

test('keeps a log with levels and the places of the source, and a history', async () => {
  const live = await deployed({
    name: 'Logs',
    files: {
      'index.ts': `import { fail } from './fail.ts'\nexport default {\n  async fetch(request: Request) {\n    console.warn('about to', { fail: true })\n    fail(new URL(request.url).pathname)\n    return new Response('ok')\n  },\n}\n`,
      'fail.ts': `export function fail(path: string): void {\n  if (path.endsWith('/bad')) throw new TypeError('no such thing')\n}\n`,
    },
  })
  const failed = await call('POST', `/${live.id}/invoke`, { path: '/bad?token=secret' })
  expect(failed.data).toMatchObject({ status: 500, body: null, error: 'no such thing' })
  expect((await call('POST', `/${live.id}/invoke`)).data).toMatchObject({
    status: 200,
    body: 'ok',
    error: null,
  })
  const lines = async (query: string) => (await call('GET', `/${live.id}/logs${query}`)).data
  await expect.poll(async () => (await lines('')).length).toBe(3)
  expect(await lines('?level=error')).toMatchObject([
    {
      level: 'error',
      invocation_id: failed.data.invocation_id,
      message: expect.stringMatching(/^TypeError: no such thing\n.*fail\.ts:2:\d+\)?\n.*index\.ts:5:5/),
    },
  ])
  expect((await lines('?search=ABOUT'))[0]).toMatchObject({
    level: 'warn',
    message: 'about to { fail: true }',
  })
  expect(await lines(`?invocation_id=${failed.data.invocation_id}`)).toHaveLength(2)
  expect((await call('GET', `/${live.id}/invocations`)).data).toMatchObject([
    {
      ...{ status: 200, trigger: 'invoke', error: null },
      ...{ cpu_ms: expect.any(Number), memory_bytes: expect.any(Number) },
    },
    { status: 500, path: '/bad', error: 'no such thing', caller: expect.stringMatching(/^dashboard:/) },
  ])
})

test('of an invocation that throws without end five errors are kept, the rest is counted, and nobody waits', async () => {
  const statements = 'z();'.repeat(100_000)
  const live = await deployed({
    name: 'Throws without end',
    files: {
      'index.ts': `import './long.js'\nexport default {\n  fetch(request, env, ctx) {\n    for (let n = 0; n < 400; n++) { const error = new Error('x' + n); error.stack = ''; ctx.waitUntil(Promise.reject(error)) }\n    ctx.waitUntil(Promise.resolve().then(() => { throw new Error('last') }))\n    throw new RangeError('first')\n  },\n}\n`,
      'long.js': `globalThis.never = () => { function z() {} ${statements} }`,
    },
  })
  await call('POST', `/${live.id}/invoke`)
  const lines = async () => (await call('GET', `/${live.id}/logs`)).data
  await expect.poll(async () => (await lines()).length).toBe(6)
  const all: { level: string; message: string }[] = await lines()
  expect(all.filter(({ level }) => level === 'error')).toHaveLength(5)
  const left = all.find(({ level }) => level === 'warn')?.message ?? ''
  expect(Number(/^(\d+) lines/.exec(left)?.[1])).toBeGreaterThan(300)
})

test('while nothing can be written, each project keeps its share of what all may', async () => {
  const { platform } = lab.app
  let isAway = true
  const written: { project_id: string; message?: string }[] = []
  const query = async (_text: string, [rows]: [string]) => {
    if (isAway) throw new Error('the database server is away')
    written.push(...JSON.parse(rows))
  }
  const clusters = { main: { admin: { query } } } as unknown as Platform['clusters']
  const functions = { placesOf: async () => undefined } as unknown as LiveFunctions
  const log = createFunctionLog({ ...platform, clusters, log: quietLog }, functions)
  const [invocation, functionId] = [randomUUID(), randomUUID()]
  const say = (projectId: string, lines: number) =>
    log.report(projectId, {
      ...{ worker: `${functionId}@1-x`, invocation, outcome: 'ok', exceptions: [], dropped: 0 },
      logs: Array.from({ length: lines }, () => ({
        level: 'log',
        timestamp: 0,
        message: ['x'.repeat(8192)],
      })),
    })
  // 64 MB are 20 such lines of each.
  const projects = Array.from({ length: 400 }, () => randomUUID())
  for (const id of projects) await say(id, 1)
  const [quiet = '', loud = ''] = projects
  await say(quiet, 10)
  await say(loud, 30)
  const invoked = (id: string): InvocationRow => ({
    ...{
      id: randomUUID(),
      project_id: id,
      function_id: functionId,
      version: 1,
      trigger: 'http',
      caller: 'anonymous',
    },
    ...{ method: 'GET', path: '/', status: 200, duration_ms: 1, error: null, created_at: new Date(0) },
    ...UNKNOWN_COST,
  })
  for (let n = 0; n < 600; n++) log.record(invoked(loud))
  for (let n = 0; n < 100; n++) log.record(invoked(quiet))
  isAway = false
  await log.close()
  const of = (id: string) => written.filter(({ project_id }) => project_id === id)
  const lines = (id: string) => of(id).flatMap(({ message }) => message ?? [])
  expect(lines(quiet)).toHaveLength(11)
  expect(lines(loud)).toEqual(['x'.repeat(8192), '30 lines of a flood are left out here.'])
  expect(of(quiet).length - lines(quiet).length).toBe(100)
  expect(of(loud).length - lines(loud).length).toBe(500)
})

test('the log can be followed, and resumed where a client was cut off', async () => {
  const live = await deployed({
    name: 'Followed',
    code: handler(`console.log(await request.text()); return new Response('ok')`),
  })
  const log = async (text: string) => {
    await call('POST', `/${live.id}/invoke`, { body: text })
    await expect.poll(async () => (await call('GET', `/${live.id}/logs`)).data[0]?.message).toBe(text)
  }
  await log('before')
  const follow = async (lastEventId?: string) => {
    const headers = {
      authorization: `Bearer ${lab.project.token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    }
    const path = `${lab.base}/api/v1/projects/${lab.project.id}/functions/${live.id}/logs/stream`
    const response = await fetch(path, { headers })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const parts = (response.body as ReadableStream<Uint8Array>).getReader()
    let seen = ''
    const until = async (text: string) => {
      while (!seen.includes(text)) seen += Buffer.from((await parts.read()).value ?? []).toString()
      return seen
    }
    return { until, end: () => parts.cancel() }
  }
  const first = await follow()
  const start = await first.until('id: ')
  await log('during')
  const text = await first.until('"message":"during"')
  expect(text).not.toContain('before')
  await first.end()
  await log('between')
  const second = await follow(/id: (\d+)/.exec(start)?.[1])
  expect(await second.until('between')).toMatch(/during[\s\S]*between/)
  await second.end()
})

test('figures count invocations, errors by kind, durations and processor time by the hour, for seven days', async () => {
  const live = await deployed({
    name: 'Figures',
    code: handler(`const { pathname } = new URL(request.url)
      if (pathname.endsWith('/throws')) throw new Error('x')
      if (pathname.endsWith('/waits')) await new Promise(() => setTimeout(() => {}, 60000))
      return new Response('', { status: pathname.endsWith('/busy') ? 503 : 200 })`),
  })
  const path = `/projects/${lab.project.id}/functions`
  // The clock moves past what tokens of dashboard users live.
  const key = lab.project.secret
  const get = (below: string) => lab.app.api('GET', `${path}${below}`, { key })
  const invoke = (below: string) =>
    lab.app.api('POST', `${path}/${live.id}/invoke`, { key, body: { path: below } })
  const figures = async (hours = 24) => (await get(`/${live.id}/figures?hours=${hours}`)).data
  const none = { threw: 0, answered_5xx: 0, timed_out: 0, unavailable: 0, refused: 0, not_sent: 0 }
  const empty = { p50: null, p95: null, p99: null }
  expect(await figures()).toMatchObject({ invocations: 0, errors: none, duration_ms: empty, hours: [] })
  for (const below of ['/', '/throws', '/busy']) await invoke(below)
  await call('PATCH', `/${live.id}`, { timeout_ms: 100 })
  lab.app.clock.advance(2 * 3600)
  await invoke('/waits')
  const errors = { ...none, threw: 1, answered_5xx: 1, timed_out: 1 }
  const all = await figures()
  expect(all).toMatchObject({ invocations: 4, errors })
  expect(all.hours).toMatchObject([
    { invocations: 3, errors: { ...errors, timed_out: 0 } },
    { invocations: 1, errors: { ...none, timed_out: 1 } },
  ])
  expect(all.hours[0].hour).toMatch(/T\d\d:00:00\.000Z$/)
  expect(Date.parse(all.hours[1].hour) - Date.parse(all.hours[0].hour)).toBe(2 * 3_600_000)
  expect(all.hours[1].duration_ms.p99).toBeGreaterThan(99)
  const listed: { cpu_ms: number | null; memory_bytes: number | null }[] = (
    await get(`/${live.id}/invocations`)
  ).data
  const times = listed.flatMap(({ cpu_ms }) => cpu_ms ?? [])
  expect(times.length).toBeGreaterThan(0)
  const sum = times.reduce((total, ms) => total + ms, 0)
  expect(all.cpu_ms).toEqual({
    invocations: times.length,
    sum: expect.closeTo(sum, 1),
    average: expect.closeTo(sum / times.length, 1),
  })
  expect(all.memory_bytes).toBe(Math.max(...listed.map(({ memory_bytes }) => memory_bytes ?? 0)))
  // No answer, no cost.
  expect(all.hours[1]).toMatchObject({
    cpu_ms: { invocations: 0, sum: 0, average: null },
    memory_bytes: null,
  })
  const { p50, p95, p99 } = all.duration_ms
  expect([p50, p95, p99]).toEqual([p50, p95, p99].toSorted((a, b) => a - b))
  expect(await figures(1)).toMatchObject({ invocations: 1, hours: [{ errors: { timed_out: 1 } }] })
  for (const hours of ['0', '169', 'x'])
    expect((await get(`/${live.id}/figures?hours=${hours}`)).status).toBe(400)
  expect((await get(`/${crypto.randomUUID()}/figures`)).status).toBe(404)
})
