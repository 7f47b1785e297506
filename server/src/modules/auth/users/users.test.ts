// Users, as the project's server, dashboard users and the users themselves see and change them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const NEW = 'another horse 2'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const pathOf = (user: { id: string }, owner = project) => `/projects/${owner.id}/auth/users/${user.id}`
const change = (user: { id: string }, body: object, options: object = { key: project.secret }) =>
  app.api('PATCH', pathOf(user), { ...options, body })
const signIn = async (email: string, password: string) => {
  const path = `/projects/${project.id}/auth/signin`
  return app.api('POST', path, { key: project.publishable, body: { email, password } })
}

describe('the list', () => {
  let other: TestProject
  const list = (query: string) =>
    app.api('GET', `/projects/${other.id}/auth/users?${query}`, { key: other.secret })
  const emails = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email)

  beforeAll(async () => {
    other = await app.createProject()
    for (let i = 1; i <= 25; i += 1) {
      app.clock.advance(1)
      const phone = `+1202555${String(1000 + i)}`
      await signUp(app, other, {
        email: `n${i}@list.example`,
        full_name: i === 7 ? '50%_Off' : `Number ${i}`,
        phone,
      })
    }
  })

  test('has the latest 20 first and links to the next page', async () => {
    const first = await list('')
    expect(first.data).toHaveLength(20)
    expect(first.data[0]).toMatchObject({ email: 'n25@list.example', metadata: {} })
    const link = String(first.headers.link)
    const next = link.match(/^<(.*)>; rel="next"$/)?.[1]
    const second = await app.api('GET', `/${next}`, { key: other.secret })
    expect(emails(second)).toEqual([5, 4, 3, 2, 1].map((i) => `n${i}@list.example`))
    expect(second.headers.link).toBeUndefined()
  })

  test.each([
    ['N7@', ['n7@list.example']],
    ['number 2', [25, 24, 23, 22, 21, 20, 2].map((i) => `n${i}@list.example`)],
    [
      '2555101',
      ['n10', 'n11', 'n12', 'n13', 'n14', 'n15', 'n16', 'n17', 'n18', 'n19']
        .map((n) => `${n}@list.example`)
        .reverse(),
    ],
    ['50%_', ['n7@list.example']],
    ['%', ['n7@list.example']],
    ["' or true --", []],
  ])('finds %j', async (search, expected) => {
    expect(emails(await list(`search=${encodeURIComponent(search)}`))).toEqual(expected)
  })

  test.each([
    ['limit=3&page=2', ['n22', 'n21', 'n20']],
    ['limit=100&page=2', []],
  ])('accepts %s', async (query, names) => {
    expect(emails(await list(query))).toEqual(names.map((name) => `${name}@list.example`))
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=1.5', 'sort=email'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )

  test('requires a secret key or a dashboard user', async () => {
    const path = `/projects/${project.id}/auth/users`
    const { token } = await signUp(app, project)
    const own = await app.createProject()
    const statuses = async (options: object) => (await app.api('GET', path, options)).status
    expect(await statuses({ key: project.secret })).toBe(200)
    expect(await statuses({ key: project.publishable })).toBe(403)
    expect(await statuses({ token })).toBe(403)
    expect(await statuses({ key: own.secret })).toBe(403)
    expect(await statuses({ token: own.token })).toBe(403)
    expect(await statuses({})).toBe(401)
  })
})

describe('one user', () => {
  test('is visible to the user, to secret keys and to dashboard users', async () => {
    const { user, token } = await signUp(app, project)
    const owner = await app.createProject()
    expect((await app.api('GET', pathOf(user), { token })).data).toEqual(user)
    expect((await app.api('GET', pathOf(user), { key: project.secret })).data).toEqual({
      ...user,
      claims: {},
    })
    const { user: foreign } = await signUp(app, owner)
    expect((await app.api('GET', pathOf(foreign, owner), { token: owner.token })).data).toEqual({
      ...foreign,
      claims: {},
    })
    expect((await app.api('GET', pathOf(user), { key: project.publishable })).status).toBe(403)
  })

  test("of another project is 404 with one's own key, and 403 on that project's URL", async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, other)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const options =
        method === 'PATCH' ? { key: project.secret, body: { full_name: 'X' } } : { key: project.secret }
      expect((await app.api(method, pathOf(user), options)).status, method).toBe(404)
      expect((await app.api(method, pathOf(user, other), options)).status, method).toBe(403)
    }
    expect((await app.api('GET', pathOf(user, other), { key: other.secret })).data).toEqual({
      ...user,
      claims: {},
    })
  })

  test('is 403 to other users, whether or not it exists', async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    for (const id of [two.user.id, crypto.randomUUID()]) {
      expect((await app.api('GET', pathOf({ id }), { token: one.token })).status).toBe(403)
      expect((await change({ id }, { full_name: 'X' }, { token: one.token })).status).toBe(403)
      expect((await app.api('DELETE', pathOf({ id }), { token: one.token })).status).toBe(403)
    }
  })

  test('that does not exist is 404, an invalid id is 400', async () => {
    expect((await app.api('GET', pathOf({ id: crypto.randomUUID() }), { key: project.secret })).status).toBe(
      404,
    )
    expect((await change({ id: crypto.randomUUID() }, { full_name: 'X' })).status).toBe(404)
    expect((await app.api('GET', pathOf({ id: 'me' }), { key: project.secret })).status).toBe(400)
  })
})

describe('a secret key', () => {
  test('changes every field, with effect at once', async () => {
    const { user } = await signUp(app, project)
    app.clock.advance(60)
    const body = {
      email: 'changed@example.com',
      phone: '+254700000001',
      full_name: 'Changed',
      metadata: { b: [1] },
    }
    const answer = await change(user, body)
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({ ...user, ...body, claims: {}, updated_at: app.clock.now().toISOString() })
    expect((await app.api('GET', pathOf(user), { key: project.secret })).data).toEqual(answer.data)
    expect((await signIn('changed@example.com', PASSWORD)).status).toBe(200)
  })

  test('cannot set an address that is taken, and then changes nothing', async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    const answer = await change(one.user, { phone: two.user.phone, password: NEW, metadata: { a: 1 } })
    expect(answer.status).toBe(409)
    expect((await app.api('GET', pathOf(one.user), { token: one.token })).data).toEqual(one.user)
    expect((await signIn(one.user.email, NEW)).status).toBe(401)
    expect((await signIn(one.user.email, PASSWORD)).status).toBe(200)
  })

  test('deactivates a user, who cannot sign in until activated again', async () => {
    const { user } = await signUp(app, project)
    expect((await change(user, { is_active: false })).data.is_active).toBe(false)
    const refused = await signIn(user.email, PASSWORD)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe('This user is deactivated.')
    expect((await signIn(user.email, 'wrong horse 1')).status).toBe(401)
    await change(user, { is_active: true })
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
  })

  test('deletes a user permanently', async () => {
    const { user } = await signUp(app, project)
    const answer = await app.api('DELETE', pathOf(user), { key: project.secret })
    expect(answer.status).toBe(204)
    expect((await app.api('DELETE', pathOf(user), { key: project.secret })).status).toBe(404)
    expect((await signIn(user.email, PASSWORD)).status).toBe(401)
    const { rowCount } = await app.platform.clusters.main.admin.query(
      'select from msingi_auth.users where id = $1',
      [user.id],
    )
    expect(rowCount).toBe(0)
    await signUp(app, project, { email: user.email, phone: user.phone })
  })

  test('does not delete a user whom rows refer to', async () => {
    const { user, token } = await signUp(app, project)
    const dashboard = project.token
    const path = `/projects/${project.id}`
    await app.api('POST', `${path}/tables`, {
      token: dashboard,
      body: {
        name: 'orders',
        columns: [{ name: 'user_id', data_type: 'uuid', required: true, unique: false, indexed: false }],
      },
    })
    const related = await app.api('POST', `${path}/schema/relationships`, {
      token: dashboard,
      body: {
        from_table: 'orders',
        from_column: 'user_id',
        to_table: 'users',
        to_column: 'id',
        on_delete: 'restrict',
      },
    })
    expect(related.status, related.text).toBe(201)
    await app.api('POST', '/data/orders', { key: project.secret, body: { user_id: user.id } })
    expect((await app.api('DELETE', pathOf(user), { key: project.secret })).status).toBe(409)
    expect(await statusOf(app, token)).toBe(200)
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
  })

  test('with a read scope cannot write', async () => {
    const { user } = await signUp(app, project)
    const { id, secret } = await app.createProject()
    expect(secret).toBeDefined()
    const { token } = project
    const { data } = await app.api('POST', `/projects/${project.id}/api-keys`, {
      token,
      body: { name: 'reader', scopes: ['auth:read'] },
    })
    expect((await app.api('GET', pathOf(user), { key: data.key })).status).toBe(200)
    expect((await change(user, { full_name: 'X' }, { key: data.key })).status).toBe(403)
    expect(id).not.toBe(project.id)
  })
})

describe('users themselves', () => {
  test('change their name and metadata', async () => {
    const { user, token } = await signUp(app, project, { metadata: { a: 1 } })
    const answer = await change(user, { full_name: 'New Name', metadata: { b: 2 } }, { token })
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ full_name: 'New Name', metadata: { b: 2 } })
    expect(await statusOf(app, token)).toBe(200)
  })

  test.each([{ is_active: true }, { email: 'new@example.com' }, { claims: { admin: true } }])(
    'cannot change %j',
    async (body) => {
      const { user, token } = await signUp(app, project)
      const answer = await change(user, { ...body, full_name: 'X', current_password: PASSWORD }, { token })
      expect(answer.status).toBe(403)
      expect((await app.api('GET', pathOf(user), { token })).data).toEqual(user)
    },
  )

  test('have claims, which those read who may change them, with all digits', async () => {
    const { user, token } = await signUp(app, project)
    const claims = '{"share":0.12345678901234567891,"tenant":9007199254740993}'
    const raw = `{"claims":${claims}}`
    const changed = await app.api('PATCH', pathOf(user), { key: project.secret, raw })
    expect([changed.status, changed.text.includes(`"claims":${claims}`)]).toEqual([200, true])
    const { data: key } = await app.api('POST', `/projects/${project.id}/api-keys`, {
      token: project.token,
      body: { name: 'reads', kind: 'secret', scopes: ['auth:read'] },
    })
    const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token: project.token }))
      .data
    const viewer = await app.register()
    const body = { email: viewer.user.email, role: 'viewer' }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    for (const [caller, sees] of [
      [{ key: project.secret }, true],
      [{ token: project.token }, true],
      [{ key: key.key }, false],
      [{ token: viewer.token }, false],
      [{ token }, false],
    ] as const) {
      const { status, text } = await app.api('GET', pathOf(user), caller)
      expect([caller, status, text.includes(`"claims":${claims}`)]).toEqual([caller, 200, sees])
      expect(text.includes('claims')).toBe(sees)
    }
    const own = await app.api('PATCH', pathOf(user), { token, body: { full_name: 'Rehema' } })
    expect(own.text).not.toContain('claims')
  })

  test.each([{ role_ids: [] }, { id: crypto.randomUUID() }, { created_at: 'now' }])(
    'have no field %j',
    async (body) => {
      const { user, token } = await signUp(app, project)
      expect((await change(user, body, { token })).status).toBe(400)
    },
  )

  test('change password and phone only with the current password', async () => {
    const { user, token } = await signUp(app, project)
    const phone = '+254700000002'
    for (const body of [{ password: NEW }, { phone }]) {
      expect((await change(user, body, { token })).status).toBe(400)
      expect((await change(user, { ...body, current_password: NEW }, { token })).status).toBe(403)
    }
    const answer = await change(user, { phone, password: NEW, current_password: PASSWORD }, { token })
    expect(answer.status).toBe(200)
    expect(answer.data.phone).toBe(phone)
    expect((await signIn(user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email, NEW)).status).toBe(200)
  })

  test('keep their session after a change of the password; all others end', async () => {
    const { user, token } = await signUp(app, project)
    const other = (await signIn(user.email, PASSWORD)).data.tokens
    expect(await statusOf(app, other.access_token)).toBe(200)
    await change(user, { password: NEW, current_password: PASSWORD }, { token })
    expect(await statusOf(app, token)).toBe(200)
    expect(await statusOf(app, other.access_token)).toBe(401)
  })

  test('can change the password once with the old one, in concurrent requests', async () => {
    const { user, token } = await signUp(app, project)
    const passwords = ['another horse 2', 'another horse 3', 'another horse 4']
    const answers = await Promise.all(
      passwords.map((password) => change(user, { password, current_password: PASSWORD }, { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  test('can delete themselves', async () => {
    const { user, token } = await signUp(app, project)
    expect((await app.api('DELETE', pathOf(user), { token })).status).toBe(204)
    expect(await statusOf(app, token)).toBe(401)
  })
})
