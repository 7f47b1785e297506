// Connections are checked by the current rights of their credential, not those at the time of the token: a right taken
// from a key, a user or an account takes effect on open connections of both transports at once, on every node.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { startNode } from '#test/nodes.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openSocket,
  openStream,
  textsOf,
} from './realtime.fixture.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const GONE = { code: 3500, reason: 'invalid token' }
const DENIED = { code: 3507, reason: 'permission denied' }

/** Holder is the owner of a token, and how its right is revoked. */
interface Holder {
  readonly token: string
  /** take takes something away. */
  take(): Promise<unknown>
  /** renew asks for another token. */
  renew?(): Promise<number>
}

const call = async (method: string, path: string, token: string, body?: object) => {
  const answer = await app.api(method, path, { token, ...(body === undefined ? {} : { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}
const inProject = (path: string) => `/projects/${project.id}${path}`
const issue = async (credential: object) =>
  (await connectToken(app, project, credential, 'table=notes&channel=news')).token
const renewWith = (credential: object) => async () =>
  (await app.api('POST', inProject('/realtime/connect?table=notes'), credential)).status

function keyThat(loses: (path: string) => Promise<unknown>, more: object = {}) {
  return async (): Promise<Holder> => {
    const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const body = { name: 'some', ...('expires' in more ? { expires_at } : more) }
    const { id, key } = await call('POST', inProject('/api-keys'), project.token, body)
    const take = () => loses(inProject(`/api-keys/${id}`))
    return { token: await issue({ key }), take, renew: renewWith({ key }) }
  }
}

function userThat(loses: (userId: string, own: string) => Promise<unknown>) {
  return async (): Promise<Holder> => {
    const { user, token } = await signUp(app, project)
    return { token: await issue({ token }), take: () => loses(user.id, token), renew: renewWith({ token }) }
  }
}

interface Account {
  readonly token: string
  readonly member: string
  readonly realtimeToken: string
}

/** A second member of the organisation, who has connected with the dashboard. */
function memberThat(loses: (account: Account) => Promise<unknown>, role = 'developer') {
  return async (): Promise<Holder> => {
    const { token, user } = await app.register()
    const { data: record } = await app.api('GET', inProject(''), { token: project.token })
    const members = `/organisations/${record.organisation_id}/members`
    await call('POST', members, project.token, { email: user.email, role })
    const made = await call('POST', inProject('/realtime/token'), token, { table: 'notes' })
    const member = `${members}/${user.id}`
    const realtimeToken = inProject(`/realtime/token/${made.id}`)
    const renew = async () =>
      (await app.api('POST', inProject('/realtime/token'), { token, body: { table: 'notes' } })).status
    return { token: made.token, take: () => loses({ token, member, realtimeToken }), renew }
  }
}

const later = async (seconds: number) => app.clock.advance(seconds)

type Case = readonly [string, () => Promise<Holder>, typeof GONE, number, number | undefined]

const cases: readonly Case[] = [
  [
    'a key that loses its scope',
    keyThat((path) => call('PATCH', path, project.token, { scopes: ['data:read', 'data:write'] })),
    DENIED,
    403,
    403,
  ],
  ['a key that is deleted', keyThat((path) => call('DELETE', path, project.token)), GONE, 401, 401],
  ['a key that expires', keyThat(() => later(61), { expires: true }), GONE, 401, 401],
  [
    'a key whose end is brought forward',
    keyThat(async (path) => {
      const expires_at = new Date(app.clock.now().getTime() + 1000).toISOString()
      await call('PATCH', path, project.token, { expires_at })
      await later(2)
    }),
    GONE,
    401,
    401,
  ],
  [
    'a key whose project is deleted',
    keyThat(() => call('DELETE', inProject(''), project.token)),
    GONE,
    401,
    404,
  ],
  [
    'a user who is deactivated',
    userThat((id) => call('PATCH', inProject(`/auth/users/${id}`), project.token, { is_active: false })),
    GONE,
    401,
    401,
  ],
  [
    'a user who is deleted',
    userThat((id) => call('DELETE', inProject(`/auth/users/${id}`), project.token)),
    GONE,
    401,
    401,
  ],
  [
    'a user who signs out',
    userThat((_, own) => call('POST', inProject('/auth/logout'), own)),
    GONE,
    401,
    401,
  ],
  [
    'an account that signs out',
    memberThat(({ token }) => call('POST', '/auth/logout', token)),
    GONE,
    401,
    401,
  ],
  [
    'an account that is taken out of the organisation',
    memberThat(({ member }) => call('DELETE', member, project.token)),
    DENIED,
    403,
    403,
  ],
  [
    'an account that leaves the organisation',
    memberThat(({ member, token }) => call('DELETE', member, token), 'viewer'),
    DENIED,
    403,
    403,
  ],
  [
    'an account whose token is taken back',
    memberThat(({ realtimeToken, token }) => call('DELETE', realtimeToken, token)),
    GONE,
    401,
    undefined,
  ],
]

describe('is sent away at once, and not let in again:', () => {
  test.each(cases)('%s', async (_, hold, end, status, renewed) => {
    project = await app.createProject()
    notes = await createTable(app, feed, project)
    await call('POST', inProject('/realtime/channels'), project.token, { name: 'news' })
    const holder = await hold()
    const bystander = await connectSocket(base, await issue({ key: project.secret }))
    const url = `${base}/api/v1${inProject('/realtime/events')}?table=notes&token=${holder.token}`
    const client = await connectSocket(base, holder.token)
    const stream = await openStream(url)
    expect(stream.status).toBe(200)
    await holder.take()
    expect(await client.closed).toEqual(end)
    await stream.ended
    const again = await openSocket(base)
    again.send({ id: 1, connect: { token: holder.token } })
    expect(await again.closed).toEqual(end)
    expect((await openStream(url)).status).toBe(status)
    if (renewed !== undefined) expect(await holder.renew?.()).toBe(renewed)
    notes.commit({ record: { text: 'unheard' } })
    expect(textsOf(client)).toEqual([])
    bystander.close()
  })
})

describe('of those who may go on', () => {
  beforeAll(async () => {
    project = await app.createProject()
    notes = await createTable(app, feed, project)
    await call('POST', inProject('/realtime/channels'), project.token, { name: 'news' })
  })

  test('a key that lost its write scope can no longer publish', async () => {
    const { id, key } = await call('POST', inProject('/api-keys'), project.token, { name: 'writer' })
    const client = await connectSocket(base, await issue({ key }))
    const channel = `channel:${project.id}:news`
    const publish = async (n: number) => {
      client.send({ id: n, publish: { channel, data: { n } } })
      return (await client.next((frame) => frame.id === n)).error?.code
    }
    expect(await publish(2)).toBeUndefined()
    await call('PATCH', inProject(`/api-keys/${id}`), project.token, { scopes: ['realtime:read'] })
    await expect.poll(async () => publish(client.frames.length + 10)).toBe(103)
    client.send({ id: 3, history: { channel } })
    expect((await client.next((frame) => frame.id === 3)).history.offset).toBeGreaterThan(0)
    client.close()
  })

  test("events are checked by the user's current roles", async () => {
    const role = await call('POST', inProject('/roles'), project.token, { name: 'reader' })
    await notes.allow({ subject: 'role', role_ids: [role.id] })
    const { user, token } = await signUp(app, project)
    const path = inProject(`/users/${user.id}/roles`)
    await call('POST', path, project.token, { role_id: role.id })
    const client = await connectSocket(base, await issue({ token }))
    const marker = await connectSocket(base, await issue({ key: project.secret }))
    notes.commit({ record: { text: 'with the role' } })
    await client.next(({ push }) => push?.pub !== undefined)
    await call('DELETE', `${path}/${role.id}`, project.token)
    // Events can still arrive until the role is looked up.
    const told = async (text: string) => {
      notes.commit({ record: { text } })
      await marker.next(({ push }) => push?.pub?.data.record.text === text)
      return textsOf(client).includes(text)
    }
    let round = 0
    await expect.poll(() => told(`without ${round++}`), { timeout: 45_000 }).toBe(false)
    client.close()
    marker.close()
  })
})

test('a right taken away on one node closes connections on another', async () => {
  const other = await startNode(app)
  project = await app.createProject()
  await call('POST', inProject('/realtime/channels'), project.token, { name: 'news' })
  const hold = async (body: object) => {
    const made = await call('POST', inProject('/api-keys'), project.token, { name: 'some', ...body })
    const { token } = await connectToken(app, project, { key: made.key }, 'channel=news')
    return { path: inProject(`/api-keys/${made.id}`), client: await connectSocket(other.base, token) }
  }
  const [reduced, deleted] = [await hold({}), await hold({ scopes: ['realtime:read'] })]
  await call('PATCH', reduced.path, project.token, { scopes: ['payments:read'] })
  expect(await reduced.client.closed).toEqual(DENIED)
  await call('DELETE', deleted.path, project.token)
  expect(await deleted.client.closed).toEqual(GONE)
  await other.close()
})

test.each([
  [['data:read', 'data:write'], 403],
  [['realtime:read'], 200],
  [['realtime:write'], 200],
])('a key with the scopes %j gets a token: %d', async (scopes, status) => {
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  const { key } = await call('POST', inProject('/api-keys'), project.token, { name: 'some', scopes })
  expect(await renewWith({ key })()).toBe(status)
  const url = `${base}/api/v1${inProject('/realtime/events')}?table=notes&api_key=${key}`
  const stream = await openStream(url)
  expect(stream.status).toBe(status)
  stream.close()
})
