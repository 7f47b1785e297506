// Projects: creating, listing, renaming.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function namesLeft(projectId: string): Promise<string[]> {
  const { schema, owner, data } = projectNames(projectId)
  const { rows } = await app.platform.clusters.main.admin.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname = $1
     union all select rolname from pg_roles where rolname = any($2) order by name`,
    [schema, [owner, data]],
  )
  return rows.map(({ name }) => name)
}

async function memberOf(organisationId: string, token: string, role: string): Promise<string> {
  const person = await app.register()
  const body = { email: person.user.email, role }
  await app.api('POST', `/organisations/${organisationId}/members`, { token, body })
  return person.token
}

describe('creating', () => {
  test('creates a project in the personal organisation, with a schema and two roles', async () => {
    const { token } = await app.register()
    const answer = await app.api('POST', '/projects', { token, body: { name: ' Duka ' } })
    expect(answer.status).toBe(201)
    const [personal] = (await app.api('GET', '/organisations', { token })).data
    expect(answer.data).toEqual({
      id: expect.any(String),
      organisation_id: personal.id,
      name: 'Duka',
      color: null,
      status: 'active',
      delete_at: null,
      deletion: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const { schema, owner, data } = projectNames(answer.data.id)
    expect(await namesLeft(answer.data.id)).toEqual([schema, data, owner].sort())
    expect((await app.api('GET', `/projects/${answer.data.id}`, { token })).data).toEqual(answer.data)
  })

  test.each([
    ['owner', 201],
    ['developer', 201],
    ['viewer', 403],
  ])('in an organisation as %s: %i', async (role, status) => {
    const owner = await app.register()
    const { data } = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Team' } })
    const token = await memberOf(data.id, owner.token, role)
    const body = { name: 'Shop', organisation_id: data.id }
    expect((await app.api('POST', '/projects', { token, body })).status).toBe(status)
  })

  test("in another account's organisation is refused", async () => {
    const [one, two] = [await app.register(), await app.register()]
    const [personal] = (await app.api('GET', '/organisations', { token: one.token })).data
    const body = { name: 'Shop', organisation_id: personal.id }
    expect((await app.api('POST', '/projects', { token: two.token, body })).status).toBe(403)
  })

  test.each([{}, { name: '' }, { name: 'x', own_login: true }, { name: 'x', organisation_id: 'mine' }])(
    'with %j is refused',
    async (body) => {
      const { token } = await app.register()
      expect((await app.api('POST', '/projects', { token, body })).status).toBe(400)
      expect((await app.api('GET', '/projects', { token })).data).toEqual([])
    },
  )
})

test('an account sees the projects of all its organisations, and no others', async () => {
  const [one, two] = [await app.createProject('One'), await app.createProject('Two')]
  const names = async (token: string) => {
    const { data } = await app.api('GET', '/projects', { token })
    return data.map(({ name }: { name: string }) => name).sort()
  }
  expect(await names(one.token)).toEqual(['One'])
  const { organisation_id } = (await app.api('GET', `/projects/${two.id}`, { token: two.token })).data
  const both = await memberOf(organisation_id, two.token, 'viewer')
  expect(await names(both)).toEqual(['Two'])
  await app.api('POST', '/projects', { token: both, body: { name: 'Own' } })
  expect(await names(both)).toEqual(['Own', 'Two'])
  expect((await app.api('GET', `/projects/${one.id}`, { token: both })).status).toBe(403)
})

describe('a project', () => {
  test('that does not exist is 404, also with an invalid id', async () => {
    const { token } = await app.register()
    for (const id of [crypto.randomUUID(), 'shop']) {
      expect((await app.api('GET', `/projects/${id}`, { token })).status).toBe(404)
    }
  })

  test('cannot be accessed with API keys', async () => {
    const { id, secret } = await app.createProject()
    expect((await app.api('GET', `/projects/${id}`, { key: secret })).status).toBe(403)
    expect((await app.api('DELETE', `/projects/${id}`, { key: secret })).status).toBe(403)
    expect((await app.api('GET', '/projects', { key: secret })).status).toBe(403)
  })

  test.each([
    ['admin', 200, 403],
    ['developer', 403, 403],
    ['viewer', 403, 403],
  ])('as %s: renaming %i, deleting %i', async (role, rename, remove) => {
    const { id, token } = await app.createProject()
    const { organisation_id } = (await app.api('GET', `/projects/${id}`, { token })).data
    const member = await memberOf(organisation_id, token, role)
    const body = { name: 'Renamed' }
    expect((await app.api('PATCH', `/projects/${id}`, { token: member, body })).status).toBe(rename)
    expect((await app.api('DELETE', `/projects/${id}`, { token: member })).status).toBe(remove)
    const { data } = await app.api('GET', `/projects/${id}`, { token })
    expect(data.name).toBe(rename === 200 ? 'Renamed' : 'Shop')
  })

  test('has a colour, which is changed and taken away by itself', async () => {
    const { id, token } = await app.createProject('Duka')
    const change = (body: object) => app.api('PATCH', `/projects/${id}`, { token, body })
    expect((await change({ color: 'teal' })).data).toMatchObject({ name: 'Duka', color: 'teal' })
    expect((await change({ name: 'Shamba' })).data).toMatchObject({ name: 'Shamba', color: 'teal' })
    expect((await app.api('GET', '/projects', { token })).data).toMatchObject([{ id, color: 'teal' }])
    expect((await change({ color: null })).data.color).toBeNull()
    const refused = await change({ color: 'mauve' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatch(/^color: must be one of red, orange, /)
    const { data } = await app.api('GET', `/projects/${id}/audit-logs?action=projects.update&limit=1`, {
      token,
    })
    expect(data[0]).toMatchObject({ before: { color: 'teal' }, after: { color: null } })
  })

  test('has its new name at once', async () => {
    const { id, token } = await app.createProject()
    app.clock.advance(60)
    const answer = await app.api('PATCH', `/projects/${id}`, { token, body: { name: 'Duka' } })
    expect(answer.data).toMatchObject({ name: 'Duka', updated_at: app.clock.now().toISOString() })
    expect((await app.api('GET', `/projects/${id}`, { token })).data).toEqual(answer.data)
  })
})
