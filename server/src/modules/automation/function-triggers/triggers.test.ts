// Triggers of functions: events of rows, users and files, at least once, filtered, in order where asked.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { handler } from '#modules/automation/functions/functions.fixture.ts'
import { openTriggersLab, RECORD, type TriggersLab } from './triggers-lab.fixture.ts'

let lab: TriggersLab
let recorder: string
beforeAll(async () => {
  lab = await openTriggersLab()
  recorder = (await lab.deployed({ name: 'Record', code: RECORD })).id
})
afterAll(() => lab.app.stop())
afterEach(async () => {
  const { admin } = lab.app.platform.clusters.main
  await admin.query('delete from platform.webhooks where function_id is not null')
  await lab.app.api('POST', `/projects/${lab.project.id}/schema/exec-ddl`, {
    token: lab.project.token,
    body: { sql: 'delete from seen' },
  })
})

test('a function receives the rows that pass its filter, once each, with the id of the event', async () => {
  const { id, path } = await lab.listen(recorder, {
    events: ['row.inserted:notes', 'row.inserted:notes'],
    filter: `title like 'big%'`,
  })
  const [row] = await lab.insert('big fish', 'small fish')
  const [event] = await lab.seen(1)
  expect(event).toEqual({
    id: event.event.id,
    caller: { type: 'event', id: event.event.id },
    event: expect.objectContaining({ type: 'row.inserted', project_id: lab.project.id }),
  })
  expect(event.event.data).toMatchObject({
    type: 'INSERT',
    table: 'notes',
    record: { id: row.id, title: 'big fish' },
  })
  const [delivery] = await lab.deliveries(path, [
    { webhook_id: id, event: 'row.inserted', event_id: event.id, status: 'delivered', attempts: 1 },
  ])
  expect((await lab.call('GET', `${path}/deliveries/${delivery.id}`)).data).toMatchObject({
    payload: event.event,
    tries: [{ url: 'function:record', response_status: 204, request_headers: { 'webhook-id': event.id } }],
  })
  await expect
    .poll(async () => (await lab.call('GET', `/${recorder}/invocations`)).data[0], { interval: 50 })
    .toMatchObject({ trigger: 'row.inserted', caller: `event:${event.id}`, status: 204 })
  expect((await lab.call('GET', path)).data).toMatchObject({
    ...{ function_id: recorder, events: ['row.inserted:notes'], filter: `title like 'big%'`, enabled: true },
  })
})

test('users and files have events too', async () => {
  await lab.listen(recorder, { events: ['user.created', 'object.*'] })
  const { project, app } = lab
  const body = { email: 'a@example.com', password: 'correct horse 1', full_name: 'A', phone: '+255712000001' }
  await app.api('POST', `/projects/${project.id}/auth/signup`, { key: project.secret, body })
  const [user] = await lab.seen(1)
  expect(user.event).toMatchObject({ type: 'user.created', data: { email: 'a@example.com' } })
  await app.api('POST', `/projects/${project.id}/storage/buckets`, {
    token: project.token,
    body: { name: 'docs' },
  })
  await app.api('PUT', `/projects/${project.id}/storage/buckets/docs/objects/a.txt`, {
    key: project.secret,
    raw: 'text',
    headers: { 'content-type': 'text/plain' },
  })
  expect((await lab.seen(2)).map(({ event }) => event.type)).toEqual(['user.created', 'object.created'])
})

test('what a function does not handle is tried again, with the same id, and is a failed job in the end', async () => {
  const fn = await lab.deployed({
    name: 'Fails once',
    code: handler(`
      const { rows } = { rows: await env.service.from('seen') }
      const about = await request.json()
      await env.service.from('seen').insert({ about: { event: about } })
      if (rows.length === 0) throw new Error('not yet')
      return new Response('done')`),
  })
  const { path } = await lab.listen(fn.id, { events: ['row.inserted:notes'] })
  await lab.insert('again')
  const [waiting] = await lab.deliveries(path, [
    { status: 'pending', attempts: 1, response_status: 500, error: 'The function failed: not yet' },
  ])
  expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(lab.app.clock.now().getTime())
  lab.app.clock.advance(7)
  const [first, second] = await lab.seen(2)
  expect(second.event.id).toBe(first.event.id)
  await lab.deliveries(path, [{ status: 'delivered', attempts: 2, error: null }])
})

test('an event that was given up is a failed job: run again, or discarded', async () => {
  const fn = await lab.deployed({
    name: 'Waits for rows',
    code: handler(
      `return new Response('', { status: (await env.service.from('seen')).length === 0 ? 409 : 200 })`,
    ),
  })
  const { path } = await lab.listen(fn.id, { events: ['row.inserted:notes'] })
  const { token } = lab.project
  const jobs = async () =>
    (await lab.app.api('GET', `/jobs/failed?project_id=${lab.project.id}`, { token })).data
  const sent = await lab.call('POST', `${path}/send`, { event: 'row.inserted', payload: { title: 'x' } })
  expect(sent.data).toMatchObject({ status: 'failed', response_status: 409 })
  const [job, ...others] = await jobs()
  expect(others).toEqual([])
  expect(job).toMatchObject({
    ...{ id: sent.data.id, name: 'function-event', project_id: lab.project.id, attempts: 1 },
    error: 'The function answered 409; an event has arrived when the answer is 2xx.',
  })
  const stranger = await lab.app.register()
  const away = await lab.app.api('POST', `/jobs/failed/${job.id}/retry`, { token: stranger.token })
  expect(away.status).toBe(404)
  await lab.app.api('POST', '/data/seen', { key: lab.project.secret, body: { about: {} } })
  expect((await lab.app.api('POST', `/jobs/failed/${job.id}/retry`, { token })).status).toBe(202)
  await lab.deliveries(path, [{ status: 'delivered', attempts: 2 }])
  expect(await jobs()).toEqual([])

  const gone = await lab.deployed({
    name: 'Never',
    code: handler(`return new Response('', { status: 500 })`),
  })
  const never = await lab.listen(gone.id, { events: ['row.inserted:notes'] })
  const lost = await lab.call('POST', `${never.path}/send`, { event: 'row.inserted', payload: {} })
  expect((await lab.app.api('DELETE', `/jobs/failed/${lost.data.id}`, { token })).status).toBe(204)
  expect(await jobs()).toEqual([])
  await lab.deliveries(never.path, [])
})

test('events of one row wait for each other where that is asked for', async () => {
  const fn = await lab.deployed({
    name: 'In order',
    code: handler(`
      const { data } = await request.json()
      const seen = await env.service.from('seen')
      if (data.record.title === 'one' && seen.length === 0) {
        await env.service.from('seen').insert({ about: 'refused' })
        return new Response('', { status: 503, headers: { 'retry-after': '30' } })
      }
      await env.service.from('seen').insert({ about: data.record.title })
      return new Response()`),
  })
  const { path } = await lab.listen(fn.id, { events: ['row.*:notes'], ordered: true })
  const [row] = await lab.insert('one')
  await lab.deliveries(path, [{ status: 'pending', attempts: 1, response_status: 503 }])
  const body = { title: 'two' }
  await lab.app.api('PATCH', `/data/notes/${row.id}`, { key: lab.project.secret, body })
  await lab.deliveries(path, [{ attempts: 1 }, { attempts: 0, next_attempt_at: null }])
  lab.app.clock.advance(31)
  expect(await lab.seen(3)).toEqual(['refused', 'one', 'two'])
})

test('a function that is killed gets the event again', async () => {
  const fn = await lab.deployed({
    name: 'Dies once',
    code: handler(`
      const seen = await env.service.from('seen')
      await env.service.from('seen').insert({ about: seen.length })
      if (seen.length === 0) for (;;);
      return new Response()`),
  })
  const { path } = await lab.listen(fn.id, { events: ['row.inserted:notes'] })
  await lab.insert('fatal')
  await lab.deliveries(path, [
    { status: 'pending', attempts: 1, error: expect.stringContaining('The call of dies-once was cut off') },
  ])
  lab.app.clock.advance(7)
  await lab.deliveries(path, [{ status: 'delivered', attempts: 2 }])
})

test('triggers are changed, disabled, listed and deleted; a function takes its own with it', async () => {
  const fn = await lab.deployed({ name: 'Short lived', code: RECORD })
  const { id, path } = await lab.listen(fn.id, { events: ['row.inserted:notes'] })
  const off = await lab.call('PATCH', path, { enabled: false, events: ['row.deleted:notes'] })
  expect(off.data).toMatchObject({ id, enabled: false, events: ['row.deleted:notes'] })
  expect((await lab.call('POST', `${path}/replay`, {})).status).toBe(409)
  expect((await lab.call('GET', `/${fn.id}/triggers`)).data).toMatchObject([{ id }])
  expect(
    (await lab.app.api('GET', `/projects/${lab.project.id}/webhooks`, { key: lab.project.secret })).data,
  ).toEqual([])
  const asWebhook = await lab.app.api('GET', `/projects/${lab.project.id}/webhooks/${id}/deliveries`, {
    key: lab.project.secret,
  })
  expect(asWebhook.status).toBe(404)
  expect((await lab.call('DELETE', path)).status).toBe(204)
  expect((await lab.call('GET', path)).status).toBe(404)
  await lab.listen(fn.id, { events: ['row.inserted:notes'] })
  const subscribed = async () => {
    const { rows } = await lab.app.platform.clusters.main.admin.query(
      `select from platform.change_subscriptions where consumer = 'webhooks' and project_id = $1`,
      [lab.project.id],
    )
    return rows.length
  }
  expect(await subscribed()).toBe(1)
  expect((await lab.call('DELETE', `/${fn.id}`)).status).toBe(204)
  await expect.poll(subscribed, { interval: 20 }).toBe(0)
})

test('what cannot work is refused, and so are strangers', async () => {
  for (const [body, sentence] of [
    [{}, 'events'],
    [{ events: ['row.exploded'] }, 'there is no event row.exploded'],
    [{ events: ['row.inserted:ghosts'] }, 'the table ghosts was not found'],
    [{ events: ['row.inserted'], filter: 'title is null' }, 'must name the same table'],
    [{ events: ['row.inserted:notes'], filter: 'owner = 1' }, 'owner'],
    [{ events: ['row.inserted:notes'], url: 'https://example.com' }, 'url'],
  ] as const) {
    const { status, text } = await lab.call('POST', `/${recorder}/triggers`, body)
    expect([status, text]).toEqual([400, expect.stringContaining(sentence)])
  }
  const other = await lab.app.createProject()
  const own = await lab.listen(recorder, { events: ['row.inserted:notes'] })
  const at = (project: string, path: string) => `/projects/${project}/functions${path}`
  const body = { events: ['user.created'] }
  const asOther = { key: other.secret }
  expect(
    (await lab.app.api('POST', at(other.id, `/${recorder}/triggers`), { ...asOther, body })).status,
  ).toBe(404)
  expect((await lab.app.api('GET', at(other.id, own.path), asOther)).status).toBe(404)
  expect((await lab.app.api('DELETE', at(other.id, own.path), asOther)).status).toBe(404)
  expect((await lab.app.api('GET', at(other.id, `${own.path}/deliveries`), asOther)).status).toBe(404)
  expect((await lab.app.api('GET', at(lab.project.id, own.path), asOther)).status).toBe(403)
  const key = lab.project.publishable
  expect((await lab.app.api('GET', at(lab.project.id, own.path), { key })).status).toBe(403)
})
