// Sign-ins in the audit log of the account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  codeNow,
  guard,
  logIn,
  nextCode,
  PASSWORD,
  wrongCode,
} from '#modules/tenancy/accounts/accounts.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const entries = async (token: string, action: string) =>
  (await app.api('GET', `/audit-logs?action=${action}`, { token })).data

test('a sign-in is there with its session, its methods and its request', async () => {
  const person = await app.register()
  const answer = await logIn(app, person)
  const token = answer.data.tokens.access_token
  const [latest, first, ...others] = await entries(token, 'account.sign_in')
  const current = (await app.api('GET', '/me/sessions', { token })).data.find(
    (one: { current: boolean }) => one.current,
  )
  expect(latest).toMatchObject({
    organisation_id: null,
    actor: `dashboard:${person.user.id}`,
    credential: `session:${current.id}`,
    request_id: answer.headers['x-request-id'],
    address: '127.0.0.1',
    details: { methods: ['password'] },
  })
  expect([first.action, others]).toEqual(['account.sign_in', []])
})

test('what was refused is there with its reason, and nothing of it with the proof', async () => {
  const person = await guard(app, await app.register())
  const reasons = async () =>
    (await entries(person.token, 'account.sign_in_failed')).map(
      (one: { details: { reason: string } }) => one.details.reason,
    )
  const body = { email: person.user.email, password: 'wrong horse 7' }
  const refused = await app.api('POST', '/auth/login', { body })
  expect(refused.status).toBe(401)
  await expect.poll(reasons).toEqual(['password'])
  const { mfa_token } = (await logIn(app, person)).data
  // A challenge is no sign-in.
  expect(await entries(person.token, 'account.sign_in')).toHaveLength(1)
  const challenge = (code: string) => app.api('POST', '/auth/challenge', { body: { mfa_token, code } })
  expect((await challenge(wrongCode(app, person.secret))).status).toBe(401)
  await expect.poll(reasons).toEqual(['second_factor', 'password'])
  expect((await challenge(nextCode(app, person.secret))).status).toBe(200)
  const [latest] = await entries(person.token, 'account.sign_in')
  expect(latest.details).toEqual({ methods: ['password', 'totp'] })
  const { rows } = await app.platform.clusters.main.admin.query(
    'select l::text as line from platform.audit_log l',
  )
  const log = rows.map(({ line }) => line).join('\n')
  for (const secret of [PASSWORD, body.password, mfa_token, codeNow(app, person.secret)])
    expect(log).not.toContain(secret)
})

test('strangers leave a bounded number of entries, and none about addresses without an account', async () => {
  const limited = await startTestApp({ rateLimits: true })
  try {
    const { user } = await limited.register()
    const attempt = (email: string, password: string) =>
      limited.api('POST', '/auth/login', { body: { email, password } })
    const reasons = async () => {
      const { rows } = await limited.platform.clusters.main.admin.query(
        `select target, details ->> 'reason' as reason, count(*)::int as count from platform.audit_log
         where action = 'account.sign_in_failed' group by 1, 2 order by 2`,
      )
      return rows
    }
    expect((await attempt('nobody@example.com', PASSWORD)).status).toBe(401)
    for (let n = 0; n < 70; n++) {
      limited.clock.advance(5)
      const { status } = await attempt(user.email, 'wrong horse 7')
      expect(status).toBe(n < 10 ? 401 : 429)
    }
    // Ten were compared, the other sixty were not, and ten of these were one too many.
    await expect.poll(reasons).toEqual([
      { target: user.id, reason: 'password', count: 10 },
      { target: user.id, reason: 'too_many_attempts', count: 50 },
    ])
  } finally {
    await limited.stop()
  }
})
