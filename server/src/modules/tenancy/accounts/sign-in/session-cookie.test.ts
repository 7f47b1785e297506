// Sessions in a cookie: what is in the body, who may use them, and tabs that renew at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const call = (path: string, more: { cookie?: string; origin?: string; body?: unknown; token?: string }) =>
  app.api('POST', `/auth/${path}`, {
    ...(more.body === undefined ? {} : { body: more.body }),
    ...(more.token === undefined ? {} : { token: more.token }),
    headers: {
      host: 'console.example:8080',
      'x-msingi-session': 'cookie',
      ...(more.cookie === undefined ? {} : { cookie: more.cookie }),
      ...(more.origin === undefined ? {} : { origin: more.origin }),
    },
  })

async function begin() {
  const { user } = await app.register()
  const answer = await call('login', { body: { email: user.email, password: 'correct horse 1' } })
  return { answer, cookie: cookieOf(answer.headers) }
}

function cookieOf(headers: Record<string, unknown>): string {
  return String(headers['set-cookie']).split(';')[0] as string
}

const me = async (token: string) => (await app.api('GET', '/me', { token })).status

test('the refresh token is in a cookie that no script can read, and in no body', async () => {
  const { answer, cookie } = await begin()
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toMatch(
    /^msingi_session=[\w-]{43}; Max-Age=2592000; HttpOnly; SameSite=Strict; Path=\/api\/v1\/auth$/,
  )
  expect(answer.text).not.toContain(cookie.split('=')[1])
  expect(answer.data.tokens).not.toHaveProperty('refresh_token')
  const next = await call('refresh', { cookie })
  expect(next.status).toBe(200)
  expect(next.data.tokens).not.toHaveProperty('refresh_token')
  expect(cookieOf(next.headers)).not.toBe(cookie)
})

test('a foreign origin is refused, the own one is not', async () => {
  const { cookie } = await begin()
  expect((await call('refresh', { cookie, origin: 'https://evil.example' })).status).toBe(403)
  expect((await call('refresh', { cookie, origin: 'null' })).status).toBe(403)
  expect((await call('refresh', { cookie, origin: 'http://console.example:8080' })).status).toBe(200)
})

test('tabs that renew at once get the same pair; later reuse ends the session', async () => {
  const { cookie } = await begin()
  const answers = await Promise.all([1, 2, 3].map(() => call('refresh', { cookie })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ headers }) => cookieOf(headers))).size).toBe(1)
  const token = answers[0]?.data.tokens.access_token
  app.clock.advance(10)
  expect((await call('refresh', { cookie })).status).toBe(200)
  expect(await me(token)).toBe(200)
  app.clock.advance(1)
  expect((await call('refresh', { cookie })).status).toBe(401)
  expect(await me(token)).toBe(401)
})

test('logout ends the session and removes the cookie', async () => {
  const { answer, cookie } = await begin()
  const ended = await call('logout', { cookie, token: answer.data.tokens.access_token })
  expect(ended.status).toBe(204)
  expect(ended.headers['set-cookie']).toContain('msingi_session=; Max-Age=0')
  expect((await call('refresh', { cookie })).status).toBe(401)
})

test('without a cookie it is 401, without a token in a plain request 400, another mode 400', async () => {
  expect((await call('refresh', {})).status).toBe(401)
  expect((await app.api('POST', '/auth/refresh', { body: {} })).status).toBe(400)
  const headers = { 'x-msingi-session': 'local' }
  expect((await app.api('POST', '/auth/refresh', { headers })).status).toBe(400)
})
