// Who receives which events when policies change, need a check by PostgreSQL, or raise an error.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  type SocketClient,
} from './realtime.fixture.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string
let amina: SignedUp
let juma: SignedUp
const listeners: { client: SocketClient; names: string }[] = []

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  listeners.length = 0
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  amina = await signUp(app, project)
  juma = await signUp(app, project)
})
afterAll(() => app.stop())

async function listen(names: string, credential: object): Promise<SocketClient> {
  const client = await connectSocket(base, (await connectToken(app, project, credential)).token)
  listeners.push({ client, names })
  return client
}

let command = 100

/** What each client has received since the last call, once all committed changes are delivered. */
async function heard(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const { client, names } of listeners) {
    command += 1
    const id = command
    client.send({ id, history: { channel: notes.channel } })
    await client.next((frame) => frame.id === id)
    const events = client.frames.flatMap(({ push }) => (push?.pub ? [push.pub.data] : []))
    all[names] = events.map(({ type, record, old_record }) =>
      [type[0], record.text, ...(old_record === undefined ? [] : [`was ${old_record.text}`])].join(' '),
    )
  }
  return all
}

const everybody = async () => {
  await listen('amina', { token: amina.token })
  await listen('juma', { token: juma.token })
  await listen('secret', { key: project.secret })
  await listen('publishable', { key: project.publishable })
}

test('without a policy only secret keys receive events', async () => {
  await everybody()
  notes.commit({ record: { text: 'x', user_id: amina.user.id } })
  expect(await heard()).toEqual({ amina: [], juma: [], secret: ['I x'], publishable: [] })
})

test('an owner receives changes of their rows, and no old row that was not theirs', async () => {
  await notes.allow({ subject: 'owner' })
  await everybody()
  const [mine, theirs] = [{ user_id: amina.user.id }, { user_id: juma.user.id }]
  notes.commit({ record: { text: '1', ...mine } })
  notes.commit({ type: 'UPDATE', record: { text: '2', ...mine }, old_record: { text: '1', ...mine } })
  notes.commit({ type: 'UPDATE', record: { text: '3', ...theirs }, old_record: { text: '2', ...mine } })
  notes.commit({ type: 'DELETE', record: { text: '3', ...theirs } })
  notes.commit({ record: { text: '4', user_id: null } })
  const all = ['I 1', 'U 2 was 1', 'U 3 was 2', 'D 3', 'I 4']
  expect(await heard()).toEqual({
    amina: ['I 1', 'U 2 was 1'],
    juma: ['U 3', 'D 3'],
    secret: all,
    publishable: [],
  })
})

test('a policy takes effect from the next event on, for open connections too', async () => {
  await listen('amina', { token: amina.token })
  // Changes that still wait when a policy changes can be checked by either.
  const commit = async (text: string) => {
    notes.commit({ record: { text, user_id: null } })
    await heard()
  }
  await commit('before')
  const id = await notes.allow({ subject: 'authenticated' })
  await commit('allowed')
  await notes.allow({ subject: 'public', effect: 'deny', condition: "text = 'secret'" })
  await commit('secret')
  await commit('other')
  await app.api('DELETE', `/projects/${project.id}/tables/${notes.id}/rls/${id}`, { token: project.token })
  await commit('after')
  expect(await heard()).toEqual({ amina: ['I allowed', 'I other'] })
})

test('rows of a table that a policy reads take effect from the next event on, also past its policies', async () => {
  const call = (method: string, path: string, body?: object) =>
    app.api(method, path, { key: project.secret, ...(body && { body }) })
  const { status, text } = await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: { name: 'members', columns: [{ name: 'user_id', data_type: 'uuid' }] },
  })
  expect(status, text).toBe(201)
  await notes.allow({
    subject: 'authenticated',
    condition: 'exists (select 1 from unrestricted(members) m where m.user_id = auth.uid())',
  })
  await listen('amina', { token: amina.token })
  await listen('juma', { token: juma.token })
  const commit = async (text: string) => {
    notes.commit({ record: { text, user_id: null } })
    return heard()
  }
  expect(await commit('1')).toEqual({ amina: [], juma: [] })
  const { data } = await call('POST', '/data/members', { user_id: amina.user.id })
  expect(await commit('2')).toEqual({ amina: ['I 2'], juma: [] })
  await call('DELETE', `/data/members/${data.id}`)
  await call('POST', '/data/members', { user_id: juma.user.id })
  expect(await commit('3')).toEqual({ amina: ['I 2'], juma: ['I 3'] })
})

test('a policy of a table in a subquery takes effect from the next event on', async () => {
  const api = (path: string, body: object) =>
    app.api('POST', `/projects/${project.id}${path}`, { token: project.token, body })
  const columns = [{ name: 'team', data_type: 'text' }]
  const members = (await api('/tables', { name: 'members', columns })).data
  await app.api('POST', '/data/members', { key: project.secret, body: { team: 'red' } })
  await notes.allow({
    subject: 'authenticated',
    condition: 'exists (select 1 from members where members.team = notes.text)',
  })
  // Enough users to be checked in one statement.
  const people = [amina, juma, ...(await Promise.all([1, 2, 3].map(() => signUp(app, project))))]
  for (const [n, { token }] of people.entries()) await listen(String(n), { token })
  const commit = () => notes.commit({ record: { text: 'red' } })
  const hear = async (times: number) => {
    commit()
    expect(Object.values(await heard())).toEqual(people.map(() => Array(times).fill('I red')))
  }
  await hear(0)
  const policy = (await api(`/tables/${members.id}/rls`, { action: 'select', subject: 'authenticated' })).data
  await hear(1)
  const path = `/projects/${project.id}/tables/${members.id}/rls/${policy.id}`
  await app.api('PATCH', path, { token: project.token, body: { condition: "team <> 'red'" } })
  await hear(1)
  await app.api('PATCH', path, { token: project.token, body: { condition: null } })
  await hear(2)
})

test('a role and a claim take effect at once', async () => {
  const { data: role } = await app.api('POST', `/projects/${project.id}/roles`, {
    token: project.token,
    body: { name: 'editor' },
  })
  await notes.allow({ subject: 'role', role_ids: [role.id], condition: "text like 'role%'" })
  await notes.allow({ subject: 'authenticated', condition: "text = auth.claim('word')" })
  await listen('amina', { token: amina.token })
  const commit = () => notes.commit({ record: { text: 'role' } }, { record: { text: 'magic' } })
  commit()
  expect(await heard()).toEqual({ amina: [] })
  const { token } = project
  const user = `/projects/${project.id}/users/${amina.user.id}`
  await app.api('POST', `${user}/roles`, { token, body: { role_id: role.id } })
  await app.api('PATCH', `/projects/${project.id}/auth/users/${amina.user.id}`, {
    token,
    body: { claims: { word: 'magic' } },
  })
  await expect
    .poll(async () => {
      commit()
      return (await heard()).amina?.slice(-2)
    })
    .toEqual(['I role', 'I magic'])
  await app.api('DELETE', `${user}/roles/${role.id}`, { token })
  await expect
    .poll(async () => {
      commit()
      return (await heard()).amina?.slice(-2)
    })
    .toEqual(['I magic', 'I magic'])
})

test('a condition that raises an error hides the row, and delays no other event', async () => {
  await notes.allow({ subject: 'authenticated', condition: '10 / length(text) > 1' })
  await everybody()
  notes.commit({ record: { text: 'ab' } }, { record: { text: '' } }, { record: { text: 'abc' } })
  const seen = ['I ab', 'I abc']
  expect(await heard()).toEqual({ amina: seen, juma: seen, secret: ['I ab', 'I ', 'I abc'], publishable: [] })
})

test('an error for some callers does not keep events from the others of the same statement', async () => {
  const people = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const person = await signUp(app, project)
      const claims = { divisor: n % 7 === 3 ? 'zero' : n % 5 }
      const path = `/projects/${project.id}/auth/users/${person.user.id}`
      await app.api('PATCH', path, { token: project.token, body: { claims } })
      return person
    }),
  )
  await notes.allow({
    subject: 'authenticated',
    condition: "10 / (length(text) - auth.claim('divisor')::int) > 1 and lower(text) <> ''",
  })
  for (const [n, { token }] of people.entries()) await listen(String(n), { token })
  notes.commit({ record: { text: 'a' } }, { record: { text: 'bbbb' } }, { record: { text: 'ccccccc' } })
  const hears = (length: number, divisor: number) => Math.trunc(10 / (length - divisor)) > 1
  const expected = people.map((_, n) => {
    if (n % 7 === 3) return []
    return ['a', 'bbbb', 'ccccccc']
      .filter(({ length }) => length !== n % 5 && hears(length, n % 5))
      .map((text) => `I ${text}`)
  })
  expect(Object.values(await heard())).toEqual(expected)
  expect(new Set(expected.map(String)).size).toBeGreaterThan(3)
})

test('a project with code of its own is checked on its own login, with the same result', async () => {
  const api = (path: string, body: object) =>
    app.api('POST', `/projects/${project.id}${path}`, { token: project.token, body })
  const made = await api('/schema/functions', {
    name: 'f',
    returns: 'integer',
    language: 'sql',
    body: 'select 1',
  })
  expect(made.status).toBe(201)
  const members = await api('/tables', {
    name: 'members',
    columns: [
      { name: 'user_id', data_type: 'uuid' },
      { name: 'team', data_type: 'text' },
    ],
  })
  // Each sees their own memberships only, so that the same check has another result for each.
  await api(`/tables/${members.data.id}/rls`, { action: 'select', subject: 'owner' })
  await notes.allow({
    subject: 'authenticated',
    condition: 'exists (select 1 from members where members.team = notes.text)',
  })
  for (const [person, team] of [
    [amina, 'red'],
    [juma, 'blue'],
  ] as const)
    await app.api('POST', '/data/members', { key: project.secret, body: { user_id: person.user.id, team } })
  await everybody()
  // A third user, so that they are checked in one statement.
  await listen('asha', { token: (await signUp(app, project)).token })
  notes.commit(...['red', 'blue', 'green'].map((text) => ({ record: { text } })))
  notes.commit({ type: 'UPDATE', record: { text: 'red' }, old_record: { text: 'blue' } })
  expect(await heard()).toEqual({
    amina: ['I red', 'U red'],
    juma: ['I blue'],
    asha: [],
    secret: ['I red', 'I blue', 'I green', 'U red was blue'],
    publishable: [],
  })
})

test('events that PostgreSQL checks stay in order with others', async () => {
  await notes.allow({ subject: 'authenticated', condition: "lower(text) like 'é%'" })
  await everybody()
  const texts = Array.from({ length: 500 }, (_, n) =>
    n % 5 === 0 ? `É${n}` : n % 5 === 1 ? `é${n}` : `e${n}`,
  )
  for (const text of texts) notes.commit({ record: { text } })
  const seen = texts.filter((text) => /^é/i.test(text)).map((text) => `I ${text}`)
  const all = await heard()
  expect(all.amina).toEqual(seen)
  expect(all.juma).toEqual(seen)
  expect(all.secret).toEqual(texts.map((text) => `I ${text}`))
})

test('if the database is unavailable, subscribers are disconnected to resume, and miss nothing', async () => {
  await notes.allow({
    subject: 'authenticated',
    condition: 'exists (select 1 from users)',
  })
  const client = await listen('amina', { token: amina.token })
  const { executor } = app.platform.clusters.main
  const ask = executor.ask.bind(executor)
  executor.ask = async () => {
    throw new Error('the connection broke')
  }
  try {
    notes.commit({ record: { text: 'x' } })
    expect(await client.closed).toEqual({ code: 3010, reason: 'insufficient state' })
  } finally {
    executor.ask = ask
  }
})
