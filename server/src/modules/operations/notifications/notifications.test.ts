// Platform events and notifications: who receives them, in which order, what is read, and what is mailed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '#modules/realtime/realtime.fixture.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type EventType, notify, notifyNow } from '#platform/events/platform-events.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await startTestApp()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const get = async (path: string, { token }: { token: string }) => (await app.api('GET', path, { token })).data
const say = (project: TestProject, message: string, type: EventType = 'webhook.disabled') =>
  notifyNow(app.platform, { type, projectId: project.id, message })
const messages = (list: { message: string }[]) => list.map(({ message }) => message)

test('the end of a deletion is announced on the stream of events, and outlives the project', async () => {
  const project = await app.createProject('Duka')
  const stream = await openStream(`${base}/api/v1/events?token=${project.token}`)
  await stream.until((one) => one.text().includes('id: '))
  const { status } = await app.api('DELETE', `/projects/${project.id}`, { token: project.token })
  expect(status).toBe(202)
  await app.platform.jobs.drain()
  await stream.until((one) => one.text().includes('data: '))
  const event = {
    id: expect.stringMatching(/^\d+$/),
    type: 'project.deleted',
    severity: 'info',
    organisation_id: expect.any(String),
    project_id: project.id,
    project_name: 'Duka',
    message: 'The project was deleted.',
    data: {},
    created_at: expect.any(String),
  }
  expect(stream.events().at(-1)?.data).toEqual(event)
  expect(await get('/events/history', project)).toEqual([event])
  stream.close()
})

test('a stream resumes behind the event that its client names, and misses none that commit late', async () => {
  const project = await app.createProject()
  await say(project, 'first')
  const [first] = await get('/events/history', project)
  const { admin } = app.platform.clusters.main
  const late = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const event = { type: 'quota.near', projectId: project.id } as const
  const slow = transaction(admin, async (db) => {
    await notify(app.platform, db, { ...event, message: 'second' })
    begun.resolve()
    await late.promise
  })
  await begun.promise
  // Waits for the one before, so that its number is seen no earlier.
  const fast = say(project, 'third')
  expect(messages(await get('/events/history', project))).toEqual(['first'])
  late.resolve()
  await Promise.all([slow, fast])
  const headers = { authorization: `Bearer ${project.token}`, 'last-event-id': first.id }
  const stream = await openStream(`${base}/api/v1/me/notifications`, headers)
  await stream.until((one) => one.text().includes('third'))
  expect(messages(stream.events().flatMap(({ data }) => data ?? []))).toEqual(['second', 'third'])
  stream.close()
})

test('a stream ends with the session of its reader, and takes no other credential', async () => {
  const project = await app.createProject()
  const answer = await app.api('POST', '/auth/logout', { token: project.token })
  expect(answer.status).toBeLessThan(300)
  for (const path of ['/events', '/me/notifications']) {
    for (const query of [`?token=${project.token}`, `?token=${project.secret}`, '?token=', ''])
      expect((await app.api('GET', `${path}${query}`)).status, path + query).toBe(401)
    expect((await app.api('GET', path, { key: project.secret })).status).toBe(401)
    expect((await app.api('GET', `${path}/history`, { token: project.token })).status).toBe(401)
    expect((await app.api('GET', `${path}/history`, { key: project.secret })).status).toBe(403)
  }
})

test('members of the organisation receive events, others do not, and each reads for themselves', async () => {
  const project = await app.createProject()
  const stranger = await app.createProject()
  const member = await app.register()
  const { organisation_id } = await get(`/projects/${project.id}`, project)
  await app.api('POST', `/organisations/${organisation_id}/members`, {
    token: project.token,
    body: { email: member.user.email, role: 'viewer' },
  })
  for (const message of ['one', 'two', 'three']) await say(project, message)
  const path = '/me/notifications/history'
  const list = await get(path, project)
  expect(messages(list)).toEqual(['three', 'two', 'one'])
  expect(messages(await get(path, member))).toEqual(['three', 'two', 'one'])
  expect(await get(path, stranger)).toEqual([])
  const mark = (id: string, { token }: { token: string }) =>
    app.api('POST', `/me/notifications/${id}/read`, { token })
  expect((await mark(list[0].id, project)).status).toBe(204)
  expect((await mark(list[0].id, project)).status).toBe(204)
  expect((await mark(list[0].id, stranger)).status).toBe(404)
  const read = async (who: { token: string }) =>
    (await get(path, who)).map((one: { read: boolean }) => one.read)
  expect(await read(project)).toEqual([true, false, false])
  expect(await read(member)).toEqual([false, false, false])
  const upTo = { token: project.token, body: { up_to: list[2].id } }
  expect((await app.api('POST', '/me/notifications/read', upTo)).status).toBe(204)
  expect(await read(project)).toEqual([true, false, true])
  await app.api('POST', '/me/notifications/read', { token: project.token })
  expect(await read(project)).toEqual([true, true, true])
  // What comes later is unread, also where more was named than there was.
  await app.api('POST', '/me/notifications/read', {
    token: project.token,
    body: { up_to: '999999999999999999' },
  })
  await say(project, 'four')
  expect(await read(project)).toEqual([false, true, true, true])
  const page = await app.api('GET', `${path}?limit=2`, { token: project.token })
  expect(messages(page.data)).toEqual(['four', 'three'])
  const next = await get(`${path}?limit=2&cursor=${page.headers['x-next-cursor']}`, project)
  expect(messages(next)).toEqual(['two', 'one'])
})

test('types that are muted make no notifications, and stay events', async () => {
  const project = await app.createProject()
  const change = (body: object) =>
    app.api('PATCH', '/me/notifications/preferences', { token: project.token, body })
  expect(await get('/me/notifications/preferences', project)).toEqual({ muted: [], digest: 'off' })
  expect((await change({ muted: ['quota.near'] })).data).toEqual({ muted: ['quota.near'], digest: 'off' })
  expect((await change({ digest: 'daily' })).data).toEqual({ muted: ['quota.near'], digest: 'daily' })
  for (const body of [{ muted: ['x'] }, { digest: 'hourly' }, { other: 1 }])
    expect((await change(body)).status).toBe(400)
  await say(project, 'seen')
  await say(project, 'muted', 'quota.near')
  expect(messages(await get('/me/notifications/history', project))).toEqual(['seen'])
  expect(messages(await get('/events/history', project))).toEqual(['muted', 'seen'])
})

test('an event is left out where one of its subject is younger than its quiet time', async () => {
  const project = await app.createProject()
  const event = {
    type: 'function.failing',
    projectId: project.id,
    message: 'fails',
    quietSeconds: 3600,
  } as const
  const count = async () => (await get('/events/history', project)).length
  await Promise.all([1, 2, 3].map(() => notifyNow(app.platform, { ...event, subject: 'a' })))
  expect(await count()).toBe(1)
  await notifyNow(app.platform, { ...event, subject: 'b' })
  expect(await count()).toBe(2)
  app.clock.advance(3601)
  await notifyNow(app.platform, { ...event, subject: 'a' })
  const { rows } = await app.platform.clusters.main.admin.query(
    'select count(*)::int as n from platform.events where project_id = $1',
    [project.id],
  )
  expect(rows).toEqual([{ n: 3 }])
})

test('a digest has what was unread of a day, once, and only what came after it was asked for', async () => {
  const one = await startTestApp()
  try {
    const project = await one.createProject('Duka')
    const tell = (message: string) =>
      notifyNow(one.platform, { type: 'webhook.disabled', projectId: project.id, message })
    const mails = () => one.platform.messages.outbox?.(project.id) ?? []
    await tell('before')
    const body = { digest: 'daily' }
    await one.api('PATCH', '/me/notifications/preferences', { token: project.token, body })
    for (const message of ['read', 'unread']) await tell(message)
    const [, read] = (await one.api('GET', '/me/notifications/history', { token: project.token })).data
    await one.api('POST', `/me/notifications/${read.id}/read`, { token: project.token })
    await one.upkeep('notifications')
    await one.platform.jobs.drain()
    expect(mails()).toEqual([])
    one.clock.advance(86_400)
    for (let round = 0; round < 2; round++) {
      await one.upkeep('notifications')
      await one.platform.jobs.drain()
    }
    expect(mails()).toMatchObject([{ channel: 'mail', subject: '1 notification' }])
    expect(mails()[0]?.text).toContain('Duka: unread')
    expect(mails()[0]?.text).not.toMatch(/before|: read/)
    // Nothing new, no mail; and after 30 days the events are gone.
    one.clock.advance(31 * 86_400)
    await one.upkeep('notifications')
    await one.platform.jobs.drain()
    expect(mails()).toHaveLength(1)
    const left = await one.platform.clusters.main.admin.query('select from platform.events')
    expect(left.rowCount).toBe(0)
  } finally {
    await one.stop()
  }
})
