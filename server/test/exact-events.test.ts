// Events and policies see numbers with all their digits, however they arrive.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound, handler } from '#modules/automation/functions/functions.fixture.ts'
import { LOOPBACK } from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { openStream } from '#modules/realtime/realtime.fixture.ts'
import { type CallOptions, startTestApp } from '#test/harness.ts'
import { BIG, DOC, dense, type ExactLab, openExactLab, ROW, textOf } from './exact-numbers.fixture.ts'

let lab: ExactLab
beforeAll(async () => {
  lab = await openExactLab()
})
afterAll(() => lab.stop())

test('live events keep all digits', async () => {
  const url = `${lab.base}/api/v1/projects/${lab.project.id}/realtime/events?api_key=${lab.project.secret}&table=exact`
  const stream = await openStream(url)
  await stream.until(() => stream.text().includes(':'))
  const id = await lab.inserted()
  await stream.until(() => stream.text().includes(id))
  expect(dense(stream.text())).toContain(ROW)
  await lab.data('PATCH', `/data/exact/${id}`, '{"name":"changed"}')
  await stream.until(() => stream.text().includes('"changed"'))
  expect(dense(stream.text().slice(stream.text().indexOf('old_record')))).toContain(ROW)
  stream.close()
})

test('a webhook is sent all digits, and its deliveries show them', async () => {
  const body = { name: 'Rows', url: `${lab.receiver.url}/rows`, events: ['row.*:exact'] }
  const { data: hook } = await lab.inProject('POST', '/webhooks', { body })
  await lab.inserted()
  await expect.poll(() => lab.receiver.of('/rows').length).toBe(1)
  expect(dense(String(lab.receiver.of('/rows')[0]?.text))).toContain(ROW)
  const { data: list } = await lab.inProject('GET', `/webhooks/${hook.id}/deliveries`)
  expect(
    dense(await textOf(lab.inProject('GET', `/webhooks/${hook.id}/deliveries/${list[0].id}`))),
  ).toContain(ROW)
})

test('policies see all digits of claims, and so do live changes and access tokens', async () => {
  const columns = [{ name: 'org', data_type: 'bigint' }]
  const { data: table } = await lab.inProject('POST', '/tables', { body: { name: 'orgs', columns } })
  const condition = "auth.claim('org') = org::text"
  const policy = { action: 'select', subject: 'authenticated', condition }
  expect((await lab.inProject('POST', `/tables/${table.id}/rls`, { body: policy })).status).toBe(201)
  const contact = `"email":"org@example.com","password":"correct horse 1"`
  const raw = `{${contact},"email_verified":true,"claims":{"org":${BIG}}}`
  const made = await lab.inProject('POST', '/auth/users', { raw })
  expect(made.status, made.text).toBe(201)
  const signin = await lab.inProject('POST', '/auth/signin', { key: lab.project.secret, raw: `{${contact}}` })
  const { access_token: token } = signin.data.tokens
  const connected = await lab.app.api('POST', `/projects/${lab.project.id}/realtime/connect?table=orgs`, {
    token,
  })
  const live = await openStream(
    `${lab.base}/api/v1/projects/${lab.project.id}/realtime/events?token=${connected.data.token}&table=orgs`,
  )
  await live.until(() => live.text().includes(':'))
  const add = (org: string) => lab.data('POST', '/data/orgs', `{"org":${org}}`)
  for (const org of ['9007199254740992', BIG, '9007199254740994', BIG]) await add(org)
  const seen = await lab.app.api('GET', '/data/orgs?order=created_at.asc', { token })
  expect(seen.text.match(/"org":\d+/g)).toEqual([`"org":${BIG}`, `"org":${BIG}`])
  await live.until(() => live.events().length === 2)
  expect(live.text().match(/"org":\d+/g)).toEqual([`"org":${BIG}`, `"org":${BIG}`])
  live.close()
})

test('without logical replication, events of files keep all digits too', async () => {
  const other = await startTestApp({ internalNetworks: LOOPBACK, changeCapture: 'outbox' })
  try {
    const { id, token } = await other.createProject()
    const call = (method: string, path: string, options: CallOptions) =>
      other.api(method, `/projects/${id}${path}`, { token, ...options })
    const { data: bucket } = await call('POST', '/storage/buckets', {
      body: { name: 'F', slug: 'f', is_public: false },
    })
    const hook = { name: 'Files', url: `${lab.receiver.url}/files`, events: ['object.*'] }
    expect((await call('POST', '/webhooks', { body: hook })).status).toBe(201)
    const headers = { 'content-type': 'text/plain', 'x-object-metadata': DOC }
    await textOf(call('PUT', `/storage/buckets/${bucket.id}/objects/a.txt`, { raw: 'a', headers }))
    await expect.poll(() => lab.receiver.of('/files').length).toBe(1)
    expect(dense(String(lab.receiver.of('/files')[0]?.text))).toContain(DOC)
  } finally {
    await other.stop()
  }
})

test('a trigger hands all digits to its function', async () => {
  const columns = [{ name: 'event', data_type: 'text' }]
  expect((await lab.inProject('POST', '/tables', { body: { name: 'seen', columns } })).status).toBe(201)
  const { deployed } = bound(() => lab)
  const store = handler(`
    await env.service.from('seen').insert({ event: await request.text() })
    return new Response(null, { status: 204 })`)
  const { id } = await deployed({ name: 'Store', code: store })
  await lab.inProject('POST', `/functions/${id}/triggers`, { body: { events: ['row.inserted:exact'] } })
  await lab.inserted()
  await expect.poll(async () => (await lab.data('GET', '/data/seen')).data).toHaveLength(1)
  expect(dense((await lab.data('GET', '/data/seen')).data[0].event)).toContain(ROW)
})
