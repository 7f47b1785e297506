// Logging in, and what stops those who guess.
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

  test('gives the account and tokens of a session of its own', async () => {
    const { user, token } = await app.register('login@example.com')
    const answer = await login('LOGIN@example.com', PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.data.user).toEqual(user)
    const sessions = await app.api('GET', '/me/sessions', { token: answer.data.tokens.access_token })
    expect(sessions.data).toHaveLength(2)
    expect((await app.api('GET', '/me', { token })).status).toBe(200)
  })

  test('answers a wrong address and a wrong password alike', async () => {
    await app.register('known@example.com')
    const wrong = await login('known@example.com', 'correct horse 2')
    const unknown = await login('unknown@example.com', PASSWORD)
    expect(wrong.status).toBe(401)
    expect(wrong.body.message).toBe('The e-mail address or the password is not right.')
    expect(unknown.status).toBe(401)
    expect(unknown.text).toBe(wrong.text)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })

  test('is refused for an account that was deactivated, but only to who knows the password', async () => {
    const { user } = await app.register('gone@example.com')
    const { controlPlane } = app.platform
    await controlPlane.updateTable('accounts').set({ is_active: false }).where('id', '=', user.id).execute()
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

  // Each attempt comes from an address of its own, so that only the account's own limit can count it.
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
    'ten wrong passwords for %s close it for one address for a quarter of an hour',
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

  test('however many have guessed, without a mail gateway nobody else is shut out', async () => {
    await app.register('open@example.com')
    await fail('open@example.com', 60)
    expect((await attempt('open@example.com', PASSWORD)).status).toBe(200)
  })

  test('a success clears what was counted', async () => {
    await app.register('clumsy@example.com')
    for (let round = 0; round < 2; round++) {
      await fail('clumsy@example.com', 9)
      expect((await attempt('clumsy@example.com', PASSWORD)).status).toBe(200)
    }
  })

  test('the current password of PATCH /me counts in the same way', async () => {
    const { token } = await app.register('stolen@example.com')
    const guess = (current_password: string) =>
      app.api('PATCH', '/me', { token, body: { new_password: 'another horse 1', current_password } })
    for (let time = 0; time < 10; time++) expect((await guess('wrong horse 1')).status).toBe(403)
    expect((await guess(PASSWORD)).status).toBe(429)
  })

  test('one address may try 20 logins a minute, be they for many accounts', async () => {
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) {
      const body = { email: `spray-${time}@example.com`, password: PASSWORD }
      statuses.push((await app.api('POST', '/auth/login', { body })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  })

  test('one address may register 20 times an hour', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 21; time++) {
      const body = { email: `crowd-${time}@example.com`, password: 'too short', full_name: 'CallerGroup' }
      statuses.add((await app.api('POST', '/auth/register', { body })).status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
  })
})
