// Lockouts by code requests and guesses: attackers with one network or many, owners with or without a known device
// (docs/decisions/0012).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digest } from '#platform/crypto/tokens.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { changeSettings, type SignedUp, signUp } from './auth.fixture.ts'
import { type Call, callFrom, codeIn, LONG, many, newNetwork, wrongFor } from './lockouts.fixture.ts'

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

interface Kind {
  readonly name: string
  readonly purpose: string
  /** recipient returns what the attacker knows about the owner. */
  recipient(person: SignedUp): string
  request(call: Call, recipient: string, more?: object): ReturnType<Call>
  confirm(call: Call, recipient: string, code: string, more?: object): ReturnType<Call>
}

const kinds: Kind[] = [
  {
    name: 'of a new password',
    purpose: 'reset',
    recipient: ({ user }) => user.email,
    request: (call, email, more = {}) => call('reset-password', { email, ...more }),
    confirm: (call, email, code, more = {}) =>
      call('reset-password/confirm', { email, code, new_password: NEW, ...more }),
  },
  {
    name: 'by SMS',
    purpose: 'otp',
    recipient: ({ user }) => user.phone,
    request: (call, phone, more = {}) => call('otp/request', { phone, ...more }),
    confirm: (call, phone, code, more = {}) => call('otp/verify', { phone, code, ...more }),
  },
  {
    name: 'of a magic link',
    purpose: 'magic_link',
    recipient: ({ user }) => user.email,
    request: (call, email, more = {}) => call('magic-link/request', { email, ...more }),
    confirm: (call, email, code, more = {}) => call('magic-link/verify', { email, code, ...more }),
  },
  {
    name: 'to confirm an address',
    purpose: 'verify_email',
    recipient: ({ user }) => user.email,
    request: (call, email, more = {}) => call('verify-email/request', { email, ...more }),
    confirm: (call, email, code, more = {}) => call('verify-email', { email, code, ...more }),
  },
]

describe.each(kinds)('codes $name', ({ purpose, recipient, request, confirm }) => {
  /** ask requests a code and returns it from the message, as the owner does. */
  async function ask(call: Call, to: string, more: object = {}): Promise<string> {
    const answer = await request(call, to, more)
    expect(answer.status, answer.text).toBe(200)
    await app.platform.jobs.drain()
    const message = app.platform.messages.outbox?.(project.id).find((one) => one.to === to)
    return codeIn(message?.text)
  }

  test('still work after endless guesses before the request', async () => {
    const to = recipient(await signUp(app, project))
    const attacker = from(newNetwork())
    expect(await many(30, () => confirm(attacker, to, '000000'))).toEqual({ 401: 30 })
    const owner = from(newNetwork())
    const code = await ask(owner, to)
    expect(code).toMatch(/^\d{6}$/)
    expect((await confirm(owner, to, code)).status).toBe(200)
  })

  test('are invalidated neither by guesses nor by requests from other networks', async () => {
    const to = recipient(await signUp(app, project))
    const owner = from(newNetwork())
    const code = await ask(owner, to)
    for (let n = 0; n < 4; n += 1) {
      const attacker = from(newNetwork())
      await request(attacker, to)
      expect(await many(8, () => confirm(attacker, to, wrongFor(code)))).toEqual({ 401: 8 })
    }
    expect((await confirm(owner, to, code)).status).toBe(200)
  })

  test('work in another network than the requesting one, unless someone is guessing', async () => {
    const to = recipient(await signUp(app, project))
    const code = await ask(from(newNetwork()), to)
    expect((await confirm(from(newNetwork()), to, code)).status).toBe(200)
    const next = await ask(from(newNetwork()), to)
    await many(5, () => confirm(from(newNetwork()), to, wrongFor(next)))
    expect((await confirm(from(newNetwork()), to, next)).status).toBe(401)
  })

  test('allow five guesses of the requester and five of all others, also concurrently', async () => {
    const to = recipient(await signUp(app, project))
    const [owner, other] = [from(newNetwork()), from(newNetwork())]
    const code = await ask(owner, to)
    await Promise.all(Array.from({ length: 20 }, () => confirm(owner, to, wrongFor(code))))
    await Promise.all(Array.from({ length: 20 }, () => confirm(other, to, wrongFor(code))))
    const { rows } = await app.platform.clusters.main.admin.query(
      'select attempts, attempts_elsewhere from msingi_auth.codes where recipient = $1',
      [to],
    )
    expect(rows).toEqual([{ attempts: 5, attempts_elsewhere: 5 }])
    expect((await confirm(owner, to, code)).status).toBe(401)
    expect((await confirm(other, to, code)).status).toBe(401)
  })

  test('in the same network as an attacker who uses up all attempts, end in a code that cannot be guessed', async () => {
    const to = recipient(await signUp(app, project))
    const carrier = from(newNetwork())
    let code = ''
    for (let n = 0; n < 5; n += 1) {
      code = await ask(carrier, to)
      await many(6, () => confirm(carrier, to, /^\d+$/.test(code) ? wrongFor(code) : '000000'))
    }
    const refused = await request(carrier, to)
    expect([refused.status, refused.body.details]).toEqual([429, { reason: 'code_sent' }])
    expect(code).toMatch(LONG)
    app.clock.advance(3599)
    expect((await confirm(carrier, to, code)).status).toBe(200)
  })

  test('requested by many networks up to the limit, end in a code that is valid until the limit resets', async () => {
    const to = recipient(await signUp(app, project))
    const attackers = Array.from({ length: 10 }, () => from(newNetwork()))
    const seen = await many(30, (n) => request(attackers[n % 10] as Call, to))
    expect(seen).toEqual({ 200: 15, 429: 15 })
    const owner = from(newNetwork())
    const refused = await request(owner, to)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    for (const attacker of attackers) await many(6, () => confirm(attacker, to, '000000'))
    await app.platform.jobs.drain()
    const latest = app.platform.messages.outbox?.(project.id).find((one) => one.to === to)
    app.clock.advance(3599)
    expect((await confirm(owner, to, codeIn(latest?.text))).status).toBe(200)
  })

  test('requested by many networks up to the limit, are still sent to a known device', async () => {
    const person = await signUp(app, project)
    const to = recipient(person)
    const more = { device_token: person.device_token }
    await many(20, () => request(from(newNetwork()), to))
    const code = await ask(from(newNetwork()), to, more)
    expect(code).toMatch(/^\d{6}$/)
    await many(10, () => confirm(from(newNetwork()), to, wrongFor(code)))
    expect((await confirm(from(newNetwork()), to, code, more)).status).toBe(200)
  })

  test('get longer after too many guesses, until they cannot be guessed', async () => {
    const to = recipient(await signUp(app, project))
    const { admin } = app.platform.clusters.main
    const lengths: number[] = []
    let compared = 0
    // Each code of six digits allows at most ten comparisons; the long code at the end of each hour allows none.
    for (let hour = 0; hour < 4; hour += 1) {
      app.clock.advance(3600)
      for (let n = 0; n < 5; n += 1) {
        const attacker = from(newNetwork())
        const code = await ask(attacker, to)
        lengths.push(code.length)
        await many(5, () => confirm(attacker, to, code.length === 6 ? wrongFor(code) : '000000'))
        const tried = await admin.query(
          `select sum(attempts + attempts_elsewhere)::int as n from msingi_auth.codes
           where recipient = $1 and digits = 6`,
          [to],
        )
        compared = Math.max(compared, tried.rows[0].n ?? 0)
      }
    }
    expect(compared).toBeGreaterThan(0)
    expect(lengths[0]).toBe(6)
    expect(lengths.at(-1)).toBe(8)
    const owner = from(newNetwork())
    const code = await ask(owner, to)
    expect((await confirm(owner, to, wrongFor(code))).status).toBe(401)
    // Again, after too many guesses at codes of eight digits.
    const name = digest(JSON.stringify(['code', purpose, to, 'strangers', '8']))
    const { rowCount } = await admin.query('update msingi_auth.guesses set total = 1000 where name = $1', [
      name,
    ])
    expect(rowCount).toBe(1)
    expect((await confirm(owner, to, code)).status).toBe(401)
    const long = await ask(owner, to)
    expect(long).toMatch(LONG)
    expect((await confirm(from(newNetwork()), to, long)).status).toBe(200)
  })
})

test('codes of four digits allow ten guesses in a month', async () => {
  const short = await app.createProject()
  await changeSettings(app, short, { otp_length: 4 })
  const { user } = await signUp(app, short)
  const { admin } = app.platform.clusters.main
  const call = (path: string, body: object) =>
    callFrom(app, short, newNetwork())(path, { phone: user.phone, ...body })
  const lengths: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const { otp_code } = (await call('otp/request', {})).data
    lengths.push(otp_code.length)
    await many(5, () => call('otp/verify', { code: otp_code.length === 4 ? wrongFor(otp_code) : '0000' }))
  }
  expect(lengths).toContain(4)
  expect(lengths.at(-1)).toBe(8)
  const { rows } = await admin.query(
    'select max(total)::int as guesses from msingi_auth.guesses where project_id = $1 and recent > 5',
    [short.id],
  )
  expect(rows[0].guesses).toBeLessThanOrEqual(10)
})

test('the messages of one project are limited, and one network cannot use up the limit', async () => {
  const few = await startTestApp({ rateLimits: true, trustProxy: true, projectMails: 40 })
  try {
    const [shop, neighbour] = [await few.createProject(), await few.createProject()]
    const person = await signUp(few, shop)
    let recipients = 0
    const ask = (address: string, more: object = {}, of = shop) =>
      callFrom(few, of, address)('reset-password', { email: `somebody-${++recipients}@example.com`, ...more })
    const one = newNetwork()
    expect(await many(6, () => ask(one))).toEqual({ 200: 4, 429: 2 })
    expect(await many(50, () => ask(newNetwork()))).toEqual({ 200: 36, 429: 14 })
    const refused = await ask(newNetwork())
    expect(refused.body.message).toMatch(/^This project has sent too many messages\./)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const known = { email: person.user.email, device_token: person.device_token }
    expect((await ask(newNetwork(), known)).status).toBe(200)
    expect((await ask(newNetwork(), {}, neighbour)).status).toBe(200)
    few.clock.advance(3600)
    expect((await ask(newNetwork())).status).toBe(200)
  } finally {
    await few.stop()
  }
})
