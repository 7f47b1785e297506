// Sessions of project users: single-use refresh tokens, and sessions that end on every node at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app'
import { openPool, PASSWORD, type SignedUp, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { SESSION_TOPIC, USER_TOPIC } from './sessions.ts'

const DAY = 86_400

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const refresh = (refresh_token: string, owner = project) =>
  app.api('POST', `/projects/${owner.id}/auth/refresh`, { key: owner.publishable, body: { refresh_token } })

async function signInAgain({ user }: SignedUp) {
  const { data } = await app.api('POST', `/projects/${project.id}/auth/signin`, {
    key: project.publishable,
    body: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': 'Test Browser 1' },
  })
  return data.tokens as { access_token: string; refresh_token: string }
}

describe('a refresh token', () => {
  test('returns new tokens of the same session', async () => {
    const { refresh_token } = await signUp(app, project)
    const answer = await refresh(refresh_token)
    expect(answer.status).toBe(200)
    const { access_token, refresh_token: next } = answer.data.tokens
    expect(next).not.toBe(refresh_token)
    const { data } = await app.api('GET', `/projects/${project.id}/auth/sessions`, { token: access_token })
    expect(data).toHaveLength(1)
  })

  test('that is used again later ends the session with all its tokens, and no other', async () => {
    const person = await signUp(app, project)
    const other = await signInAgain(person)
    const { tokens } = (await refresh(person.refresh_token)).data
    expect(await statusOf(app, person.token)).toBe(200)
    app.clock.advance(11)
    expect((await refresh(person.refresh_token)).status).toBe(401)
    expect(await statusOf(app, person.token)).toBe(401)
    expect(await statusOf(app, tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    expect(await statusOf(app, other.access_token)).toBe(200)
  })

  test('that is used several times at once returns the same successor to all', async () => {
    const { token, refresh_token } = await signUp(app, project)
    await openPool(app)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)))
    const tokens = answers.map(({ data }) => data?.tokens)
    expect(new Set(tokens.map((each) => each?.refresh_token)).size).toBe(1)
    for (const access of [token, ...tokens.map((each) => each?.access_token)])
      expect(await statusOf(app, access)).toBe(200)
    expect((await refresh(tokens[0].refresh_token)).status).toBe(200)
  })

  test('whose answer was lost returns the same successor, until that was used', async () => {
    const { refresh_token } = await signUp(app, project)
    const first = (await refresh(refresh_token)).data.tokens
    app.clock.advance(10)
    const again = (await refresh(refresh_token)).data.tokens
    expect(again.refresh_token).toBe(first.refresh_token)
    expect((await refresh(again.refresh_token)).status).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(401)
    expect(await statusOf(app, again.access_token)).toBe(200)
  })

  test('is valid for 30 days after the last use', async () => {
    const first = await signUp(app, project)
    app.clock.advance(30 * DAY - 1)
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    const expected = new Date(app.clock.now().getTime() + 30 * DAY * 1000).toISOString()
    expect(second.data.tokens.refresh_token_expires_at).toBe(expected)
    app.clock.advance(30 * DAY)
    expect((await refresh(second.data.tokens.refresh_token)).status).toBe(401)
  })

  test('of another project is refused, and stays valid in its own', async () => {
    const other = await app.createProject()
    const { refresh_token, token } = await signUp(app, project)
    expect((await refresh(refresh_token, other)).status).toBe(401)
    expect(await statusOf(app, token)).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(200)
    // After its use, a reuse in the other project must not end the session either.
    app.clock.advance(11)
    expect((await refresh(refresh_token, other)).status).toBe(401)
    expect(await statusOf(app, token)).toBe(200)
  })

  test('of a deactivated user is refused, also if the user was deactivated by SQL', async () => {
    const { refresh_token, user, token } = await signUp(app, project)
    expect(await statusOf(app, token)).toBe(200)
    const schema = `p_${project.id.replaceAll('-', '')}`
    const { admin } = app.platform.clusters.main
    await admin.query(`update ${schema}.users set is_active = false where id = $1`, [user.id])
    expect((await refresh(refresh_token)).status).toBe(401)
    app.clock.advance(60)
    expect(await statusOf(app, token)).toBe(401)
  })
})

describe('access ends at once', () => {
  const change = ({ user }: SignedUp, body: object) =>
    app.api('PATCH', `/projects/${project.id}/auth/users/${user.id}`, { key: project.secret, body })
  const remove = ({ user }: SignedUp) =>
    app.api('DELETE', `/projects/${project.id}/auth/users/${user.id}`, { key: project.secret })
  const signOut = ({ token }: SignedUp) => app.api('POST', `/projects/${project.id}/auth/logout`, { token })

  test.each([
    ['deactivating', (person: SignedUp) => change(person, { is_active: false }), USER_TOPIC, 401],
    ['deleting', remove, USER_TOPIC, 401],
    ['a new password', (person: SignedUp) => change(person, { password: 'another 2' }), USER_TOPIC, 401],
    ['signing out', signOut, SESSION_TOPIC, 200],
  ])('with %s, on every node', async (_name, act, topic, others) => {
    const { config, keys, clusters, log } = app.platform
    const database = clusters.main.adminConfig()
    const node = await createApp({ config, keys, log, clock: app.clock, database, work: false })
    try {
      const person = await signUp(app, project)
      const other = await signInAgain(person)
      const there = () =>
        node.app.inject({ url: '/api/v1/data/users', headers: { authorization: `Bearer ${person.token}` } })
      expect((await there()).statusCode).toBe(200)
      expect(await statusOf(app, person.token)).toBe(200)
      // Registered after the node's cache, so this handler runs after the cache was invalidated.
      const received = new Promise((resolve) => node.platform.invalidations.on(topic, resolve))
      expect((await act(person)).status).toBeLessThan(300)
      expect(await statusOf(app, person.token)).toBe(401)
      expect(await statusOf(app, other.access_token)).toBe(others)
      expect((await refresh(person.refresh_token)).status).toBe(401)
      await received
      expect((await there()).statusCode).toBe(401)
    } finally {
      await node.close()
    }
  })

  test('when the project is deleted', async () => {
    const other = await app.createProject()
    const { token } = await signUp(app, other)
    expect(await statusOf(app, token)).toBe(200)
    await app.api('DELETE', `/projects/${other.id}`, { token: other.token })
    expect(await statusOf(app, token)).toBe(401)
    await app.platform.jobs.drain()
    const { admin } = app.platform.clusters.main
    for (const table of ['users', 'sessions', 'signing_keys']) {
      const { rowCount } = await admin.query(`select from msingi_auth.${table} where project_id = $1`, [
        other.id,
      ])
      expect(rowCount, table).toBe(0)
    }
  })
})

describe('sessions', () => {
  const path = (id = '') => `/projects/${project.id}/auth/sessions${id}`

  test('are listed with their user agent, and can be ended from another', async () => {
    const person = await signUp(app, project)
    app.clock.advance(1)
    const other = await signInAgain(person)
    const list = async () => (await app.api('GET', path(), { token: person.token })).data
    const [latest, own] = await list()
    expect(latest).toMatchObject({ user_agent: 'Test Browser 1', current: false })
    expect(latest.created_at).toBe(app.clock.now().toISOString())
    expect(own).toMatchObject({ current: true })
    expect(await statusOf(app, other.access_token)).toBe(200)
    expect((await app.api('DELETE', path(`/${latest.id}`), { token: person.token })).status).toBe(204)
    expect(await statusOf(app, other.access_token)).toBe(401)
    expect(await list()).toEqual([own])
    expect((await app.api('DELETE', path(`/${latest.id}`), { token: person.token })).status).toBe(404)
  })

  test('of another user cannot be ended, and API keys cannot list sessions', async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    const [session] = (await app.api('GET', path(), { token: two.token })).data
    expect((await app.api('DELETE', path(`/${session.id}`), { token: one.token })).status).toBe(404)
    expect(await statusOf(app, two.token)).toBe(200)
    expect((await app.api('GET', path(), { key: project.secret })).status).toBe(403)
  })
})
