// Sign-up, sign-in and sign-out as a user of a project.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, signUp, signupBody, statusOf } from '#modules/auth/auth.fixture.ts'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const call = (path: string, body: unknown, key: string | undefined = project.publishable) =>
  app.api('POST', `/projects/${project.id}/auth/${path}`, { key, body })

describe('signing up', () => {
  test('returns the user and tokens, with exactly the fields of the specification', async () => {
    const body = signupBody({ metadata: { language: 'sw' } })
    const answer = await call('signup', body)
    expect(answer.status).toBe(201)
    const { user, tokens } = answer.data
    expect(user).toEqual({
      id: expect.any(String),
      email: body.email,
      phone: body.phone,
      full_name: body.full_name,
      is_active: true,
      is_anonymous: false,
      email_verified: false,
      phone_verified: false,
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
      metadata: { language: 'sw' },
    })
    const seconds = Math.floor(app.clock.now().getTime() / 1000) + 3600
    expect(tokens).toEqual({
      access_token: expect.any(String),
      access_token_expires_at: new Date(seconds * 1000).toISOString(),
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      refresh_token_expires_at: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    })
    const { data } = await app.api('GET', `/data/users/${user.id}`, { key: project.secret })
    expect(Object.keys(data)).toEqual([
      'id',
      'email',
      'phone',
      'full_name',
      'is_active',
      'created_at',
      'updated_at',
    ])
    expect(data).toMatchObject({ id: user.id, email: body.email, phone: body.phone })
  })

  test.each([
    ['email', undefined, 'email is required.'],
    ['password', undefined, 'password is required.'],
    ['full_name', undefined, 'full_name is required (require_full_name in the auth settings).'],
    ['phone', undefined, 'phone is required (require_phone in the auth settings).'],
    ['email', 'nobody', 'email: must be an e-mail address.'],
    ['password', 'short1', 'password: must have at least 8 characters.'],
    ['password', 'abcdefgh', 'password: must have at least one digit.'],
    ['password', '12345678', 'password: must have at least one letter.'],
    ['full_name', '  ', 'full_name: must not be empty.'],
    ['phone', '0712345678', /^phone: must be a phone number with its country code/],
    ['phone', '+255 712 345 67', /^phone: must be/],
    ['phone', '+0712345678', /^phone: must be/],
    ['phone', '+255', /^phone: must be/],
    ['metadata', [], /^metadata/],
    ['metadata', { big: 'x'.repeat(17_000) }, /^metadata: must have at most/],
    ['metadata', { note: 'a\\\0' }, 'metadata: must not contain NUL characters.'],
    ['metadata', { 'a\0': [] }, 'metadata: must not contain NUL characters.'],
    ['is_active', false, 'Unknown field: is_active.'],
  ])('refuses %s %j', async (field, value, sentence) => {
    const answer = await call('signup', signupBody({ [field]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.[0]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
  })

  test('accepts metadata with an escaped backslash before u0000', async () => {
    const metadata = { note: '\\u0000 \\\\u0000' }
    expect((await call('signup', signupBody({ metadata }))).data.user.metadata).toEqual(metadata)
  })

  test.each(['+254712345678', '+12025550123', '+447400123456', '+8613800138000'])(
    'accepts %s',
    async (phone) => {
      expect((await call('signup', signupBody({ phone }))).status).toBe(201)
    },
  )

  test('refuses an e-mail address or phone number that is taken, and leaves nothing behind', async () => {
    const { user } = await signUp(app, project)
    const { admin } = app.platform.clusters.main
    const count = async () => (await admin.query('select count(*) from msingi_auth.users')).rows[0].count
    const before = await count()
    const email = await call('signup', signupBody({ email: user.email.toUpperCase() }))
    expect(email.status).toBe(409)
    expect(email.body.message).toBe('A user with this e-mail address already exists.')
    const phone = await call('signup', signupBody({ phone: user.phone }))
    expect(phone.status).toBe(409)
    expect(phone.body.message).toBe('A user with this phone number already exists.')
    expect(await count()).toBe(before)
  })

  test('accepts the same address in two projects', async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, project)
    const twin = await signUp(app, other, { email: user.email, phone: user.phone })
    expect(twin.user.id).not.toBe(user.id)
  })

  test('does not wait for the triggers of other projects', async () => {
    const slow = await app.createProject()
    const { main } = app.platform.clusters
    const { schema, data } = projectNames(slow.id)
    await main.asOwner(slow, async (client) => {
      await client.query(`
        create table door (); grant select on door to ${data};
        create function wait() returns trigger language plpgsql as $$
        begin perform from ${schema}.door; return new; end $$;
        create trigger wait before insert on users for each row execute function wait()`)
    })
    const holder = await main.admin.connect()
    try {
      await holder.query(`begin; lock table ${schema}.door in access exclusive mode`)
      let answered = 0
      const waiting = Array.from({ length: 10 }, () =>
        signUp(app, slow).finally(() => {
          answered += 1
        }),
      )
      const text = `select from pg_locks where relation = '${schema}.door'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await holder.query(text)).rowCount).toBeGreaterThanOrEqual(4)
      await signUp(app, project)
      expect(answered).toBe(0)
      await holder.query('commit')
      await Promise.all(waiting)
    } finally {
      holder.release(true)
    }
  })

  test('runs triggers on users as the project, never as the administrator', async () => {
    const other = await app.createProject()
    await app.platform.clusters.main.asOwner(other, async (client) => {
      await client.query(`
        create table seen (who text);
        create function spy() returns trigger language plpgsql as $$
        begin
          reset role;
          insert into seen values (session_user || ' ' || current_user);
          return new;
        end $$;
        create constraint trigger spy after insert on users deferrable initially deferred
          for each row execute function spy()`)
    })
    await signUp(app, other)
    const schema = `p_${other.id.replaceAll('-', '')}`
    const { rows } = await app.platform.clusters.main.admin.query(`select who from ${schema}.seen`)
    expect(rows).toEqual([{ who: `${schema}_owner ${schema}_owner` }])
  })
})

test('works in a project with code and connections of its own', async () => {
  const other = await app.createProject()
  const { clusters, invalidations } = app.platform
  await clusters.main.admin.query('update platform.projects set own_login = true where id = $1', [other.id])
  await invalidations.publish(PROJECT_CHANGED, other.id)
  const { user, token } = await signUp(app, other)
  expect(await statusOf(app, token)).toBe(200)
  const body = { email: user.email, password: PASSWORD }
  const answer = await app.api('POST', `/projects/${other.id}/auth/signin`, { key: other.publishable, body })
  expect(answer.data.user).toEqual(user)
})

describe('signing in', () => {
  test('returns the same user and the tokens of another session', async () => {
    const { user, token } = await signUp(app, project, { metadata: { a: 1 } })
    const answer = await call('signin', { email: user.email.toUpperCase(), password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.data.user).toEqual(user)
    expect(answer.data.tokens.access_token).not.toBe(token)
    expect(await statusOf(app, answer.data.tokens.access_token)).toBe(200)
  })

  test('returns the same error for a wrong password and an unknown address', async () => {
    const { user } = await signUp(app, project)
    const wrong = await call('signin', { email: user.email, password: 'wrong horse 1' })
    const unknown = await call('signin', { email: 'nobody@example.com', password: PASSWORD })
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
  })

  test('does not work in another project, or with the key of another project', async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, project)
    const body = { email: user.email, password: PASSWORD }
    const path = `/projects/${other.id}/auth/signin`
    expect((await app.api('POST', path, { key: other.secret, body })).status).toBe(401)
    expect((await app.api('POST', path, { key: project.secret, body })).status).toBe(403)
  })

  test('requires a credential of the project, and a key with the scope', async () => {
    const body = { email: 'a@example.com', password: PASSWORD }
    const path = `/projects/${project.id}/auth/signin`
    expect((await app.api('POST', path, { body })).status).toBe(401)
    expect((await app.api('POST', path, { token: project.token, body })).status).toBe(403)
    const scoped = async (scopes: string[]) => {
      const options = { token: project.token, body: { name: 'scoped', scopes } }
      const { data } = await app.api('POST', `/projects/${project.id}/api-keys`, options)
      return (await app.api('POST', path, { key: data.key, body })).status
    }
    expect(await scoped(['data:write'])).toBe(403)
    expect(await scoped(['auth:write'])).toBe(401)
  })
})

test('signing out ends the session at once, and no other', async () => {
  const { user, token, refresh_token } = await signUp(app, project)
  const other = await call('signin', { email: user.email, password: PASSWORD })
  expect(await statusOf(app, token)).toBe(200)
  const answer = await app.api('POST', `/projects/${project.id}/auth/logout`, { token })
  expect(answer.status).toBe(204)
  expect(answer.text).toBe('')
  expect(await statusOf(app, token)).toBe(401)
  expect((await call('refresh', { refresh_token })).status).toBe(401)
  expect(await statusOf(app, other.data.tokens.access_token)).toBe(200)
})

test('password hashes of one project delay another project by a few hashes at most', async () => {
  const other = await app.createProject()
  const { user } = await signUp(app, other)
  let done = 0
  const flood = Array.from({ length: 200 }, (_, n) =>
    call('signin', { email: `flood-${n}@example.com`, password: PASSWORD }).then(() => void done++),
  )
  const body = { email: user.email, password: PASSWORD }
  const options = { key: other.publishable, body }
  const answer = await app.api('POST', `/projects/${other.id}/auth/signin`, options)
  const before = done
  await Promise.all(flood)
  expect(answer.status).toBe(200)
  expect(done).toBe(200)
  expect(before).toBeLessThan(100)
})
