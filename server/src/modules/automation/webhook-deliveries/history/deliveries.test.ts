// What users see of deliveries and do with them: responses, tests, retry, replay; and what one receiver may use.
import type http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver } from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { KEEP_DAYS, removeSpent } from '#modules/automation/webhook-deliveries/upkeep/upkeep.ts'
import {
  openWebhooksLab,
  refuse,
  type WebhooksLab,
} from '#modules/automation/webhook-deliveries/webhooks-lab.fixture.ts'
import { startTestApp } from '#test/harness.ts'

let lab: WebhooksLab
beforeAll(async () => {
  lab = await openWebhooksLab()
})
afterAll(() => lab.stop())

const disable = (id: string) => lab.call('PATCH', `/${id}`, { enabled: false })
const sql = (text: string, values: unknown[] = []) => lab.app.platform.clusters.main.admin.query(text, values)

test('a test event is sent at once, and not again where that fails', async () => {
  const { id } = await lab.listen('/tested')
  lab.receiver.answer((_, response) => response.writeHead(200, { 'x-own': 'yes' }).end('thanks'))
  const payload = { total: 5 }
  const sent = await lab.call('POST', `/${id}/send`, { event: 'row.inserted', payload })
  expect([sent.status, sent.data]).toMatchObject([
    200,
    {
      ...{ webhook_id: id, event: 'row.inserted', status: 'delivered', attempts: 1, response_status: 200 },
      payload: { type: 'row.inserted', project_id: lab.project.id, data: payload },
      tries: [{ response_body: 'thanks', response_headers: { 'x-own': 'yes' }, error: null }],
    },
  ])
  expect(lab.receiver.of('/tested')).toMatchObject([{ body: sent.data.payload }])
  lab.receiver.answer((_, response) => refuse(response, 500))
  const failed = await lab.call('POST', `/${id}/send`, { event: 'row.inserted', payload })
  expect(failed.data).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null })
  await disable(id)
  lab.receiver.answer((_, response) => refuse(response, 200))
  const disabled = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  expect(disabled.data).toMatchObject({ status: 'delivered', payload: { data: {} } })
  expect((await lab.call('POST', `/${id}/send`, { event: 5 })).status).toBe(400)
})

test('a payload comes as it was sent, however deep a row of the project nests', async () => {
  const { id } = await lab.listen('/deep')
  const sent = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  const body = `{"data":{"record":{"doc":${'['.repeat(6000)}${']'.repeat(6000)}}}}`
  await sql('update platform.webhook_deliveries set body = $2 where id = $1', [sent.data.id, body])
  const found = await lab.call('GET', `/${id}/deliveries/${sent.data.id}`)
  expect([found.status, found.data.id]).toEqual([200, sent.data.id])
  await disable(id)
})

test('of a response 64 KB are kept, and a redirect is a failure that is not followed', async () => {
  const { id } = await lab.listen('/large')
  lab.receiver.answer((_, response) => response.end(Buffer.alloc(200_000, 'a')))
  const large = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  expect(large.data.status).toBe('delivered')
  expect(large.data.tries[0].response_body).toBe(`${'a'.repeat(65_536)}\n[only the first 64 KB are kept]`)
  lab.receiver.answer((_, response) => refuse(response, 302, { location: `${lab.receiver.url}/landed` }))
  const { data } = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  expect(data).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Redirects are not followed'),
  })
  expect(lab.receiver.of('/landed')).toEqual([])
  lab.receiver.answer((_, response) => response.end('a\0b\xff'))
  const odd = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  expect(odd.data.tries[0].response_body).toContain('a\uFFFDb')
  await disable(id)
})

test('one is sent again, failed ones, or those of a span of time', async () => {
  const { id } = await lab.listen('/replayed')
  lab.receiver.answer((_, response) => refuse(response, 200))
  await lab.insert('one')
  const [one] = await lab.deliveries(id, (all) => expect(all).toMatchObject([{ status: 'delivered' }]))
  lab.app.clock.advance(60)
  const since = lab.app.clock.now().toISOString()
  lab.receiver.answer((_, response) => refuse(response, 410))
  await lab.insert('two')
  await lab.deliveries(id, (all) => expect(all[1]).toMatchObject({ status: 'failed' }))
  lab.receiver.answer((_, response) => refuse(response, 200))
  expect((await lab.call('POST', `/${id}/deliveries/${one.id}/retry`)).status).toBe(409)
  await lab.call('PATCH', `/${id}`, { enabled: true })
  const retried = await lab.call('POST', `/${id}/deliveries/${one.id}/retry`)
  expect([retried.status, retried.data.id]).toEqual([200, one.id])
  await lab.deliveries(id, ([first]) => expect(first).toMatchObject({ status: 'delivered', attempts: 2 }))
  expect((await lab.call('POST', `/${id}/replay`, {})).data).toEqual({ deliveries: 1 })
  await lab.deliveries(id, (all) =>
    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 2],
      ['delivered', 2],
    ]),
  )
  const span = { status: 'all', until: since }
  expect((await lab.call('POST', `/${id}/replay`, span)).data).toEqual({ deliveries: 1 })
  await lab.deliveries(id, (all) => expect(all.map(({ attempts }) => attempts)).toEqual([3, 2]))
  expect((await lab.call('POST', `/${id}/replay`, { since, until: since })).status).toBe(400)
  const ids = new Set((await lab.arrived('/replayed', 5)).map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBe(2)
  await disable(id)
})

test('lists have filters and pages', async () => {
  const { id } = await lab.listen('/listed')
  lab.receiver.answer(({ body }, response) => refuse(response, body.data.record.title === 'b' ? 410 : 200))
  await lab.insert('a', 'c', 'd')
  await lab.deliveries(id, (all) =>
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill('delivered')),
  )
  await lab.insert('b')
  await lab.deliveries(id, (all) => expect(all[3]?.status).toBe('failed'))
  const list = (query: string) => lab.call('GET', `/${id}/deliveries?${query}`)
  expect((await list('status=failed')).data).toHaveLength(1)
  expect((await list('event=row.inserted')).data).toHaveLength(4)
  expect((await list('event=row.updated')).data).toEqual([])
  const first = await list('limit=3')
  const second = await list(`limit=3&cursor=${first.headers['x-next-cursor']}`)
  expect([first.data.length, second.data.length]).toEqual([3, 1])
  expect(second.headers['x-next-cursor']).toBeUndefined()
  expect((await list('status=lost')).status).toBe(400)
  expect((await lab.call('GET', `/${id}/deliveries/${crypto.randomUUID()}`)).status).toBe(404)
})

test('one receiver has 20 requests at a time, and one that never answers holds up nobody else', async () => {
  const dead = await lab.listen('/silent')
  const well = await lab.listen('/well')
  const held: http.ServerResponse[] = []
  lab.receiver.answer(({ path }, response) => {
    if (path === '/silent') held.push(response)
    else refuse(response, 200)
  })
  await lab.insert(...Array.from({ length: 60 }, (_, n) => `n${n}`))
  await lab.deliveries(well.id, (all) =>
    expect(all.filter(({ status }) => status === 'delivered')).toHaveLength(60),
  )
  expect(held).toHaveLength(20)
  lab.receiver.answer((_, response) => refuse(response, 200))
  for (const response of held) refuse(response, 200)
  await lab.deliveries(dead.id, (all) =>
    expect(all.filter(({ status }) => status === 'delivered')).toHaveLength(60),
  )
  await disable(dead.id)
  await disable(well.id)
})

test('addresses are checked at every attempt', async () => {
  const own = await startReceiver()
  const strict = await startTestApp()
  try {
    const { id, token } = await strict.createProject()
    const { port } = new URL(own.url)
    const body = { name: 'Hook', url: 'https://example.com/', events: ['project.*'] }
    const made = await strict.api('POST', `/projects/${id}/webhooks`, { token, body })
    expect(made.status).toBe(201)
    // As one that was there before such addresses were refused.
    const { admin } = strict.platform.clusters.main
    const url = `http://localhost:${port}/`
    await admin.query('update platform.webhooks set url = $2 where id = $1', [made.data.id, url])
    const path = `/projects/${id}/webhooks/${made.data.id}/send`
    const sent = await strict.api('POST', path, { token, body: { event: 'project.updated' } })
    expect(sent.data).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('localhost is not an address of the public Internet.'),
    })
    expect(own.requests).toEqual([])
  } finally {
    await strict.stop()
    await own.stop()
  }
})

test('the list of allowed hosts holds for webhooks that were there before', async () => {
  const { id } = await lab.listen('/unlisted')
  await lab.call('PUT', '/settings', { allowed_hosts: ['example.com'] })
  const sent = await lab.call('POST', `/${id}/send`, { event: 'row.inserted' })
  expect(sent.data).toMatchObject({ status: 'failed', error: '127.0.0.1 is not among the allowed hosts.' })
  await lab.call('PUT', '/settings', { allowed_hosts: [] })
  await disable(id)
})

test('what is old goes, and all of a webhook that is deleted', async () => {
  const { id } = await lab.listen('/old')
  lab.receiver.answer((_, response) => refuse(response, 200))
  await lab.insert('one')
  await lab.deliveries(id, (all) => expect(all).toMatchObject([{ status: 'delivered' }]))
  const count = async (table: string) =>
    (await sql(`select count(*)::int as count from platform.${table}`)).rows[0].count
  const { platform, clock } = lab.app
  const remove = (stopping = new AbortController().signal) =>
    removeSpent(platform, platform.clusters.main.admin, stopping)
  const before = await count('webhook_deliveries')
  await remove()
  expect(await count('webhook_deliveries')).toBe(before)
  clock.advance(KEEP_DAYS * 86_400 + 1)
  await lab.insert('two')
  await lab.deliveries(id, (all) => expect(all).toMatchObject([{}, { status: 'delivered' }]))
  await remove(AbortSignal.abort())
  await lab.deliveries(id, (all) => expect(all).toHaveLength(2))
  await remove()
  expect((await lab.deliveries(id, (all) => expect(all).toHaveLength(1))).length).toBe(1)
  const queue = await sql(
    `select kept::int, waiting::int, waiting_bytes::int from platform.webhook_queues where webhook_id = $1`,
    [id],
  )
  expect(queue.rows).toEqual([{ kept: 1, waiting: 0, waiting_bytes: 0 }])
  await lab.call('DELETE', `/${id}`)
  await remove()
  await remove()
  const left = await sql('select from platform.webhook_queues where webhook_id = $1', [id])
  expect(left.rowCount).toBe(0)
  expect(await count('webhook_attempts')).toBe(
    (await sql('select coalesce(sum(attempts), 0)::int as n from platform.webhook_deliveries')).rows[0].n,
  )
})
