// Limits on guessing: by account, by phone, by network.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { changeSettings, PASSWORD, signUp } from './auth.fixture.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp({ rateLimits: true, trustProxy: true })
  project = await app.createProject()
})
afterAll(() => app.stop())

const call = (path: string, body: object, owner = project) =>
  app.api('POST', `/projects/${owner.id}/auth/${path}`, { key: owner.secret, body })

async function statuses(times: number, act: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let i = 0; i < times; i += 1) seen.push((await act()).status)
  return seen
}

const signingIn = (email: string) => (address: string, password: string) =>
  app.api('POST', `/projects/${project.id}/auth/signin`, {
    key: project.publishable,
    headers: { 'x-forwarded-for': address },
    body: { email, password },
  })

test('an IPv6 /64 counts as one address, and the request log shows the full addresses', async () => {
  await changeSettings(app, project, { allow_anonymous: true })
  const signIn = (address: string) =>
    app.api('POST', `/projects/${project.id}/auth/anonymous`, {
      key: project.publishable,
      headers: { 'x-forwarded-for': address },
    })
  let made = 0
  expect(await statuses(31, () => signIn(`2001:db8:0:7::${++made}`))).toEqual([...Array(30).fill(201), 429])
  expect((await signIn('2001:db8:0:8::1')).status).toBe(201)
  const { data } = await app.api('GET', `/projects/${project.id}/request-logs`, { token: project.token })
  const addresses = new Set(data.map(({ address }: { address: string }) => address))
  expect(addresses).toContain('2001:db8:0:7::30')
  expect(addresses).toContain('2001:db8:0:8::1')
})

test('ten wrong passwords block an account for a while, whether or not it exists', async () => {
  const { user } = await signUp(app, project)
  for (const email of [user.email, 'nobody@example.com']) {
    const guess = () => call('signin', { email, password: 'wrong horse 1' })
    expect(await statuses(11, guess)).toEqual([...Array(10).fill(401), 429])
  }
  const right = () => call('signin', { email: user.email.toUpperCase(), password: PASSWORD })
  const refused = await right()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  app.clock.advance(15 * 60)
  expect((await right()).status).toBe(200)
})

test('guesses from one network block neither a network known for the account nor other networks', async () => {
  const { user } = await signUp(app, project)
  const signIn = signingIn(user.email)
  const [home, elsewhere] = ['192.0.2.1', '192.0.2.2']
  expect((await signIn(home, PASSWORD)).status).toBe(200)
  const wrong = (address: string) => statuses(11, () => signIn(address, 'wrong horse 1'))
  expect(await wrong(elsewhere)).toEqual([...Array(10).fill(401), 429])
  expect((await signIn('192.0.2.3', PASSWORD)).status).toBe(200)
  expect((await signIn(home, PASSWORD)).status).toBe(200)
  // A sign-in there unblocks no other network, and wrong passwords block it like any other.
  expect((await signIn(elsewhere, PASSWORD)).status).toBe(429)
  expect(await wrong(home)).toEqual([...Array(10).fill(401), 429])
})

test('addresses that a client adds to X-Forwarded-For do not count', async () => {
  await changeSettings(app, project, { allow_anonymous: true })
  let made = 0
  const signIn = () =>
    app.api('POST', `/projects/${project.id}/auth/anonymous`, {
      key: project.publishable,
      headers: { 'x-forwarded-for': `198.51.100.${++made}, 192.0.2.9` },
    })
  expect(await statuses(31, signIn)).toEqual([...Array(30).fill(201), 429])
})

test('a successful sign-in makes the whole /64 known', async () => {
  const { user } = await signUp(app, project)
  const signIn = signingIn(user.email)
  expect((await signIn('2001:db8:0:9::1', PASSWORD)).status).toBe(200)
  let tried = 0
  await statuses(50, () => signIn(`2001:db8:1:${++tried}::1`, 'wrong horse 1'))
  expect((await signIn('2001:db8:0:b::1', PASSWORD)).status).toBe(429)
  expect((await signIn('2001:db8:0:9:ffff::2', PASSWORD)).status).toBe(200)
})

test('the same address in another project has its own count', async () => {
  const other = await app.createProject()
  const { user } = await signUp(app, project)
  const twin = await signUp(app, other, { email: user.email })
  const body = { email: user.email, password: 'wrong horse 1' }
  await statuses(10, () => call('signin', body, other))
  expect((await call('signin', { ...body, password: PASSWORD }, other)).status).toBe(429)
  expect((await call('signin', { ...body, password: PASSWORD })).status).toBe(200)
  expect(twin.user.email).toBe(user.email)
})

test('after any number of wrong codes for a phone, the next code works', async () => {
  const { user } = await signUp(app, project)
  const guess = () => call('otp/verify', { phone: user.phone, code: '000000' })
  await call('otp/request', { phone: user.phone })
  expect(await statuses(11, guess)).toEqual(Array(11).fill(401))
  const { data } = await call('otp/request', { phone: user.phone })
  expect((await call('otp/verify', { phone: user.phone, code: data.otp_code })).status).toBe(200)
})

test('five codes an hour are sent to a phone, and to an e-mail address', async () => {
  app.clock.advance(3600)
  const phone = '+254711111111'
  expect(await statuses(6, () => call('otp/request', { phone }))).toEqual([200, 200, 200, 200, 200, 429])
  const reset = () => call('reset-password', { email: 'a@example.com' })
  expect(await statuses(6, reset)).toEqual([200, 200, 200, 200, 200, 429])
  app.clock.advance(3600)
  expect((await call('otp/request', { phone })).status).toBe(200)
})

test('the current password cannot be guessed with a stolen token', async () => {
  const { user, token } = await signUp(app, project)
  const path = `/projects/${project.id}/auth/users/${user.id}`
  const guess = (current_password: string) =>
    app.api('PATCH', path, { token, body: { password: 'another horse 2', current_password } })
  expect(await statuses(11, () => guess('wrong horse 1'))).toEqual([...Array(10).fill(403), 429])
  expect((await guess(PASSWORD)).status).toBe(429)
})
