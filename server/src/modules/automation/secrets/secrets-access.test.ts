// Who may list, reveal, resolve and write secrets, and how much of all that.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const pathOf = ({ id }: TestProject) => `/projects/${id}/secrets`
const resolve = (key: string, credential: CallOptions) =>
  app.api('GET', `/secrets/resolve/${key}`, credential)
const sql = (text: string, values: unknown[] = []) => app.platform.clusters.main.admin.query(text, values)

async function keyWith(of: TestProject, body: object): Promise<CallOptions> {
  const made = await app.api('POST', `/projects/${of.id}/api-keys`, {
    token: of.token,
    body: { name: 'k', ...body },
  })
  return { key: made.data.key }
}

test('who may list, reveal, resolve and write', async () => {
  const own = await app.createProject()
  const stranger = await app.createProject()
  const { id } = (await app.api('POST', pathOf(own), { token: own.token, body: { key: 'A', value: 'mine' } }))
    .data
  await app.api('POST', pathOf(stranger), { token: stranger.token, body: { key: 'A', value: 'theirs' } })
  const { organisation_id } = (await app.api('GET', `/projects/${own.id}`, { token: own.token })).data
  const memberAs = async (role: string) => {
    const { token, user } = await app.register()
    const body = { email: user.email, role }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: own.token, body })
    return { token }
  }
  const signup = {
    email: 'u@example.com',
    password: 'correct horse 1',
    full_name: 'U',
    phone: '+255712345678',
  }
  const user = await app.api('POST', `/projects/${own.id}/auth/signup`, { key: own.secret, body: signup })
  const cases: [string, CallOptions, list: number, reveal: number, resolve: number, write: number][] = [
    ['owner', { token: own.token }, 200, 200, 403, 200],
    ['developer', await memberAs('developer'), 200, 200, 403, 200],
    ['viewer', await memberAs('viewer'), 200, 403, 403, 403],
    ['secret key', { key: own.secret }, 200, 200, 200, 200],
    ['secrets:read', await keyWith(own, { scopes: ['secrets:read'] }), 200, 200, 200, 403],
    ['secrets:write', await keyWith(own, { scopes: ['secrets:write'] }), 200, 200, 200, 200],
    [
      'other scopes',
      await keyWith(own, { scopes: ['env:write', 'data:read', 'query:read'] }),
      403,
      403,
      403,
      403,
    ],
    ['publishable key', { key: own.publishable }, 403, 403, 403, 403],
    [
      'publishable key with the scope',
      await keyWith(own, { kind: 'publishable', scopes: ['secrets:read'] }),
      ...([403, 403, 403, 403] as const),
    ],
    ['end user', { token: user.data.tokens.access_token }, 403, 403, 403, 403],
    ['owner of another project', { token: stranger.token }, 403, 403, 403, 403],
    ['nobody', {}, 401, 401, 401, 401],
    ['wrong key', { key: 'msk_wrong' }, 401, 401, 401, 401],
  ]
  for (const [who, credential, ...expected] of cases) {
    const below = pathOf(own)
    const answers = [
      await app.api('GET', below, credential),
      await app.api('GET', `${below}/${id}/value`, credential),
      await app.api('GET', '/secrets/resolve/A', credential),
      await app.api('PATCH', `${below}/${id}`, { ...credential, body: { description: who } }),
    ]
    expect(
      answers.map(({ status }) => status),
      who,
    ).toEqual(expected)
    for (const { status, text } of answers) if (status >= 400) expect(text).not.toContain('mine')
  }
  // A key resolves in its own project alone, whatever is called the same elsewhere.
  expect((await resolve('A', { key: stranger.secret })).data.value).toBe('theirs')
  expect((await app.api('GET', `${pathOf(own)}/${id}/value`, { key: stranger.secret })).status).toBe(403)
  expect((await app.api('GET', `${pathOf(stranger)}/${id}/value`, { key: stranger.secret })).status).toBe(404)
})

describe('limits', () => {
  test('a project holds a thousand secrets, and 16 MB of versions', async () => {
    const own = await app.createProject()
    const add = (key: string, value = 'x') =>
      app.api('POST', pathOf(own), { token: own.token, body: { key, value } })
    const { id } = (await add('FIRST')).data
    await sql(
      `insert into platform.secrets (id, project_id, key, version, mask, created_at, updated_at)
       select gen_random_uuid(), $1, 'N' || i, 1, '', now(), now() from generate_series(1, 998) i`,
      [own.id],
    )
    expect((await add('LAST')).status).toBe(201)
    const over = await add('OVER')
    expect([over.status, over.body.message]).toEqual([409, expect.stringContaining('at most 1000 secrets')])
    await sql(`delete from platform.secrets where project_id = $1 and mask = ''`, [own.id])
    await sql(
      `insert into platform.secret_versions (secret_id, version, project_id, sealed, created_by, created_at)
       select $2, 100 + i, $1, repeat('x', 1048576), '', now() from generate_series(1, 16) i`,
      [own.id, id],
    )
    const large = await add('LARGE')
    expect([large.status, large.body.message]).toEqual([409, expect.stringContaining('at most 16 MB')])
  })

  test('values may be read 300 times a minute', async () => {
    const limited = await startTestApp({ rateLimits: true })
    try {
      const { id, secret: key, token } = await limited.createProject()
      const { data } = await limited.api('POST', `/projects/${id}/secrets`, {
        key,
        body: { key: 'A', value: 'v' },
      })
      const read = () => limited.api('GET', '/secrets/resolve/A', { key })
      const first = await read()
      expect(first.headers).toMatchObject({ 'ratelimit-limit': '300', 'ratelimit-remaining': '299' })
      for (let n = 1; n < 300; n += 23) await Promise.all(Array.from({ length: Math.min(23, 300 - n) }, read))
      const refused = await read()
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
      expect((await limited.api('GET', `/projects/${id}/secrets/${data.id}/value`, { key })).status).toBe(429)
      expect((await limited.api('GET', `/projects/${id}/secrets`, { key })).status).toBe(200)
      expect((await limited.api('GET', `/projects/${id}/secrets/${data.id}/value`, { token })).status).toBe(
        200,
      )
      limited.clock.advance(60)
      expect((await read()).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})
