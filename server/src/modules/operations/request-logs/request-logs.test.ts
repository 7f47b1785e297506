// The request log of a project: what is logged and found again, also after the client has disconnected.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStream } from '#modules/realtime/realtime.fixture.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createRequestLog } from './request-logs.service.ts'
import { countLines, insertLines, listLines, type NewLine } from './request-logs.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const admin = () => app.platform.clusters.main.admin
const list = async ({ id, token }: TestProject, query = '') =>
  app.api('GET', `/projects/${id}/request-logs${query}`, { token })
const asRequest = (fields: object) => fields as unknown as FastifyRequest
const replyOf = (elapsedTime: number) =>
  ({ statusCode: 200, elapsedTime, raw: { headersSent: true } }) as unknown as FastifyReply

test('logs a request whose connection, and with it `ip`, is gone', async () => {
  const project = await app.createProject()
  const log = createRequestLog(app.platform)
  const request = {
    id: 'r1',
    project,
    method: 'GET',
    url: '/a?token=secret',
    ip: undefined,
    address: '10.0.0.1',
  }
  log.record(asRequest(request), replyOf(1.234))
  await log.close()
  const lines = await listLines(admin(), project.id, {}, { limit: 10, before: undefined })
  const written = lines.find(({ request_id }) => request_id === 'r1')
  expect(written).toMatchObject({
    address: '10.0.0.1',
    path: '/a?token=[redacted]',
    duration_ms: 1.23,
    left_out: 0,
  })
})

test('logs 499 for a client that disconnected before the response', async () => {
  const project = await app.createProject()
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<never>()
  const slow = vi.spyOn(app.platform.shapes, 'schema').mockImplementation(() => {
    arrived.resolve()
    return answered.promise
  })
  const gone = new AbortController()
  const sent = fetch(`${base}/api/v1/data/users?token=secret`, {
    headers: { 'x-platform-api-key': project.secret },
    signal: gone.signal,
  })
  await arrived.promise
  gone.abort()
  await expect(sent).rejects.toThrow()
  const logged = async () => (await list(project, '?path=/api/v1/data/')).data
  const line = { status: 499, path: '/api/v1/data/users?token=[redacted]', address: '127.0.0.1' }
  await expect.poll(logged).toMatchObject([line])
  slow.mockRestore()
  answered.reject(notFound('The table'))
})

test('writes an equal share for each project in a flood, and says what is left out', async () => {
  const log = createRequestLog(app.platform)
  const projects = Array.from({ length: 50 }, () => ({ id: crypto.randomUUID() }))
  await admin().query(
    `insert into platform.projects (id, organisation_id, name, cluster)
     select id, (select id from platform.organisations limit 1), 'flood', 'main' from unnest($1::uuid[]) as id`,
    [projects.map(({ id }) => id)],
  )
  const base = { method: 'GET', url: `/${'x'.repeat(10_000)}`, address: '10.0.0.1' }
  for (const [n, project] of projects.entries())
    for (let i = 0; i < (n === 0 ? 5 : 1000); i++)
      log.record(asRequest({ ...base, id: `r${i}`, project }), replyOf(1))
  await log.close()
  const ids = projects.map(({ id }) => id)
  const { rows } = await admin().query(
    `select project_id as id, count(*)::int as n, sum(left_out)::int as cut, max(length(path))::int as longest
     from platform.request_logs where project_id = any($1) group by 1`,
    [ids],
  )
  const counts = new Map(rows.map(({ id, n, cut }) => [id, [n, cut]]))
  expect(counts.get(ids[0])).toEqual([5, 0])
  for (const id of ids.slice(1)) expect(counts.get(id)).toEqual([400, 600])
  expect(Math.max(...rows.map(({ longest }) => longest))).toBe(1000)
})

test('writes nothing of a project that is gone', async () => {
  const log = createRequestLog(app.platform)
  const { id } = await app.createProject()
  const base = { method: 'GET', url: '/', address: '10.0.0.1' }
  await admin().query(`update platform.projects set status = 'purging', delete_at = now() where id = $1`, [
    id,
  ])
  for (const project of [{ id }, { id: crypto.randomUUID() }])
    log.record(asRequest({ ...base, id: 'late', project }), replyOf(1))
  await log.close()
  expect((await admin().query(`select from platform.request_logs where request_id = 'late'`)).rowCount).toBe(
    0,
  )
})

test('finds lines by status, method, path, caller, duration and time, in pages', async () => {
  const project = await app.createProject()
  const [key, user] = [crypto.randomUUID(), crypto.randomUUID()]
  const at = (second: number) =>
    new Date(Math.floor(app.clock.now().getTime() / 60_000) * 60_000 + second * 1000)
  const common = { project_id: project.id, address: '10.0.0.1', left_out: 0 }
  const line = (n: number, more: Partial<NewLine>): NewLine => ({
    ...common,
    request_id: String(n),
    method: 'GET',
    path: '/api/v1/data/books?x=1',
    status: 200,
    duration_ms: n,
    actor: 'anonymous',
    created_at: at(n),
    ...more,
  })
  const lines = [
    line(1, {}),
    line(2, { status: 404, actor: `api_key:${key}` }),
    line(3, { status: 403, method: 'POST', actor: `user:${user}` }),
    line(4, { path: '/api/v1/batch', status: 500 }),
  ]
  await insertLines(admin(), lines, new Set())
  const found = async (query: string) => {
    const { status, data } = await list(project, `?${query}`)
    return status === 200
      ? data.map((one: NewLine) => one.request_id).filter((id: string) => id.length === 1)
      : status
  }
  expect(await found('')).toEqual(['4', '3', '2', '1'])
  expect(await found('status=404')).toEqual(['2'])
  expect(await found('status=4xx')).toEqual(['3', '2'])
  expect(await found('method=POST')).toEqual(['3'])
  expect(await found('path=/api/v1/data/')).toEqual(['3', '2', '1'])
  // No pattern: a letter stands for itself.
  expect(await found('path=/api/v1/%25')).toEqual([])
  expect(await found(`key=${key}`)).toEqual(['2'])
  expect(await found(`user=${user}`)).toEqual(['3'])
  expect(await found('min_duration_ms=3&path=/api')).toEqual(expect.arrayContaining(['4', '3']))
  expect(await found(`since=${at(2).toISOString()}&until=${at(4).toISOString()}&path=/api/v1/data`)).toEqual([
    '3',
    '2',
  ])
  for (const query of [
    'status=9',
    'status=4x',
    'method=get',
    'key=x',
    'since=now',
    'limit=1001',
    'cursor=x',
    `key=${key}&user=${user}`,
  ])
    expect(await found(query), query).toBe(400)
  const page = await list(project, '?path=/api/v1/data/&limit=2')
  const next = await list(project, `?path=/api/v1/data/&limit=2&cursor=${page.headers['x-next-cursor']}`)
  expect([...page.data, ...next.data].map((one: NewLine) => one.request_id)).toEqual(['3', '2', '1'])
})

test('is found by the address of the client, and by its id', async () => {
  const [project, other] = [await app.createProject(), await app.createProject()]
  const line = (request_id: string, address: string): NewLine => ({
    ...{ project_id: project.id, request_id, method: 'GET', path: '/a', status: 200, duration_ms: 1 },
    ...{ actor: 'anonymous', address, left_out: 0, created_at: app.clock.now() },
  })
  await insertLines(
    admin(),
    [line('1', '192.0.2.7'), line('2', '2001:db8::1'), line('3', '192.0.2.70')],
    new Set(),
  )
  const from = async (address: string) => {
    const { status, data } = await list(project, `?path=/a&address=${address}`)
    return status === 200 ? data.map((one: NewLine) => one.request_id) : status
  }
  expect(await from('192.0.2.7')).toEqual(['1'])
  expect(await from('2001:db8::1')).toEqual(['2'])
  expect(await from('192.0.2')).toBe(400)
  const [first] = (await list(project, '?path=/a&address=192.0.2.7')).data
  expect((await list(project, `/${first.id}`)).data).toEqual(first)
  for (const [one, id, status] of [
    [project, '999999999999999999', 404],
    [project, 'x', 400],
    [other, first.id, 404],
  ] as const)
    expect((await list(one, `/${id}`)).status, id).toBe(status)
})

test('is listed in the order of its numbers, also where they gain a digit', async () => {
  const project = await app.createProject()
  const line = (request_id: string): NewLine => ({
    ...{ project_id: project.id, request_id, method: 'GET', path: '/shop', status: 200, duration_ms: 1 },
    ...{ actor: 'anonymous', address: '192.0.2.7', left_out: 0, created_at: app.clock.now() },
  })
  const { rows } = await admin().query(`select nextval('platform.request_log_ids') as last`)
  await admin().query(`select setval('platform.request_log_ids', $1)`, [10 ** rows[0].last.length - 2])
  await insertLines(admin(), ['1', '2', '3', '4'].map(line), new Set())
  const pages = async (query: string) => {
    const { headers, data } = await list(project, `?path=/shop&limit=2${query}`)
    return [data.map((one: NewLine) => one.request_id).join(), headers['x-next-cursor']]
  }
  const [first, cursor] = await pages('')
  expect([first, (await pages(`&cursor=${cursor}`))[0]]).toEqual(['4,3', '2,1'])
})

test('is counted by time and class of status, with the filters of the list', async () => {
  const [project, other] = [await app.createProject(), await app.createProject()]
  const start = Math.floor(app.clock.now().getTime() / 3_600_000) * 3_600_000 - 3_600_000
  const at = (second: number) => new Date(start + second * 1000)
  const line = (second: number, status: number, more: Partial<NewLine> = {}): NewLine => ({
    ...{ project_id: project.id, request_id: 'r', method: 'GET', path: '/shop', status, duration_ms: 1 },
    ...{ actor: 'anonymous', address: '192.0.2.7', left_out: 0, created_at: at(second), ...more },
  })
  const lines = [
    line(0, 200),
    line(59, 101),
    line(60, 404, { left_out: 7 }),
    line(61, 304),
    line(61, 500, { method: 'POST' }),
    line(599, 201),
    line(600, 200),
    line(1, 200, { project_id: other.id }),
  ]
  await insertLines(admin(), lines, new Set())
  const count = async (query: string, of = project) => {
    const { status, data } = await list(of, `/histogram?${query}`)
    return status === 200 ? data : status
  }
  const span = `since=${at(0).toISOString()}&until=${at(600).toISOString()}`
  const none = {
    informational: 0,
    successful: 0,
    redirection: 0,
    client_error: 0,
    server_error: 0,
    left_out: 0,
  }
  const found = await count(`${span}&buckets=10`)
  expect(found).toMatchObject({ seconds: 60, complete: true })
  expect(found.buckets).toHaveLength(10)
  expect(found.buckets[0]).toEqual({ ...none, since: at(0).toISOString(), informational: 1, successful: 1 })
  const second = { ...none, since: at(60).toISOString(), redirection: 1, client_error: 1, server_error: 1 }
  expect(found.buckets[1]).toEqual({ ...second, left_out: 7 })
  expect(found.buckets[2]).toEqual({ ...none, since: at(120).toISOString() })
  expect(found.buckets[9]).toEqual({ ...none, since: at(540).toISOString(), successful: 1 })
  const total = async (query: string) => {
    const { buckets } = await count(query)
    return buckets.reduce((sum: number, one: typeof none) => sum + one.successful + one.server_error, 0)
  }
  expect(await total(span)).toBe(3)
  expect(await total(`${span}&method=POST`)).toBe(1)
  expect(await total(`${span}&status=2xx`)).toBe(2)
  expect(await total(`since=${at(599.5).toISOString()}&until=${at(601).toISOString()}`)).toBe(1)
  // Without a span, all that is kept, this request's project alone.
  expect(await total('path=/shop')).toBe(4)
  for (const buckets of [10, 200])
    expect((await count(`buckets=${buckets}`)).buckets.length).toBeLessThanOrEqual(buckets)
  const years = await count('since=1970-01-01T00:00:00Z&until=2999-01-01T00:00:00Z&buckets=200')
  expect(years.buckets.length).toBeLessThanOrEqual(200)
  for (const query of [
    `since=${at(600).toISOString()}&until=${at(0).toISOString()}`,
    'since=2999-01-01T00:00:00Z',
    'until=1970-01-01T00:00:00Z',
    'buckets=9',
    'buckets=201',
    'status=9',
  ])
    expect(await count(query), query).toBe(400)
})

test('counts the latest lines alone where there are more than it reads, and says so', async () => {
  const project = await app.createProject()
  const created_at = app.clock.now()
  const line = (status: number): NewLine => ({
    ...{ project_id: project.id, request_id: 'r', method: 'GET', path: '/shop', status, duration_ms: 1 },
    ...{ actor: 'anonymous', address: '192.0.2.7', left_out: 0, created_at },
  })
  await insertLines(admin(), [line(500), line(200), line(200)], new Set())
  const span = { since: created_at.getTime(), until: created_at.getTime() + 1, width: 60 }
  const read = async (most: number) => {
    const { complete, counted } = await countLines(admin(), project.id, { path: '/shop' }, span, most)
    const [{ successful, server_error } = { successful: 0, server_error: 0 }] = counted.values()
    return [complete, successful, server_error]
  }
  expect(await read(2)).toEqual([false, 2, 0])
  expect(await read(4)).toEqual([true, 2, 1])
})

test('is listed as CSV, in pages, without formulas', async () => {
  const project = await app.createProject()
  const path = '/shop?name="x",y'
  const line = (request_id: string): NewLine => ({
    ...{ project_id: project.id, request_id, method: 'GET', path, status: 200, duration_ms: 1.5 },
    ...{ actor: 'anonymous', address: '192.0.2.7', left_out: 0, created_at: app.clock.now() },
  })
  await insertLines(admin(), ['1', '=2', '3'].map(line), new Set())
  const { headers, text } = await list(project, '?path=/shop&format=csv&limit=2')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [names, ...rows] = text.trimEnd().split('\r\n')
  expect(names).toBe('id,created_at,request_id,method,path,status,duration_ms,actor,address,left_out')
  const rest = 'GET,"/shop?name=""x"",y",200,1.5,anonymous,192.0.2.7,0'
  const at = app.clock.now().toISOString()
  expect(rows.map((row: string) => row.slice(row.indexOf(',') + 1))).toEqual([
    `${at},3,${rest}`,
    `${at},'=2,${rest}`,
  ])
  const next = await list(project, `?path=/shop&format=csv&limit=2&cursor=${headers['x-next-cursor']}`)
  expect(next.text).toContain(`${at},1,${rest}`)
  expect((await list(project, '?format=xml')).status).toBe(400)
})

test.each([
  ['path=%00', 'path: must not hold the character NUL.'],
  [
    'since=0000-01-01T00:00:00Z',
    'since: must be a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22.',
  ],
  [
    'until=0001-01-01T00:00:00%2B01:00',
    'until: must be a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22.',
  ],
])('refuses %s by name', async (query, refusal) => {
  const project = await app.createProject()
  for (const path of ['', '/histogram']) {
    const { status, body } = await list(project, `${path}?${query}`)
    expect([status, body.errors]).toEqual([400, [refusal]])
  }
})

test('is followed as it is written, through a filter, and resumed', async () => {
  const project = await app.createProject()
  const base = app.app.listeningOrigin
  const headers = { authorization: `Bearer ${project.token}` }
  const url = `${base}/api/v1/projects/${project.id}/request-logs/stream?status=4xx`
  const call = (path: string) => app.api('GET', path, { key: project.secret })
  const stream = await openStream(url, headers)
  await stream.until((one) => one.text().includes('id: '))
  await call('/data/users')
  await call('/data/nothing')
  await stream.until((one) => one.text().includes('/data/nothing'))
  await call('/data/nowhere')
  await stream.until((one) => one.text().includes('/data/nowhere'))
  const events = stream.events().filter(({ event }) => event === 'request')
  expect(events.map(({ data }) => [data.path, data.status])).toEqual([
    ['/api/v1/data/nothing', 404],
    ['/api/v1/data/nowhere', 404],
  ])
  stream.close()
  const resumed = await openStream(url, { ...headers, 'last-event-id': events[0]?.id as string })
  await resumed.until((one) => one.text().includes('/data/nowhere'))
  expect(resumed.text()).not.toContain('/data/nothing')
  resumed.close()
})

test('nodes write at the same time, and whole days are dropped when they are a week old', async () => {
  const one = await startTestApp()
  const project = await one.createProject()
  const nodes = Array.from({ length: 3 }, () => createRequestLog(one.platform))
  const days = async () => {
    const { rows } = await one.platform.clusters.main.admin.query(
      `select count(distinct created_at::date)::int as days, count(*)::int as lines from platform.request_logs
       where project_id = $1 and path = '/a'`,
      [project.id],
    )
    return rows[0]
  }
  try {
    for (let day = 0; day < 9; day++) {
      for (const [n, node] of nodes.entries())
        node.record(
          asRequest({ id: `${day} ${n}`, project, method: 'GET', url: '/a', address: '' }),
          replyOf(1),
        )
      await Promise.all(nodes.map((node) => node.flush()))
      one.clock.advance(86_400)
    }
    expect(await days()).toEqual({ days: 9, lines: 27 })
    await one.upkeep('request-logs')
    expect(await days()).toEqual({ days: 7, lines: 21 })
  } finally {
    for (const node of nodes) await node.close()
    await one.stop()
  }
})
