// The hook before sign-up: refuses, replaces metadata, and refuses everything where it fails.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HooksLab, openHooksLab } from './hooks-lab.fixture.ts'

let lab: HooksLab
beforeAll(async () => {
  lab = await openHooksLab()
})
afterAll(() => lab.app.stop())
afterEach(async () => {
  await lab.hooks({ before_signup: null, access_token: null })
})

const users = async (project = lab.project) =>
  (await lab.app.api('GET', `/projects/${project.id}/auth/users`, { token: project.token })).data

test('a hook lets users in, replaces their metadata, or refuses with its own sentence', async () => {
  await lab.hook(
    'before_signup',
    `if (!data.user.email?.endsWith('@example.com'))
       return Response.json({ message: 'Only addresses of Example Ltd.\\n' }, { status: 403 })
     return Response.json({ metadata: { ...data.user.metadata, type, method: data.method, caller: ctx.caller.type } })`,
  )
  const made = await lab.signUp(1, { metadata: { language: 'sw' } })
  expect([made.status, made.data.user.metadata]).toEqual([
    201,
    { language: 'sw', type: 'hook.before_signup', method: 'password', caller: 'hook' },
  ])
  const refused = await lab.signUp(2, { email: 'mallory@elsewhere.example' })
  expect(refused).toMatchObject({
    status: 403,
    body: { message: 'Only addresses of Example Ltd. ', details: { hook: 'before_signup' } },
  })
  await lab.hook('before_signup', `return new Response(null, { status: 204 })`)
  expect((await lab.signUp(3, { metadata: { a: 1 } })).data.user.metadata).toEqual({ a: 1 })
  expect((await users()).map(({ email }: any) => email).toSorted()).toEqual([
    'u1@example.com',
    'u3@example.com',
  ])
})

test('every way to become a user is asked about, also becoming a full one', async () => {
  const { id, token } = lab.project
  await lab.app.api('PUT', `/projects/${id}/auth/settings`, { token, body: { allow_anonymous: true } })
  await lab.hook(
    'before_signup',
    `return new Response('', { status: data.method === 'anonymous' ? 200 : 409 })`,
  )
  const anonymous = await lab.auth('anonymous', {})
  expect(anonymous.status).toBe(201)
  const body = { email: 'w@example.com', phone: '+255712099999', password: 'correct horse 1', full_name: 'W' }
  const session = { token: anonymous.data.tokens.access_token }
  const upgraded = await lab.app.api('POST', `/projects/${id}/auth/upgrade`, { ...session, body })
  expect(upgraded.status).toBe(409)
  const { data } = await lab.auth('otp/request', { phone: '+255712088888' })
  const proof = { phone: '+255712088888', code: data.otp_code, full_name: 'Z' }
  expect((await lab.auth('otp/verify', proof)).status).toBe(409)
  // The refusal has not used up the code.
  await lab.hooks({ before_signup: null })
  expect((await lab.auth('otp/verify', proof)).status).toBe(200)
})

test.each([
  ['throws', `throw new Error('secret detail')`, 'secret detail'],
  ['answers 500', `return new Response('', { status: 500 })`, 'answered 500'],
  ['answers no JSON', `return new Response('<html>')`, 'the answer'],
  ['answers a list', `return Response.json([])`, 'the answer'],
  ['answers what is unknown', `return Response.json({ allow: true })`, 'allow'],
  ['answers 1 MB', `return Response.json({ metadata: { x: 'x'.repeat(1_000_000) } })`, '64 KB'],
  ['answers too much metadata', `return Response.json({ metadata: { x: 'x'.repeat(20_000) } })`, 'metadata'],
  ['redirects', `return Response.redirect('https://example.com/')`, 'answered 302'],
])('a hook that %s refuses everybody with 503; only its log says why', async (_, body, reason) => {
  const before = (await users()).length
  await lab.hook('before_signup', body)
  const { status, body: refusal, headers } = await lab.signUp(10)
  const details = { hook: 'before_signup', invocation_id: expect.any(String) }
  const message = 'This app cannot check the request right now. Try again shortly.'
  expect([status, refusal]).toEqual([
    503,
    { success: false, code: 'hook_failed', message, errors: [message], details },
  ])
  expect(headers['retry-after']).toBe('5')
  await expect.poll(() => lab.logged('before_signup', refusal.details.invocation_id)).toContain(reason)
  expect(await users()).toHaveLength(before)
})

test('hooks that hang end after 5 s, and hold up neither other projects nor the connections of their own', async () => {
  await lab.hook('before_signup', `await new Promise((done) => setTimeout(done, 60_000))`)
  const other = await lab.app.createProject()
  const began = performance.now()
  const hanging = Array.from({ length: 12 }, (_, n) => lab.signUp(20 + n))
  let ended = 0
  for (const one of hanging) void one.then(() => (ended += 1))
  // Nothing of them is open in the database, long before they end.
  const { admin } = lab.app.platform.clusters.main
  const open = `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  await expect.poll(async () => (await admin.query(open)).rowCount, { interval: 20 }).toBe(0)
  expect(ended).toBe(0)
  expect((await lab.signUp(1, {}, other)).status).toBe(201)
  expect(await users()).toBeInstanceOf(Array)
  expect((await lab.auth('signin', { email: 'u1@example.com', password: 'correct horse 1' })).status).toBe(
    200,
  )
  const answers = await Promise.all(hanging)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(answers[0]?.body.details).toEqual({ hook: 'before_signup' })
  expect(performance.now() - began).toBeGreaterThan(4000)
})

test('a hook that signs up users itself ends', async () => {
  await lab.hook(
    'before_signup',
    `const body = { email: crypto.randomUUID() + '@example.com', password: 'correct horse 1', full_name: 'Again',
       phone: '+25571' + String(Math.random()).slice(2, 9) }
     await env.service.auth.signUp(body).catch(() => {})
     return Response.json({ message: 'enough' }, { status: 403 })`,
  )
  const before = (await users()).length
  const { status } = await lab.signUp(40)
  expect([403, 503]).toContain(status)
  const other = await lab.app.createProject()
  expect((await lab.signUp(41, {}, other)).status).toBe(201)
  expect(await users()).toHaveLength(before)
})

test('only functions of the own project can be named, and only by its developers', async () => {
  const other = await lab.app.createProject()
  await lab.hook('before_signup', `return new Response()`)
  const foreign = await lab.hooks({ before_signup: 'before-signup' }, other)
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('was not found')])
  expect((await lab.hooks({ before_signup: 'x' }, { ...other, id: lab.project.id })).status).toBe(403)
  const path = `/projects/${lab.project.id}/auth/hooks`
  const body = { before_signup: null }
  expect((await lab.app.api('PUT', path, { key: lab.project.secret, body })).status).toBe(403)
  expect((await lab.app.api('GET', path, { token: lab.project.token })).data).toMatchObject({
    ...{ before_signup: 'before-signup', send_mail: null, send_sms: null },
  })
  expect((await lab.hooks({ before_sign_up: null })).status).toBe(400)
})
