// API keys: issued, changed, rotated and revoked, with expiry to the second.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { KEY_AREAS } from './key-scopes.ts'

let app: TestApp
let project: TestProject
let path: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  path = `/projects/${project.id}/api-keys`
})
afterAll(() => app.stop())

const create = (body: object) => app.api('POST', path, { token: project.token, body })
const statusOf = async (key: string) => (await app.api('GET', '/data/users', { key })).status
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString()

async function listed(id: string) {
  const { data } = await app.api('GET', path, { token: project.token })
  return data.find((key: { id: string }) => key.id === id)
}

describe('creating', () => {
  test('shows the key once', async () => {
    const answer = await create({ name: ' Server ' })
    expect(answer.status).toBe(201)
    const { key, ...shown } = answer.data
    expect(key).toMatch(/^msk_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Server',
      kind: 'secret',
      prefix: key.slice(0, 12),
      scopes: ['*'],
      expires_at: null,
      last_used_at: null,
      previous_expires_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await listed(shown.id)).toEqual(shown)
  })

  test('stores nothing that the key can be derived from', async () => {
    const { data } = await create({ name: 'Server' })
    const sql = 'select * from platform.api_keys where id = $1'
    const [row] = (await app.platform.clusters.main.admin.query(sql, [data.id])).rows
    expect(JSON.stringify(row)).not.toContain(data.key.slice(12))
    expect(row.digest).toMatch(/^[\w-]{43}$/)
  })

  test('a publishable key has its own prefix', async () => {
    const { data } = await create({ name: 'Browser', kind: 'publishable', scopes: ['data:read'] })
    expect(data).toMatchObject({ kind: 'publishable', scopes: ['data:read'] })
    expect(data.key).toMatch(/^mpk_[\w-]{43}$/)
  })

  test.each([
    [{}, 'name is required.'],
    [{ name: ' ' }, 'name: must not be empty.'],
    [{ name: 'x', scopes: [] }, 'scopes: must name at least one scope.'],
    [
      { name: 'x', scopes: ['data'] },
      'scopes.0: must be `*`, `<area>:read` or `<area>:write`, such as data:read.',
    ],
    [
      { name: 'x', scopes: ['data:erase'] },
      'scopes.0: must be `*`, `<area>:read` or `<area>:write`, such as data:read.',
    ],
    [{ name: 'x', scopes: ['*', 'storag:read'] }, 'scopes.1: there is no area storag. Did you mean storage?'],
    [{ name: 'x', scopes: [7] }, 'scopes.0: must be `*`, `<area>:read` or `<area>:write`.'],
    [
      { name: 'x', expires_at: 'soon' },
      'expires_at: must be a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22.',
    ],
    [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, 'expires_at: must be in the future.'],
    [{ name: 'x', key: 'msk_mine' }, 'Unknown field: key.'],
  ])('with %j is refused', async (body, complaint) => {
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([complaint])
  })
})

test('every area that a route asks keys for has its scopes, and no other', () => {
  const areas = app.app.routePermissions().flatMap(({ keyArea }) => keyArea ?? [])
  expect([...new Set(areas)].sort()).toEqual([...KEY_AREAS].sort())
})

describe('access', () => {
  test.each([
    ['admin', 200, 201],
    ['developer', 403, 403],
    ['viewer', 403, 403],
  ])('as %s: list %i, create %i', async (role, list, made) => {
    const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token: project.token }))
      .data
    const { token, user } = await app.register()
    const body = { email: user.email, role }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    expect((await app.api('GET', path, { token })).status).toBe(list)
    expect((await app.api('POST', path, { token, body: { name: 'x' } })).status).toBe(made)
  })

  test('is refused to API keys, to accounts outside the organisation, and without credentials', async () => {
    const stranger = await app.register()
    expect((await app.api('GET', path, { key: project.secret })).status).toBe(403)
    expect((await app.api('POST', path, { key: project.secret, body: { name: 'x' } })).status).toBe(403)
    expect((await app.api('GET', path, { token: stranger.token })).status).toBe(403)
    expect((await app.api('GET', path)).status).toBe(401)
  })

  test('a key of one project cannot be reached through another project', async () => {
    const other = await app.createProject()
    const { data } = await create({ name: 'Ours' })
    const theirs = `/projects/${other.id}/api-keys/${data.id}`
    const as = { token: other.token }
    expect((await app.api('PATCH', theirs, { ...as, body: { name: 'x' } })).status).toBe(404)
    expect((await app.api('POST', `${theirs}/rotate`, { ...as, body: {} })).status).toBe(404)
    expect((await app.api('DELETE', theirs, as)).status).toBe(404)
    expect(await statusOf(data.key)).toBe(200)
  })
})

describe('changing', () => {
  const change = (id: string, body: object) =>
    app.api('PATCH', `${path}/${id}`, { token: project.token, body })

  test('the name keeps the other fields', async () => {
    const { key, ...before } = (await create({ name: 'Before', scopes: ['data:read'] })).data
    app.clock.advance(1)
    const answer = await change(before.id, { name: 'After' })
    const after = { ...before, name: 'After', updated_at: app.clock.now().toISOString() }
    expect(answer.data).toEqual(after)
    expect(await listed(before.id)).toEqual(after)
    expect(await statusOf(key)).toBe(200)
  })

  test('the scopes takes effect at once', async () => {
    const { id, key } = (await create({ name: 'Scopes' })).data
    expect(await statusOf(key)).toBe(200)
    await change(id, { scopes: ['storage:write'] })
    expect(await statusOf(key)).toBe(403)
    await change(id, { scopes: ['data:read'] })
    expect(await statusOf(key)).toBe(200)
    expect((await change(id, { scopes: ['dat:read'] })).body.errors).toEqual([
      'scopes.0: there is no area dat. Did you mean data?',
    ])
    expect((await change(id, { scopes: ['data:read', 'data:read'] })).data.scopes).toEqual(['data:read'])
  })

  test('an unknown key is 404', async () => {
    expect((await change(crypto.randomUUID(), { name: 'x' })).status).toBe(404)
  })
})

describe('an expiry', () => {
  test('applies to the second', async () => {
    const { key } = (await create({ name: 'Short', expires_at: inSeconds(60) })).data
    app.clock.advance(59)
    expect(await statusOf(key)).toBe(200)
    app.clock.advance(1)
    expect(await statusOf(key)).toBe(401)
  })

  test('in the past can be moved and removed', async () => {
    const { id, key } = (await create({ name: 'Moved', expires_at: inSeconds(60) })).data
    const move = (expires_at: string | null) =>
      app.api('PATCH', `${path}/${id}`, { token: project.token, body: { expires_at } })
    app.clock.advance(60)
    expect(await statusOf(key)).toBe(401)
    expect((await move(inSeconds(10))).status).toBe(200)
    expect(await statusOf(key)).toBe(200)
    expect((await move(inSeconds(0))).status).toBe(400)
    expect((await move(null)).data.expires_at).toBeNull()
    app.clock.advance(10)
    expect(await statusOf(key)).toBe(200)
  })
})

describe('rotating', () => {
  test('without a body keeps the old key valid for a day', async () => {
    const { data: old } = await create({ name: 'bodiless' })
    const answer = await app.api('POST', `${path}/${old.id}/rotate`, { token: project.token })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data.previous_expires_at).toBe(inSeconds(86_400))
  })

  test('twice at once issues one new key', async () => {
    const { data: old } = await create({ name: 'twice' })
    const answers = await Promise.all([1, 2].map(() => rotate(old.id, {})))
    const winners = answers.filter(({ status }) => status === 200)
    for (const { data } of winners) expect(await statusOf(data.key)).toBe(200)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(winners.length).toBeGreaterThan(0)
  })

  const rotate = (id: string, body: object) =>
    app.api('POST', `${path}/${id}/rotate`, { token: project.token, body })

  test('keeps the old key valid for the overlap, to the second', async () => {
    const old = (await create({ name: 'Rotated', scopes: ['data:read'] })).data
    expect(await statusOf(old.key)).toBe(200)
    const answer = await rotate(old.id, { overlap_seconds: 100 })
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ id: old.id, name: 'Rotated', scopes: ['data:read'] })
    expect(answer.data.previous_expires_at).toBe(inSeconds(100))
    expect(answer.data.prefix).toBe(answer.data.key.slice(0, 12))
    expect(answer.data.key).not.toBe(old.key)
    app.clock.advance(99)
    expect(await statusOf(old.key)).toBe(200)
    expect(await statusOf(answer.data.key)).toBe(200)
    app.clock.advance(1)
    expect(await statusOf(old.key)).toBe(401)
    expect(await statusOf(answer.data.key)).toBe(200)
  })

  test('without an overlap ends the old key at once', async () => {
    const old = (await create({ name: 'Leaked' })).data
    expect(await statusOf(old.key)).toBe(200)
    const { data } = await rotate(old.id, { overlap_seconds: 0 })
    expect(data.previous_expires_at).toBeNull()
    expect(await statusOf(old.key)).toBe(401)
    expect(await statusOf(data.key)).toBe(200)
  })

  test('again ends the key of the rotation before at once', async () => {
    const first = (await create({ name: 'Twice' })).data
    const second = (await rotate(first.id, { overlap_seconds: 100 })).data
    expect(await statusOf(first.key)).toBe(200)
    await rotate(first.id, { overlap_seconds: 100 })
    expect(await statusOf(first.key)).toBe(401)
    expect(await statusOf(second.key)).toBe(200)
  })

  test('does not extend the expiry of the key', async () => {
    const old = (await create({ name: 'Both', expires_at: inSeconds(50) })).data
    const { data } = await rotate(old.id, { overlap_seconds: 100 })
    expect(data.previous_expires_at).toBe(inSeconds(50))
    app.clock.advance(50)
    expect(await statusOf(old.key)).toBe(401)
    expect(await statusOf(data.key)).toBe(401)
  })

  test('shows the end of the overlap that an expiry set since then leaves', async () => {
    const { id, key } = (await create({ name: 'Shortened' })).data
    await rotate(id, { overlap_seconds: 100 })
    const expire = (expires_at: string | null) =>
      app.api('PATCH', `${path}/${id}`, { token: project.token, body: { expires_at } })
    expect((await expire(inSeconds(50))).data.previous_expires_at).toBe(inSeconds(50))
    expect((await expire(null)).data.previous_expires_at).toBe(inSeconds(100))
    expect(await statusOf(key)).toBe(200)
    await expire(inSeconds(50))
    app.clock.advance(50)
    expect(await statusOf(key)).toBe(401)
  })

  test('overlaps by a day by default', async () => {
    const { id } = (await create({ name: 'Default' })).data
    expect((await rotate(id, {})).data.previous_expires_at).toBe(inSeconds(86_400))
  })

  test.each([-1, 0.5, 30 * 86_400 + 1, '60'])('with an overlap of %j is refused', async (overlap_seconds) => {
    const { id, key } = (await create({ name: 'Kept' })).data
    expect((await rotate(id, { overlap_seconds })).status).toBe(400)
    expect(await statusOf(key)).toBe(200)
  })
})

describe('revoking', () => {
  test('ends the key at once, and the previous key of a rotation', async () => {
    const old = (await create({ name: 'Revoked' })).data
    const { data } = await app.api('POST', `${path}/${old.id}/rotate`, { token: project.token, body: {} })
    for (const key of [old.key, data.key]) expect(await statusOf(key)).toBe(200)
    const remove = () => app.api('DELETE', `${path}/${old.id}`, { token: project.token })
    expect((await remove()).status).toBe(204)
    for (const key of [old.key, data.key]) expect(await statusOf(key)).toBe(401)
    expect(await listed(old.id)).toBeUndefined()
    expect((await remove()).status).toBe(404)
  })

  test('happens when the project is deleted', async () => {
    const { id, token, secret } = await app.createProject()
    expect(await statusOf(secret)).toBe(200)
    await app.api('DELETE', `/projects/${id}`, { token })
    expect(await statusOf(secret)).toBe(401)
    await app.platform.jobs.drain()
    expect(await statusOf(secret)).toBe(401)
  })
})
