// The hook of access tokens: its claims are in tokens and policies, and it fails closed without costing a refresh token.
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HooksLab, openHooksLab } from './hooks-lab.fixture.ts'

let lab: HooksLab
beforeAll(async () => {
  lab = await openHooksLab()
})
afterAll(() => lab.app.stop())
afterEach(async () => {
  await lab.hooks({ access_token: null })
})

const refresh = (refresh_token: string) => lab.auth('refresh', { refresh_token })
const tenant = (name: string) => `return Response.json({ claims: { tenant: '${name}' } })`

test('claims are in the token and in policies, until the next token', async () => {
  const { id, token, secret: key } = lab.project
  const columns = [{ name: 'tenant', data_type: 'text' }]
  const table = await lab.app.api('POST', `/projects/${id}/tables`, {
    token,
    body: { name: 'papers', columns },
  })
  const policy = { action: 'select', subject: 'authenticated', condition: `tenant = auth.claim('tenant')` }
  await lab.app.api('POST', `/projects/${id}/tables/${table.data.id}/rls`, { token, body: policy })
  await lab.app.api('POST', '/data/papers', { key, body: [{ tenant: 'duka' }, { tenant: 'soko' }] })
  const visible = async (access: string) => {
    const { data } = await lab.app.api('GET', '/data/papers', { token: access })
    return data.map((row: { tenant: string }) => row.tenant)
  }

  await lab.hook(
    'access_token',
    `const { user, session_id, methods, claims } = data
     return Response.json({ claims: { tenant: 'duka', asked: { type, id: user.id, m: user.metadata, session_id, methods, aal: claims.aal } } })`,
  )
  const { tokens, user } = (await lab.signUp(1, { metadata: { a: 1 } })).data
  const claims = decodeJwt<any>(tokens.access_token)
  expect(claims).toMatchObject({
    ...{ tenant: 'duka', sub: user.id, aud: id, aal: 'aal1' },
    asked: {
      type: 'hook.access_token',
      id: user.id,
      m: { a: 1 },
      session_id: claims.sid,
      methods: ['password'],
      aal: 'aal1',
    },
  })
  expect(await visible(tokens.access_token)).toEqual(['duka'])

  await lab.hook('access_token', tenant('soko'))
  const next = (await refresh(tokens.refresh_token)).data.tokens
  expect(decodeJwt(next.access_token)).toMatchObject({ tenant: 'soko' })
  expect(await visible(next.access_token)).toEqual(['soko'])

  await lab.hooks({ access_token: null })
  const last = (await refresh(next.refresh_token)).data.tokens
  expect(decodeJwt(last.access_token)).not.toHaveProperty('tenant')
  expect(await visible(last.access_token)).toEqual([])
})

test.each([
  [
    1,
    'a reserved claim',
    `return Response.json({ claims: { sub: 'somebody' } })`,
    'claims.sub: is a reserved claim',
  ],
  [2, 'role_ids', `return Response.json({ claims: { role_ids: ['x'] } })`, 'claims.role_ids'],
  [3, 'too many', `return Response.json({ claims: { x: 'x'.repeat(5000) } })`, 'at most 4096 characters'],
  [4, 'what is no object', `return Response.json({ claims: 'all' })`, 'claims'],
  [5, 'an error', `throw new Error('no ledger')`, 'no ledger'],
])('%i: a hook that answers %s signs nobody in', async (n, _, body, reason) => {
  await lab.hooks({ access_token: null })
  const { user } = (await lab.signUp(100 + n)).data
  await lab.hook('access_token', body)
  const { status, body: refusal } = await lab.auth('signin', {
    email: `u${100 + n}@example.com`,
    password: 'correct horse 1',
  })
  expect([status, refusal.code]).toEqual([503, 'hook_failed'])
  const { invocation_id } = refusal.details
  await expect.poll(() => lab.logged('access_token', invocation_id)).toContain(reason)
  const { rows } = await lab.app.platform.clusters.main.admin.query(
    'select revoked_at is null as live from msingi_auth.sessions where user_id = $1 order by created_at, revoked_at nulls first',
    [user.id],
  )
  // That of the sign-up alone.
  expect(rows.filter(({ live }) => live)).toHaveLength(1)
})

test('a failing hook costs no refresh token, a refusal says why', async () => {
  const { tokens } = (await lab.signUp(2)).data
  await lab.hook('access_token', `return new Response('', { status: 502 })`)
  expect((await refresh(tokens.refresh_token)).status).toBe(503)
  await lab.hook(
    'access_token',
    `return Response.json({ message: 'Your licence has ended.' }, { status: 403 })`,
  )
  expect(await refresh(tokens.refresh_token)).toMatchObject({
    ...{ status: 403, body: { message: 'Your licence has ended.' } },
  })
  await lab.hook('access_token', tenant('duka'))
  expect((await refresh(tokens.refresh_token)).status).toBe(200)
  // Whoever has lost the answer asks the hook again; later, a token that was used already ends the session.
  const again = (await refresh(tokens.refresh_token)).data.tokens
  expect(decodeJwt(again.access_token)).toMatchObject({ tenant: 'duka' })
  lab.app.clock.advance(11)
  expect((await refresh(tokens.refresh_token)).status).toBe(401)
})

test.each([
  ['fails', `throw new Error('no ledger')`, 503],
  ['refuses', `return Response.json({ message: 'Not yet.' }, { status: 403 })`, 403],
])('where it %s, nobody has signed up, and the next try finds the address free', async (_, body, status) => {
  await lab.hook('access_token', body)
  expect((await lab.signUp(4)).status).toBe(status)
  await lab.hooks({ access_token: null })
  const { status: next, data } = await lab.signUp(4)
  expect(next).toBe(201)
  await lab.app.api('DELETE', `/projects/${lab.project.id}/auth/users/${data.user.id}`, {
    token: lab.project.token,
  })
})

test('all hooks of one request have 5 s together', async () => {
  const slow = `await new Promise((done) => setTimeout(done, 2600))\nreturn Response.json({})`
  await lab.hook('before_signup', slow)
  await lab.hook('access_token', slow)
  const { status, body } = await lab.signUp(3)
  expect([status, body.details]).toEqual([503, { hook: 'access_token' }])
  await lab.hooks({ before_signup: null })
})
