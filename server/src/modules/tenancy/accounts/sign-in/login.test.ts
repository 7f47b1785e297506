// Login and its limits on guessing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const PASSWORD = 'correct horse 1'

describe('logging in', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  const login = (email: string, password: string) =>
    app.api('POST', '/auth/login', { body: { email, password } })

  test('returns the account and tokens of a new session', async () => {
    const { user, token } = await app.register('login@example.com')
    const answer = await login('LOGIN@example.com', PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.data.user).toEqual(user)
    const sessions = await app.api('GET', '/me/sessions', { token: answer.data.tokens.access_token })
    expect(sessions.data).toHaveLength(2)
    expect((await app.api('GET', '/me', { token })).status).toBe(200)
  })

  test('returns the same error for a wrong address and a wrong password', async () => {
    await app.register('known@example.com')
    const wrong = await login('known@example.com', 'correct horse 2')
    const unknown = await login('unknown@example.com', PASSWORD)
    expect(wrong.status).toBe(401)
    expect(wrong.body.message).toBe('The e-mail address or password is wrong.')
    expect(unknown.status).toBe(401)
    expect(unknown.text).toBe(wrong.text)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })

  test('refuses a deactivated account, but only after the right password', async () => {
    const { user } = await app.register('gone@example.com')
    const sql = 'update platform.accounts set is_active = false where id = $1'
    await app.platform.clusters.main.admin.query(sql, [user.id])
    expect((await login('gone@example.com', PASSWORD)).status).toBe(403)
    expect((await login('gone@example.com', 'correct horse 2')).status).toBe(401)
  })

  test.each([
    [{ email: 'a@example.com' }, 'password is required.'],
    [{ email: 'a@example.com', password: '' }, 'password: must not be empty.'],
    [{ email: 'a@example.com', password: 'x', name: 'y' }, 'Unknown field: name.'],
  ])('refuses %j', async (body, complaint) => {
    const answer = await app.api('POST', '/auth/login', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([complaint])
  })
})

describe('limits', () => {
  let app: TestApp
  let lastAddress = 0
  beforeAll(async () => {
    app = await startTestApp({ rateLimits: true })
  })
  afterAll(() => app.stop())

  // Each attempt comes from a different network, so that only the limit of the account applies.
  async function attempt(email: string, password: string, address?: string) {
    lastAddress += 1
    const { statusCode, headers } = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: address ?? `10.0.${lastAddress >> 8}.${lastAddress & 255}`,
      payload: { email, password },
    })
    return { status: statusCode, retryAfter: headers['retry-after'] }
  }

  async function fail(email: string, times: number) {
    for (let time = 0; time < times; time++) {
      expect((await attempt(email, 'wrong horse 1')).status).toBe(401)
    }
  }

  test.each(['target@example.com', 'nobody@example.com'])(
    'ten wrong passwords for %s block one network for 15 minutes',
    async (email) => {
      if (email.startsWith('target')) await app.register(email)
      const one = '10.9.0.1'
      for (let time = 0; time < 10; time++) {
        expect((await attempt(email, 'wrong horse 1', one)).status).toBe(401)
      }
      app.clock.advance(300)
      expect(await attempt(email.toUpperCase(), PASSWORD, one)).toEqual({ status: 429, retryAfter: '600' })
      app.clock.advance(600)
      expect((await attempt(email, 'wrong horse 1', one)).status).toBe(401)
    },
  )

  test('without a mail gateway, guesses of one network block no other network', async () => {
    await app.register('open@example.com')
    await fail('open@example.com', 60)
    expect((await attempt('open@example.com', PASSWORD)).status).toBe(200)
  })

  test('a success resets the count', async () => {
    await app.register('clumsy@example.com')
    for (let round = 0; round < 2; round++) {
      await fail('clumsy@example.com', 9)
      expect((await attempt('clumsy@example.com', PASSWORD)).status).toBe(200)
    }
  })

  test('wrong current passwords at PATCH /me count in the same way', async () => {
    const { token } = await app.register('stolen@example.com')
    const guess = (current_password: string) =>
      app.api('PATCH', '/me', { token, body: { new_password: 'another horse 1', current_password } })
    for (let time = 0; time < 10; time++) expect((await guess('wrong horse 1')).status).toBe(403)
    expect((await guess(PASSWORD)).status).toBe(429)
  })

  test('one network can try 20 logins a minute, for all accounts together', async () => {
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) {
      const body = { email: `spray-${time}@example.com`, password: PASSWORD }
      statuses.push((await app.api('POST', '/auth/login', { body })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })

  test('one network can register 20 times an hour', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 21; time++) {
      const body = { email: `crowd-${time}@example.com`, password: 'too short', full_name: 'CallerGroup' }
      statuses.add((await app.api('POST', '/auth/register', { body })).status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
  })
})
