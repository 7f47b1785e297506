// Registration: open in development, by invitation in production after the first account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupToken } from '#modules/tenancy/accounts/context/first-account.service.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const PASSWORD = 'correct horse 1'

function body(email: string, more: object = {}) {
  return { email, password: PASSWORD, full_name: 'Asha Mrema', ...more }
}

async function invite(app: TestApp, email: string, role = 'developer') {
  const owner = await app.register()
  const team = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Team' } })
  const path = `/organisations/${team.data.id}`
  const answer = await app.api('POST', `${path}/members`, { token: owner.token, body: { email, role } })
  return { owner, path, invitation: answer.data.token as string }
}

describe('in development', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  test('a password costs what OWASP recommends, unless the server was started with another cost', async () => {
    const costly = await startTestApp({}, { passwordCost: undefined })
    const hashOf = async ({ api, platform }: TestApp) => {
      const body = { email: 'cost@example.com', password: 'correct horse 1', full_name: 'Amina' }
      expect((await api('POST', '/auth/register', { body })).status).toBe(201)
      const sql = `select password_hash from platform.accounts where email = 'cost@example.com'`
      return (await platform.clusters.main.admin.query(sql)).rows[0].password_hash
    }
    try {
      expect(await hashOf(costly)).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
      expect(await hashOf(app)).toContain('$argon2id$v=19$m=8,t=1,p=1$')
    } finally {
      await costly.stop()
    }
  })

  test('returns the account and tokens that work', async () => {
    const answer = await app.api('POST', '/auth/register', { body: body('asha@example.com') })
    expect(answer.status).toBe(201)
    const { user, tokens } = answer.data
    expect(user).toEqual({
      id: expect.any(String),
      email: 'asha@example.com',
      email_verified: false,
      new_email: null,
      full_name: 'Asha Mrema',
      is_active: true,
      is_operator: false,
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
    })
    expect(Object.keys(tokens)).toEqual([
      'access_token',
      'access_token_expires_at',
      'token_type',
      'refresh_token',
      'refresh_token_expires_at',
    ])
    expect(tokens.token_type).toBe('Bearer')
    const me = await app.api('GET', '/me', { token: tokens.access_token })
    expect(me.data).toEqual(user)
  })

  test('creates a personal organisation', async () => {
    const { token, user } = await app.register()
    const { data } = await app.api('GET', '/organisations', { token })
    expect(data).toMatchObject([{ name: "Amina Juma's organisation", is_personal: true, role: 'owner' }])
    const members = await app.api('GET', `/organisations/${data[0].id}/members`, { token })
    expect(members.data).toMatchObject([{ account_id: user.id, role: 'owner' }])
  })

  test('refuses an address that is taken, ignoring case', async () => {
    await app.register('taken@example.com')
    const answer = await app.api('POST', '/auth/register', { body: body(' Taken@Example.com ') })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('An account with this e-mail address already exists.')
  })

  test('of several concurrent registrations with one address, one succeeds', async () => {
    const wishes = ['same@example.com', 'SAME@example.com', 'Same@example.com']
    const answers = await Promise.all(
      wishes.map((email) => app.api('POST', '/auth/register', { body: body(email) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test.each([
    [{ email: 'nobody' }, 'email: must be an e-mail address.'],
    [{ password: 'short1' }, 'password: must have at least 8 characters.'],
    [{ password: 'only letters' }, 'password: must have at least one digit.'],
    [{ password: '1234567890' }, 'password: must have at least one letter.'],
    [{ full_name: '  ' }, 'full_name: must not be empty.'],
    [{ full_name: undefined }, 'full_name is required.'],
    [{ is_active: false }, 'Unknown field: is_active.'],
  ])('refuses %j', async (wrong, complaint) => {
    const answer = await app.api('POST', '/auth/register', { body: body('wrong@example.com', wrong) })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([complaint])
  })

  test('joins the organisation of an invitation', async () => {
    const { owner, path, invitation } = await invite(app, 'Invited@example.com', 'viewer')
    const answer = await app.api('POST', '/auth/register', {
      body: body('invited@example.com', { invitation }),
    })
    expect(answer.status).toBe(201)
    const token = answer.data.tokens.access_token
    const organisations = await app.api('GET', '/organisations', { token })
    expect(organisations.data.map((each: { role: string }) => each.role).sort()).toEqual(['owner', 'viewer'])
    const pending = await app.api('GET', `${path}/invitations`, { token: owner.token })
    expect(pending.data).toEqual([])
  })

  test('creates no account with an invalid invitation', async () => {
    const { invitation } = await invite(app, 'someone@example.com')
    const other = await app.api('POST', '/auth/register', { body: body('else@example.com', { invitation }) })
    expect(other.status).toBe(403)
    expect(other.body.message).toBe('This invitation is for another e-mail address.')
    const unknown = await app.api('POST', '/auth/register', {
      body: body('else@example.com', { invitation: 'no such token' }),
    })
    expect(unknown.status).toBe(403)
    const login = await app.api('POST', '/auth/login', {
      body: { email: 'else@example.com', password: PASSWORD },
    })
    expect(login.status).toBe(401)
  })
})

describe('in production', () => {
  test('is open for the first account only, also for concurrent requests', async () => {
    const app = await startTestApp({ production: true })
    try {
      const { admin } = app.platform.clusters.main
      const barrier = await admin.connect()
      await barrier.query('begin')
      // Blocks inserts but not reads: all requests have seen an empty table by the time they wait.
      await barrier.query('lock table platform.accounts in share mode')
      const wishes = ['one@example.com', 'two@example.com', 'three@example.com']
      const setup_token = setupToken(app.platform.keys)
      const answers = wishes.map((email) =>
        app.api('POST', '/auth/register', { body: body(email, { setup_token }) }),
      )
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      while ((await admin.query(waiting)).rowCount !== wishes.length);
      await barrier.query('commit')
      barrier.release()
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 403, 403])
      const late = await app.api('POST', '/auth/register', { body: body('late@example.com') })
      expect(late.status).toBe(403)
      expect(late.body.message).toMatch(/requires an invitation/)
    } finally {
      await app.stop()
    }
  })

  test('needs the setup token for the first account, as GET /setup says', async () => {
    const app = await startTestApp({ production: true })
    try {
      const setup = async () => (await app.api('GET', '/setup')).data
      expect(await setup()).toMatchObject({
        environment: 'production',
        has_accounts: false,
        registration: 'setup_token',
        modules: expect.arrayContaining(['accounts', 'projects', 'api-keys']),
      })
      const attempt = async (more: object) =>
        (await app.api('POST', '/auth/register', { body: body('owner@example.com', more) })).status
      const setup_token = setupToken(app.platform.keys)
      expect(await attempt({})).toBe(403)
      expect(await attempt({ setup_token: `${setup_token.slice(0, -1)}_` })).toBe(403)
      expect(await attempt({ setup_token })).toBe(201)
      expect(await setup()).toMatchObject({ has_accounts: true, registration: 'invitation' })
      expect(await attempt({ setup_token })).toBe(403)
    } finally {
      await app.stop()
    }
  })

  test('accepts an invitation once, until it expires', async () => {
    const app = await startTestApp({ production: true })
    try {
      const { owner, path, invitation } = await invite(app, 'first@example.com')
      const join = (email: string, token: string) =>
        app.api('POST', '/auth/register', { body: body(email, { invitation: token }) })
      expect((await join('first@example.com', invitation)).status).toBe(201)
      expect((await join('first@example.com', invitation)).status).toBe(403)

      const again = async (email: string) => {
        const asked = { token: owner.token, body: { email, role: 'viewer' } }
        return (await app.api('POST', `${path}/members`, asked)).data.token
      }
      const [inTime, tooLate] = [await again('in-time@example.com'), await again('too-late@example.com')]
      app.clock.advance(7 * 86_400 - 1)
      expect((await join('in-time@example.com', inTime)).status).toBe(201)
      app.clock.advance(1)
      expect((await join('too-late@example.com', tooLate)).status).toBe(403)
    } finally {
      await app.stop()
    }
  })
})
