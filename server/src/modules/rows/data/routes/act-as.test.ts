// X-Msingi-As: a dashboard user sees what a key or an end user sees, and tries what they could write; nothing of it stays.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { type Answer, type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Code of a project's own takes it off the shared connections, so that all of this runs on both kinds. */
describe.each([
  ['on shared connections', false],
  ["on the project's own", true],
])('%s', (_where, own) => {
  let project: TestProject
  let data: DataDriver
  let below: string
  let records: string
  let amina: { token: string; user: { id: string } }
  let juma: typeof amina
  let ids: Record<'hers' | 'his' | 'locked', string>

  beforeAll(async () => {
    project = await app.createProject()
    data = driveData(app, project)
    below = `/projects/${project.id}`
    records = `${below}/tables/notes/records`
    await data.table('notes', {
      text: 'text',
      user_id: 'uuid',
      state: { data_type: 'string', default_value: 'draft' },
    })
    for (const action of ['select', 'delete']) await data.policy('notes', { action, subject: 'owner' })
    await data.policy('notes', { action: 'insert', subject: 'owner', condition: "state = 'draft'" })
    await data.policy('notes', { action: 'update', subject: 'owner', condition: "state <> 'locked'" })
    await data.policy('notes', { action: 'select', subject: 'api_key' })
    if (own) {
      const made = await app.api('POST', `${below}/schema/functions`, {
        token: project.token,
        body: { name: 'nothing', returns: 'integer', body: 'begin return 1; end' },
      })
      expect(made.status, made.text).toBe(201)
    }
    amina = await signUp(app, project)
    juma = await signUp(app, project)
  })

  let before: unknown
  beforeEach(async () => {
    await data.admin(`truncate p_${project.id.replaceAll('-', '')}.notes`)
    const rows = [
      { text: 'hers', user_id: amina.user.id },
      { text: 'his', user_id: juma.user.id },
      { text: 'locked', user_id: amina.user.id, state: 'locked' },
    ]
    const [hers, his, locked] = (await data.insert('notes', rows)).map(({ id }: { id: string }) => id)
    ids = { hers, his, locked }
    before = await stored()
  })
  const stored = () => data.admin(`select * from p_${project.id.replaceAll('-', '')}.notes order by id`)

  const as = (who: string, options: CallOptions = {}): CallOptions => ({
    token: project.token,
    ...options,
    headers: { ...options.headers, 'x-msingi-as': who },
  })
  const user = () => `user:${amina.user.id}`
  const call = (method: string, path: string, body?: unknown, who = user()) =>
    app.api(method, path, as(who, body === undefined ? {} : { body }))
  const decided = ({ body }: Answer) =>
    body.details.policies.map((one: any) => `${one.action} ${one.state} ${one.allowed}`)

  test('reads answer what that caller sees', async () => {
    const texts = async (who: string) =>
      (await call('GET', `${records}?order=text.asc&select=text`, undefined, who)).data.map(
        (row: any) => row.text,
      )
    expect(await texts(user())).toEqual(['hers', 'locked'])
    expect(await texts(`user:${juma.user.id.toUpperCase()}`)).toEqual(['his'])
    expect(await texts('key:publishable')).toEqual(['hers', 'his', 'locked'])
    expect((await call('GET', `${records}/${ids.his}`)).status).toBe(404)
    expect((await call('GET', `${records}?count=exact`)).data).toEqual({ count: 2 })
    const run = await call('POST', `${below}/query/run`, { table_slug: 'notes' })
    expect(run.data.total).toBe(2)
    const exec = await call('POST', `${below}/query/exec`, { sql: 'select text from notes order by text' })
    expect(exec.data.rows).toEqual([{ text: 'hers' }, { text: 'locked' }])
    const graphql = await call('POST', `${below}/graphql`, { query: '{ notes { text } }' })
    expect(JSON.parse(graphql.text).data.notes).toHaveLength(2)
    expect((await app.api('GET', records, { token: project.token })).data).toHaveLength(3)
  })

  test('writes are tried, undone, and explained', async () => {
    const made = await call('POST', records, { data: { text: 'new' } })
    expect([made.status, made.data]).toMatchObject([
      201,
      { text: 'new', user_id: amina.user.id, state: 'draft' },
    ])
    expect(made.body.details).toMatchObject({ undone: true, status: 201 })
    // The default of `state` counts as well.
    expect(decided(made)).toEqual(['insert after true'])
    expect(made.body.details.policies[0].policies).toMatchObject([{ subject: 'owner', decides: true }])
    const changed = await call('PATCH', `${records}/${ids.hers}`, { data: { text: 'b' } })
    expect([changed.status, changed.data.text, decided(changed)]).toEqual([
      200,
      'b',
      ['update before true', 'update after true'],
    ])
    const removed = await call('DELETE', `${records}/${ids.hers}`)
    expect([removed.status, removed.data, removed.body.details.status]).toEqual([200, null, 204])
    const many = await call('PATCH', `${records}?where=(text.eq.hers)`, { data: { text: 'c' } })
    expect([many.data, decided(many)]).toEqual([{ count: 1 }, ['update before true', 'update after true']])
    const expected = { ids: [ids.hers, ids.locked], expected_count: 2 }
    expect((await call('DELETE', records, expected)).data).toEqual({ count: 2 })
    const operations = [
      { method: 'POST', table: 'notes', body: { text: 'x' } },
      { method: 'DELETE', table: 'notes', id: ids.hers },
    ]
    const batch = await call('POST', `${below}/batch`, { operations })
    expect(batch.data.map(({ status }: { status: number }) => status)).toEqual([201, 204])
    expect(decided(batch)).toEqual(['insert after true', 'delete before true'])
    const query = 'mutation { insert_notes_one(object: { text: "g" }) { text } }'
    const mutation = JSON.parse((await call('POST', `${below}/graphql`, { query })).text)
    expect(mutation).toMatchObject({
      data: { insert_notes_one: { text: 'g' } },
      extensions: { undone: true, policies: [{ table: 'notes', action: 'insert' }] },
    })
    expect(await stored()).toEqual(before)
  })

  test('so are writes that are refused, as they would be', async () => {
    const forged = await call('POST', records, { data: { text: 'x', user_id: juma.user.id } })
    expect([forged.status, decided(forged)]).toEqual([403, ['insert after false']])
    const hidden = await call('PATCH', `${records}/${ids.his}`, { data: { text: 'x' } })
    expect([hidden.status, decided(hidden)]).toEqual([404, ['update before false', 'update after false']])
    const locked = await call('PATCH', `${records}/${ids.locked}`, { data: { state: 'draft' } })
    expect([locked.status, decided(locked)]).toEqual([403, ['update before false', 'update after true']])
    const lock = await call('PATCH', `${records}/${ids.hers}`, { data: { state: 'locked' } })
    expect([lock.status, decided(lock)]).toEqual([403, ['update before true', 'update after false']])
    const missing = await call('DELETE', `${records}/${randomUUID()}`)
    expect([missing.status, decided(missing)]).toEqual([404, []])
    const key = await call('DELETE', `${records}/${ids.hers}`, undefined, 'key:publishable')
    expect([key.status, key.body.details.undone]).toEqual([403, true])
    const wrong = await call('POST', records, { data: { nothing: 1 } })
    expect(wrong.status).toBe(400)
    expect(await stored()).toEqual(before)
  })

  test('deleted rows are restored on trial alone', async () => {
    await app.api('DELETE', `${records}/${ids.hers}`, { token: project.token })
    const gone = await stored()
    const restored = await call('POST', `${records}/${ids.hers}/restore`)
    expect([restored.status, decided(restored)]).toEqual([200, ['delete before true', 'update before true']])
    expect((await call('POST', `${records}/restore`, { ids: [ids.hers] })).data).toEqual({ count: 1 })
    expect(await stored()).toEqual(gone)
  })

  test('an Idempotency-Key is neither kept nor answered', async () => {
    const body = { data: { text: 'once' } }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await app.api('POST', records, as(user(), { body, headers }))).status).toBe(201)
    const real = await app.api('POST', records, { token: amina.token, body, headers })
    expect([real.status, real.headers['idempotency-replayed']]).toEqual([201, undefined])
    const again = await app.api('POST', records, as(user(), { body, headers }))
    expect([again.data.id === real.data.id, again.headers['idempotency-replayed']]).toEqual([
      false,
      undefined,
    ])
  })

  test('what comes next on the same connections is as it ever was', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 === 0
          ? call('PATCH', `${records}/${ids.hers}`, { data: { text: `t${n}` } })
          : app.api(
              'GET',
              '/data/notes?count=exact',
              n % 3 === 0 ? { token: juma.token } : { key: project.secret },
            ),
      ),
    )
    rounds.forEach((answer, n) => {
      if (n % 2 === 0) expect([answer.status, answer.data?.text]).toEqual([200, `t${n}`])
      else expect(answer.data).toEqual({ count: n % 3 === 0 ? 1 : 3 })
    })
    expect(await stored()).toEqual(before)
  })
})

describe('who may, and as whom', () => {
  let project: TestProject
  let other: TestProject
  let path: string
  let user: { token: string; user: { id: string } }
  beforeAll(async () => {
    project = await app.createProject()
    other = await app.createProject()
    await driveData(app, project).table('notes', { text: 'text' })
    path = `/projects/${project.id}/tables/notes/records`
    user = await signUp(app, project)
  })
  const get = (who: string, credential: CallOptions = { token: project.token }, route = path) =>
    app.api('GET', route, { ...credential, headers: { 'x-msingi-as': who } })

  test('keys and users may not', async () => {
    for (const credential of [{ key: project.secret }, { key: project.publishable }, { token: user.token }]) {
      expect((await get('key:publishable', credential)).status).toBe(403)
      expect((await get('key:publishable', credential, '/data/notes')).status).toBe(403)
    }
    expect((await get('key:publishable', {})).status).toBe(401)
    expect((await get('key:publishable', { token: other.token })).status).toBe(403)
  })

  test('nor may members without data:write', async () => {
    const { data } = await app.api('GET', `/projects/${project.id}`, { token: project.token })
    const viewer = await app.register()
    await app.api('POST', `/organisations/${data.organisation_id}/members`, {
      token: project.token,
      body: { email: viewer.user.email, role: 'viewer' },
    })
    const answer = await get('key:publishable', { token: viewer.token })
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('data:write')])
  })

  test.each(['', 'x', 'user:', 'user:1', 'key:secret', `role:${randomUUID()}`, `user:${randomUUID()}x`])(
    '%j is 400',
    async (who) => {
      expect((await get(who)).status).toBe(400)
    },
  )

  test('whom the project does not have is 404, and so is whoever has been deactivated', async () => {
    const stranger = await signUp(app, other)
    const keys = await app.api('GET', `/projects/${other.id}/api-keys`, { token: other.token })
    for (const who of [
      `user:${randomUUID()}`,
      `key:${randomUUID()}`,
      `user:${stranger.user.id}`,
      `key:${keys.data[0].id}`,
    ])
      expect((await get(who)).status, who).toBe(404)
    const gone = await signUp(app, project)
    const one = `/projects/${project.id}/auth/users/${gone.user.id}`
    await app.api('PATCH', one, { token: project.token, body: { is_active: false } })
    expect((await get(`user:${gone.user.id}`)).status).toBe(404)
  })

  test('a key is bound by its scopes and its expiry', async () => {
    const make = async (body: object) =>
      (await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body })).data.id
    const reader = await make({ name: 'reader', scopes: ['data:read'] })
    expect((await get(`key:${reader}`)).status).toBe(200)
    const headers = { 'x-msingi-as': `key:${reader}` }
    const write = { token: project.token, headers, body: { data: { text: 'a' } } }
    expect((await app.api('POST', path, write)).status).toBe(403)
    const short = await make({
      name: 'short',
      expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    })
    expect((await get(`key:${short}`)).status).toBe(200)
    app.clock.advance(61)
    expect((await get(`key:${short}`)).status).toBe(404)
  })

  test('routes that know nothing of it refuse it', async () => {
    const { token } = project
    for (const route of [
      '/me',
      '/projects',
      `/projects/${project.id}/tables`,
      `/projects/${project.id}/query/saved`,
    ])
      expect((await get('key:publishable', { token }, route)).status, route).toBe(400)
    const purge = await app.api('POST', `${path}/purge`, {
      token,
      headers: { 'x-msingi-as': 'key:publishable' },
      body: { ids: [randomUUID()] },
    })
    expect(purge.status).toBe(400)
  })

  test('each use is in the audit log, under the name of the dashboard user', async () => {
    const { token } = project
    const who = `user:${user.user.id}`
    await get(who)
    const write = { token, headers: { 'x-msingi-as': who }, body: { data: { text: 'a' } } }
    const { status } = await app.api('POST', path, write)
    const { data } = await app.api(
      'GET',
      `/projects/${project.id}/audit-logs?action=data.act_as&target=${who}`,
      {
        token,
      },
    )
    const route = '/projects/:projectID/tables/:tableID/records'
    expect(data.map(({ target, details, actor }: any) => [target, details, actor.split(':')[0]])).toEqual([
      [who, { route: `POST ${route}`, status }, 'dashboard'],
      [who, { route: `GET ${route}`, status: 200 }, 'dashboard'],
    ])
  })
})
