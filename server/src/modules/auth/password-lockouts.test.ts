// Lockouts by guessed passwords and second factors: attackers with one network or many, owners with or without a known
// device (docs/decisions/0012).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type RunningApp } from '#app'
import { digest } from '#platform/crypto/tokens.ts'
import { createCaller, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { codeOf, type Guarded, guard, mailTo, PASSWORD, type SignedUp, signUp } from './auth.fixture.ts'
import { type Call, callFrom, codeIn, LONG, many, newNetwork, wrongFor } from './lockouts.fixture.ts'

const WRONG = 'wrong horse 1'
const NEW = 'another horse 2'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp({ rateLimits: true, trustProxy: true })
  project = await app.createProject()
})
afterAll(() => app.stop())
// Each test starts with fresh rate limits.
beforeEach(() => app.clock.advance(7200))

const from = (address: string) => callFrom(app, project, address)

async function latestCode(email: string): Promise<string> {
  return codeIn((await mailTo(app, project, email))?.text)
}

describe('passwords', () => {
  const guessing = (email: string) => (address: string) => from(address)('signin', { email, password: WRONG })

  test('guessed endlessly by one network still sign in from a new network', async () => {
    const { user } = await signUp(app, project)
    const attacker = newNetwork()
    expect(await many(40, () => guessing(user.email)(attacker))).toEqual({ 401: 10, 429: 30 })
    expect((await from(newNetwork())('signin', { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  // Hashing is slow: one guess is made, and the other guesses of unknown clients are inserted into the counts.
  const besiege = async ({ id, email }: { id: string; email: string }) => {
    const guess = guessing(email)
    expect(await guess(newNetwork())).toMatchObject({ status: 401 })
    const name = digest(JSON.stringify(['password', id, 'strangers']))
    const { admin } = app.platform.clusters.main
    const used = await admin.query('update msingi_auth.guesses set recent = 50 where name = $1', [name])
    expect(used.rowCount).toBe(1)
    expect(await many(5, () => guess(newNetwork()))).toEqual({ 429: 5 })
  }

  test('guessed by many networks allow 50 guesses in 15 minutes, also concurrently', async () => {
    const { user } = await signUp(app, project)
    const guess = guessing(user.email)
    const answers = await Promise.all(Array.from({ length: 60 }, () => guess(newNetwork())))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(50).fill(401), ...Array(10).fill(429)])
  })

  test.each([
    ['a device that has signed in before, in a new network', true, false],
    ['a network that has signed in before, without a device token', false, true],
  ])('guessed by many networks, still sign in %s', async (_name, withDevice, sameNetwork) => {
    const { user } = await signUp(app, project)
    const home = newNetwork()
    const first = await from(home)('signin', { email: user.email, password: PASSWORD })
    const { device_token } = first.data
    await besiege(user)
    const body = { email: user.email, password: PASSWORD, ...(withDevice ? { device_token } : {}) }
    expect((await from(sameNetwork ? home : newNetwork())('signin', body)).status).toBe(200)
  })

  test('guessed by many networks require the mailed code on a new device in a new network', async () => {
    const { user } = await signUp(app, project)
    await besiege(user)
    const owner = from(newNetwork())
    const body = { email: user.email, password: PASSWORD }
    const refused = await owner('signin', body)
    expect([refused.status, refused.body.details]).toEqual([429, { reason: 'proof_required' }])
    const code = await latestCode(user.email)
    expect(code).toMatch(LONG)
    expect((await owner('signin', { ...body, password: WRONG, code })).status).toBe(401)
    const entered = await owner('signin', { ...body, code: code.toUpperCase().replaceAll('-', '') })
    expect(entered.status).toBe(200)
    // This device is known from now on.
    const { device_token } = entered.data
    expect((await from(newNetwork())('signin', { ...body, device_token })).status).toBe(200)
    expect((await from(newNetwork())('signin', body)).status).toBe(429)
  })

  test('are not compared after unknown clients have used up the attempts, whether or not the account exists', async () => {
    const { user } = await signUp(app, project)
    const nobody = `nobody-${user.email}`
    await besiege(user)
    expect(await many(52, () => guessing(nobody)(newNetwork()))).toEqual({ 401: 50, 429: 2 })
    const answers = [
      { email: user.email, password: PASSWORD },
      { email: user.email, password: WRONG },
      { email: nobody, password: WRONG },
    ].map((body) => from(newNetwork())('signin', body))
    const [right, wrong, unknown] = (await Promise.all(answers)).map(({ status, text }) => ({ status, text }))
    expect(right?.status).toBe(429)
    expect(wrong).toEqual(right)
    expect(unknown).toEqual(right)
    expect(await mailTo(app, project, nobody)).toBeUndefined()
    const made_up = { email: user.email, password: PASSWORD, code: 'aaaa-bbbb-cccc' }
    expect((await from(newNetwork())('signin', made_up)).status).toBe(401)
  })

  test('allow two hundred guesses in a month', async () => {
    const { user } = await signUp(app, project)
    const guess = guessing(user.email)
    await guess(newNetwork())
    const name = digest(JSON.stringify(['password', user.id, 'strangers']))
    const { admin } = app.platform.clusters.main
    await admin.query('update msingi_auth.guesses set total = 198 where name = $1', [name])
    let looked = 0
    for (let quarter = 0; quarter < 6; quarter += 1) {
      app.clock.advance(900)
      looked += (await guess(newNetwork())).status === 401 ? 1 : 0
    }
    expect(looked).toBe(2)
    app.clock.advance(30 * 86_400)
    expect((await from(newNetwork())('signin', { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  test('cannot be tried on many accounts by one network (password spraying)', async () => {
    const attacker = from(newNetwork())
    const spray = (n: number) => attacker('signin', { email: `sprayed-${n}@example.com`, password: WRONG })
    expect(await many(70, spray)).toEqual({ 401: 50, 429: 20 })
    const { user } = await signUp(app, project)
    const { device_token } = (await from(newNetwork())('signin', { email: user.email, password: PASSWORD }))
      .data
    // Other users in the same network.
    expect((await attacker('signin', { email: user.email, password: PASSWORD, device_token })).status).toBe(
      200,
    )
  })

  test('from a known device are limited too, and its token is worthless for other accounts', async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    const signedIn = await from(newNetwork())('signin', { email: one.user.email, password: PASSWORD })
    const { device_token } = signedIn.data
    await besiege(two.user)
    const stolen = { email: two.user.email, password: PASSWORD, device_token }
    expect((await from(newNetwork())('signin', stolen)).status).toBe(429)
    const forged = device_token.replace(/.{5}$/, 'AAAAA')
    await besiege(one.user)
    const body = { email: one.user.email, password: PASSWORD }
    expect((await from(newNetwork())('signin', { ...body, device_token: forged })).status).toBe(429)
    const wrong = { ...body, password: WRONG, device_token }
    expect(await many(12, () => from(newNetwork())('signin', wrong))).toEqual({ 401: 10, 429: 2 })
    app.clock.advance(900)
    expect((await from(newNetwork())('signin', { ...body, device_token })).status).toBe(200)
    app.clock.advance(181 * 86_400)
    await besiege(one.user)
    expect((await from(newNetwork())('signin', { ...body, device_token })).status).toBe(429)
  })

  test('in a session have their own count', async () => {
    const person = await signUp(app, project)
    const path = `/projects/${project.id}/auth/users/${person.user.id}`
    const signedIn = await from(newNetwork())('signin', { email: person.user.email, password: PASSWORD })
    const change = (token: string, current_password: string) =>
      app.api('PATCH', path, { token, body: { password: NEW, current_password } })
    await besiege(person.user)
    expect(await many(12, () => change(person.token, WRONG))).toEqual({ 403: 10, 429: 2 })
    expect((await change(signedIn.data.tokens.access_token, PASSWORD)).status).toBe(200)
  })

  test('trigger few mails, after any number of attempts', async () => {
    const { user } = await signUp(app, project)
    await besiege(user)
    await app.platform.jobs.drain()
    const sent = app.platform.messages.outbox?.(project.id).filter(({ to }) => to === user.email)
    expect(sent).toHaveLength(3)
    // The mailed code is valid until another can be sent.
    const code = await latestCode(user.email)
    app.clock.advance(3599)
    const body = { email: user.email, password: PASSWORD, code }
    expect((await from(newNetwork())('signin', body)).status).toBe(200)
    app.clock.advance(3602)
    expect((await from(newNetwork())('signin', body)).status).toBe(401)
  })
})

describe('without a mail gateway', () => {
  let node: RunningApp
  let api: TestApp['api']
  beforeAll(async () => {
    const { config, keys, clusters, log } = app.platform
    const options = { keys, log, clock: app.clock, database: clusters.main.adminConfig(), work: false }
    node = await createApp({ ...options, config: { ...config, production: true } })
    api = createCaller(node)
  })
  afterAll(() => node.close())

  test('unknown clients are limited per network, and block no other network', async () => {
    const { user } = await signUp(app, project)
    const guess = (address: string, password = WRONG) =>
      callFrom({ api }, project, address)('signin', { email: user.email, password })
    expect(await many(60, () => guess(newNetwork()))).toEqual({ 401: 60 })
    const one = newNetwork()
    expect(await many(5, () => guess(one))).toEqual({ 401: 1, 429: 4 })
    expect((await guess(one, PASSWORD)).body.details).toBeUndefined()
    expect((await guess(newNetwork(), PASSWORD)).status).toBe(200)
  })
})

describe('second factors, guessed by an attacker who knows the password', () => {
  const challenge = async (call: Call, person: SignedUp, more: object = {}) =>
    (await call('signin', { email: person.user.email, password: PASSWORD, ...more })).data.mfa_token as string
  const verify = (call: Call, mfa_token: string, code: string, more: object = {}) =>
    call('factors/verify', { mfa_token, code, ...more })

  async function besieged(networksOfAttacker: number): Promise<Guarded> {
    const person = await guard(app, project, await signUp(app, project))
    app.clock.advance(60)
    const addresses = Array.from({ length: networksOfAttacker }, newNetwork)
    const attackers = await Promise.all(
      addresses.map(async (address) => {
        const call = from(address)
        return { call, token: await challenge(call, person) }
      }),
    )
    const seen = await many(40, (n) => {
      const { call, token } = attackers[n % attackers.length] as (typeof attackers)[number]
      return verify(call, token, wrongFor(codeOf(app, person.secret)))
    })
    expect(seen).toEqual(networksOfAttacker === 1 ? { 401: 10, 429: 30 } : { 401: 30, 429: 10 })
    return person
  }

  test('in one network, block no other network', async () => {
    const person = await besieged(1)
    const owner = from(newNetwork())
    const answer = await verify(owner, await challenge(owner, person), codeOf(app, person.secret))
    expect(answer.status).toBe(200)
  })

  test('in many networks, do not block a known device', async () => {
    const person = await besieged(8)
    const { device_token } = person
    const owner = from(newNetwork())
    const token = await challenge(owner, person)
    expect((await verify(owner, token, codeOf(app, person.secret))).status).toBe(429)
    expect((await verify(owner, token, codeOf(app, person.secret), { device_token })).status).toBe(200)
  })

  test('in many networks, do not block the owner of the mailbox', async () => {
    const person = await besieged(8)
    const owner = from(newNetwork())
    await owner('magic-link/request', { email: person.user.email })
    const code = await latestCode(person.user.email)
    const { mfa_token } = (await owner('magic-link/verify', { email: person.user.email, code })).data
    expect((await verify(owner, mfa_token, codeOf(app, person.secret))).status).toBe(200)
  })

  test('allow few guesses in a month', async () => {
    const person = await guard(app, project, await signUp(app, project))
    let looked = 0
    for (let hour = 0; hour < 6; hour += 1) {
      app.clock.advance(3600)
      for (let n = 0; n < 4; n += 1) {
        const attacker = from(newNetwork())
        const token = await challenge(attacker, person)
        const guess = () => verify(attacker, token, wrongFor(codeOf(app, person.secret)))
        looked += (await many(11, guess))[401] ?? 0
      }
    }
    expect(looked).toBe(100)
  })
})
