// The log of functions: levels, places in the source, the history, following it live.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound, type FunctionsLab, handler, openFunctions } from './functions.fixture.ts'

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
    message: 'about to {"fail":true}',
  })
  expect(await lines(`?invocation_id=${failed.data.invocation_id}`)).toHaveLength(2)
  expect((await call('GET', `/${live.id}/invocations`)).data).toMatchObject([
    { status: 200, trigger: 'invoke', error: null },
    { status: 500, path: '/bad', error: 'no such thing', caller: expect.stringMatching(/^dashboard:/) },
  ])
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
