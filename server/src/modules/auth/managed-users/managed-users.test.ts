// What a project does with its users: creates, invites, filters and counts them, sends them mail, and ends their sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings, mailTo, PASSWORD, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let roleId: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await changeSettings(app, project, { redirect_urls: ['https://shop.example/in'], allow_signup: true })
  roleId = (await send('POST', '/roles', { name: 'editor' })).data.id
})
afterAll(() => app.stop())

// Roles are made by accounts alone; keys do not expire while the clock moves on.
const send = (method: string, path: string, body?: unknown, of = project) =>
  app.api(method, `/projects/${of.id}${path}`, {
    ...(path === '/roles' ? { token: of.token } : { key: of.secret }),
    ...(body === undefined ? {} : { body }),
  })
const users = (path = '', body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
  send(method, `/auth/users${path}`, body)
const signIn = (email: string, password = PASSWORD) =>
  app.api('POST', `/projects/${project.id}/auth/signin`, {
    key: project.publishable,
    body: { email, password },
  })

test('a user whom a trigger of the project keeps is not deleted, which is said', async () => {
  const { id } = (await users('', { email: 'kept@example.com', password: PASSWORD })).data
  const { schema } = projectNames(project.id)
  const { admin } = app.platform.clusters.main
  await admin.query(`
    create function ${schema}.keep() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep before delete on ${schema}.users for each row execute function ${schema}.keep()`)
  const kept = await users(`/${id}`, undefined, 'DELETE')
  expect([kept.status, kept.body.message]).toEqual([409, 'A trigger of the table users keeps this user.'])
  expect((await signIn('kept@example.com')).status).toBe(200)
  await admin.query(`drop function ${schema}.keep() cascade`)
  expect((await users(`/${id}`, undefined, 'DELETE')).status).toBe(204)
})

describe('creating', () => {
  test('a user who can sign in, with roles, claims and proven contacts', async () => {
    const input = { email: 'made@example.com', phone: '+255754000001', full_name: 'Made', metadata: { a: 1 } }
    const extra = { password: PASSWORD, email_verified: true, phone_verified: true, role_ids: [roleId] }
    const made = await users('', { ...input, ...extra, claims: { team: 'x' } })
    expect(made.status, made.text).toBe(201)
    expect(made.data).toMatchObject({ ...input, is_active: true, email_verified: true, phone_verified: true })
    expect((await users(`/${made.data.id}`)).data).toEqual(made.data)
    expect((await send('GET', `/users/${made.data.id}/roles`)).data).toMatchObject([{ id: roleId }])
    const signedIn = await signIn('made@example.com')
    const { claims, ...own } = made.data
    expect(claims).toEqual({ team: 'x' })
    expect([signedIn.status, signedIn.data.user]).toEqual([200, own])
  })

  test('does not depend on whether the project takes sign-ups', async () => {
    const closed = await app.createProject()
    await changeSettings(app, closed, { allow_signup: false })
    const answer = await send('POST', '/auth/users', { phone: '+255754000002' }, closed)
    expect([answer.status, answer.data.email]).toEqual([201, null])
  })

  test.each([
    [{}, 400, 'email'],
    [{ full_name: 'Nobody' }, 400, 'email'],
    [{ email: 'made@example.com' }, 409, 'already exists'],
    [{ email: 'x@example.com', password: 'short' }, 400, 'password'],
    [{ email: 'x@example.com', phone_verified: true }, 400, 'phone_verified'],
    [{ email: 'x@example.com', role_ids: [crypto.randomUUID()] }, 400, 'role_ids'],
    [{ email: 'x@example.com', is_active: false }, 400, 'is_active'],
  ])('refuses %j', async (body, status, words) => {
    const answer = await users('', body)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    expect((await users('?search=x@example.com')).data).toEqual([])
  })

  test('is for the project alone', async () => {
    const { token } = await signUp(app, project)
    const other = await app.createProject()
    const path = `/projects/${project.id}/auth/users`
    const body = { email: 'nobody@example.com' }
    for (const caller of [
      { token },
      { key: project.publishable },
      { key: other.secret },
      { token: other.token },
    ])
      expect((await app.api('POST', path, { ...caller, body })).status).toBe(403)
    const byToken = { token: project.token, body: { email: 'by-account@example.com' } }
    expect((await app.api('POST', path, byToken)).status).toBe(201)
  })
})

describe('inviting', () => {
  test('mails a link that signs in for days, and proves the address', async () => {
    const email = 'guest@invited.example'
    const body = { email, full_name: 'Guest', role_ids: [roleId], redirect_to: 'https://shop.example/in' }
    const { status, data, text } = await users('/invite', body)
    expect(status, text).toBe(201)
    expect(data.user).toMatchObject({ email, full_name: 'Guest', email_verified: false })
    const days = (Date.parse(data.expires_at) - app.clock.now().getTime()) / 86_400_000
    expect(days).toBe(7)
    const mail = await mailTo(app, project, email)
    expect(mail?.text).toContain(`https://shop.example/in?token=${mail?.token}`)
    expect(mail?.text).toContain('7 days')
    app.clock.advance(6 * 86_400)
    const path = `/projects/${project.id}/auth/magic-link/verify`
    const enter = () => app.api('POST', path, { key: project.publishable, body: { token: mail?.token } })
    const entered = await enter()
    const { claims: _, ...own } = data.user
    expect([entered.status, entered.data.user]).toEqual([
      200,
      { ...own, email_verified: true, updated_at: entered.data.user.updated_at },
    ])
    expect((await enter()).status).toBe(401)
  })

  test('is sent again, and is refused for whoever is there', async () => {
    const email = 'late@invited.example'
    const { data } = await users('/invite', { email })
    const first = await mailTo(app, project, email)
    expect((await users('/invite', { email })).status).toBe(409)
    expect((await users(`/${data.user.id}/send`, { kind: 'invitation' })).status).toBe(200)
    expect((await mailTo(app, project, email))?.token).not.toBe(first?.token)
    expect(
      (await users('/invite', { email: 'a@b.example', redirect_to: 'https://evil.example' })).status,
    ).toBe(400)
    expect((await users('?search=a@b.example')).data).toEqual([])
  })
})

describe('sending', () => {
  test.each(['reset_password', 'verify_email', 'magic_link'])(
    '%s mails what the user could ask for',
    async (kind) => {
      const { user } = await signUp(app, project)
      const answer = await users(`/${user.id}/send`, { kind })
      expect([answer.status, answer.data.email]).toEqual([200, user.email])
      expect((await mailTo(app, project, user.email))?.code).toMatch(/^\d{6}$/)
    },
  )

  test('is 409 where nothing would be sent', async () => {
    const { data: silent } = await users('', { phone: '+255754000003' })
    const { data: proven } = await users('', { email: 'proven@example.com', email_verified: true })
    const { user } = await signUp(app, project)
    await users(`/${user.id}`, { is_active: false }, 'PATCH')
    const status = async (id: string, body: object) => (await users(`/${id}/send`, body)).status
    expect(await status(silent.id, { kind: 'magic_link' })).toBe(409)
    expect(await status(proven.id, { kind: 'verify_email' })).toBe(409)
    expect(await status(user.id, { kind: 'reset_password' })).toBe(409)
    expect(await status(crypto.randomUUID(), { kind: 'reset_password' })).toBe(404)
    expect(await status(proven.id, { kind: 'otp' })).toBe(400)
    expect(await status(proven.id, { kind: 'reset_password', redirect_to: 'https://shop.example/in' })).toBe(
      400,
    )
  })
})

describe('sessions', () => {
  test('are listed and ended one by one, and all at once', async () => {
    const { user, token } = await signUp(app, project)
    const second = (await signIn(user.email)).data.tokens.access_token
    const path = `/${user.id}/sessions`
    const { data } = await users(path)
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ methods: ['password'], created_at: expect.any(String) })
    expect((await users(`${path}/${data[0].id}`, undefined, 'DELETE')).status).toBe(204)
    expect((await users(`${path}/${data[0].id}`, undefined, 'DELETE')).status).toBe(404)
    const left = [await statusOf(app, token), await statusOf(app, second)]
    expect(left.toSorted()).toEqual([200, 401])
    expect((await users(path, undefined, 'DELETE')).status).toBe(204)
    expect((await users(path)).data).toEqual([])
    expect([await statusOf(app, token), await statusOf(app, second)]).toEqual([401, 401])
  })

  test("another user's or project's session is 404, and users cannot call it", async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    const [session] = (await users(`/${one.user.id}/sessions`)).data
    expect((await users(`/${two.user.id}/sessions/${session.id}`, undefined, 'DELETE')).status).toBe(404)
    const other = await app.createProject()
    const path = `/auth/users/${one.user.id}/sessions`
    expect((await send('GET', path, undefined, other)).status).toBe(404)
    expect((await send('DELETE', `${path}/${session.id}`, undefined, other)).status).toBe(404)
    const own = await app.api('GET', `/projects/${project.id}${path}`, { token: one.token })
    expect(own.status).toBe(403)
    expect(await statusOf(app, one.token)).toBe(200)
  })
})

describe('the list', () => {
  let shop: TestProject
  let editor: string
  const ids: Record<string, string> = {}
  const list = async (query: string) => {
    const answer = await send('GET', `/auth/users?${query}`, undefined, shop)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const names = async (query: string) => (await list(query)).data.map((user: any) => user.full_name)
  const start = new Date('2026-01-01T00:00:00Z')

  beforeAll(async () => {
    shop = await app.createProject()
    editor = (await send('POST', '/roles', { name: 'editor' }, shop)).data.id
    const make = async (full_name: string, more: object) => {
      app.clock.advance(3600)
      const email = `${full_name.toLowerCase()}@list.example`
      const made = await send('POST', '/auth/users', { email, full_name, ...more }, shop)
      ids[full_name] = made.data.id
    }
    await make('Cora', { email_verified: true, role_ids: [editor] })
    await make('Abel', {})
    await make('Bahati', { email_verified: true })
    await send('PATCH', `/auth/users/${ids.Abel}`, { is_active: false }, shop)
    await app.platform.clusters.main.admin.query(
      `insert into msingi_auth.identities
         (id, project_id, user_id, provider, issuer, subject, created_at, last_used_at)
       values (gen_random_uuid(), $1, $2, 'google', 'https://accounts.example', 's', $3, $3)`,
      [shop.id, ids.Bahati, start],
    )
  })

  test.each([
    ['', ['Bahati', 'Abel', 'Cora']],
    ['order=full_name.asc', ['Abel', 'Bahati', 'Cora']],
    ['order=email.desc', ['Cora', 'Bahati', 'Abel']],
    ['order=created_at.asc', ['Cora', 'Abel', 'Bahati']],
    ['state=active', ['Bahati', 'Cora']],
    ['state=deactivated', ['Abel']],
    ['confirmed=true', ['Bahati', 'Cora']],
    ['confirmed=false', ['Abel']],
    ['provider=google', ['Bahati']],
    ['provider=github', []],
    ['confirmed=true&provider=google&state=active&search=list', ['Bahati']],
    ['confirmed=false&provider=google', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('by role, and by when they came', async () => {
    expect(await names(`role_id=${editor}`)).toEqual(['Cora'])
    expect(await names(`role_id=${crypto.randomUUID()}`)).toEqual([])
    const { created_at } = (await send('GET', `/auth/users/${ids.Abel}`, undefined, shop)).data
    const at = encodeURIComponent(created_at)
    expect(await names(`created_after=${at}`)).toEqual(['Bahati', 'Abel'])
    expect(await names(`created_before=${at}`)).toEqual(['Cora'])
  })

  test('an address that was changed is not confirmed any more', async () => {
    await send('PATCH', `/auth/users/${ids.Cora}`, { email: 'other@list.example' }, shop)
    expect(await names('confirmed=true')).toEqual(['Bahati'])
    await send('PATCH', `/auth/users/${ids.Cora}`, { email: 'CORA@list.example' }, shop)
    expect(await names('confirmed=true')).toEqual(['Bahati', 'Cora'])
  })

  test('counts those on all pages where it is asked to', async () => {
    const { headers, data } = await list('count=true&limit=1&state=active')
    expect([headers['x-total-count'], data.length]).toEqual(['2', 1])
    expect((await list('limit=1')).headers['x-total-count']).toBeUndefined()
  })

  test.each([
    'order=password_hash.asc',
    'state=x',
    'confirmed=1',
    'role_id=x',
    'created_after=yesterday',
    'count=yes',
  ])('refuses %s', async (query) => {
    expect((await send('GET', `/auth/users?${query}`, undefined, shop)).status).toBe(400)
  })
})
