// Organisations: creating, renaming, deleting, and the required roles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { permissionsOf } from '#platform/credentials/permissions.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Person = Awaited<ReturnType<TestApp['register']>>

async function createTeam(owner: Person) {
  const { data } = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Team' } })
  return `/organisations/${data.id}`
}

async function add(path: string, owner: Person, role: OrganisationRole): Promise<Person> {
  const person = await app.register()
  const body = { email: person.user.email, role }
  await app.api('POST', `${path}/members`, { token: owner.token, body })
  return person
}

async function personalOf({ token }: Person): Promise<string> {
  const { data } = await app.api('GET', '/organisations', { token })
  return data.find((each: { is_personal: boolean }) => each.is_personal).id
}

test('require a dashboard session', async () => {
  const { secret } = await app.createProject()
  expect((await app.api('GET', '/organisations')).status).toBe(401)
  expect((await app.api('GET', '/organisations', { key: secret })).status).toBe(403)
})

test('the creator becomes the owner', async () => {
  const { token } = await app.register()
  const made = await app.api('POST', '/organisations', { token, body: { name: ' Duka ' } })
  expect(made.status).toBe(201)
  const now = app.clock.now().toISOString()
  const permissions = [...permissionsOf('owner')].sort()
  const expected = {
    name: 'Duka',
    is_personal: false,
    role: 'owner',
    permissions,
    sso_required: false,
    created_at: now,
    updated_at: now,
  }
  expect(made.data).toEqual({ id: expect.any(String), ...expected })
  const read = await app.api('GET', `/organisations/${made.data.id}`, { token })
  expect(read.data).toEqual(made.data)
})

test('an account sees only its own organisations', async () => {
  const [owner, stranger] = [await app.register(), await app.register()]
  const path = await createTeam(owner)
  expect((await app.api('GET', '/organisations', { token: owner.token })).data).toHaveLength(2)
  expect((await app.api('GET', '/organisations', { token: stranger.token })).data).toHaveLength(1)
  for (const below of ['', '/members', '/invitations']) {
    expect((await app.api('GET', path + below, { token: stranger.token })).status).toBe(403)
  }
})

test('an unknown organisation is 404, an invalid id is 400', async () => {
  const { token } = await app.register()
  const path = `/organisations/${crypto.randomUUID()}`
  expect((await app.api('GET', path, { token })).status).toBe(404)
  expect((await app.api('DELETE', path, { token })).status).toBe(404)
  expect(
    (await app.api('POST', `${path}/members`, { token, body: { email: 'a@example.com', role: 'viewer' } }))
      .status,
  ).toBe(404)
  expect((await app.api('GET', '/organisations/mine', { token })).status).toBe(400)
})

describe('renaming', () => {
  test.each([
    ['owner', 200],
    ['admin', 200],
    ['developer', 403],
    ['viewer', 403],
  ] as const)('as %s: %i', async (role, status) => {
    const owner = await app.register()
    const path = await createTeam(owner)
    const person = await add(path, owner, role)
    app.clock.advance(1)
    const answer = await app.api('PATCH', path, { token: person.token, body: { name: 'Renamed' } })
    expect(answer.status).toBe(status)
    const { data } = await app.api('GET', path, { token: person.token })
    expect(data.name).toBe(status === 200 ? 'Renamed' : 'Team')
    if (status === 200) expect(answer.data).toEqual({ ...data, updated_at: app.clock.now().toISOString() })
  })

  test.each([{ name: '' }, { name: 'x'.repeat(101) }, { is_personal: true }, { role: 'owner' }])(
    'with %j is refused',
    async (body) => {
      const owner = await app.register()
      const path = await createTeam(owner)
      expect((await app.api('PATCH', path, { token: owner.token, body })).status).toBe(400)
    },
  )
})

describe('deleting', () => {
  test.each([
    ['owner', 204],
    ['admin', 403],
    ['developer', 403],
    ['viewer', 403],
  ] as const)('as %s: %i', async (role, status) => {
    const owner = await app.register()
    const path = await createTeam(owner)
    const person = await add(path, owner, role)
    expect((await app.api('DELETE', path, { token: person.token })).status).toBe(status)
    expect((await app.api('GET', path, { token: owner.token })).status).toBe(status === 204 ? 404 : 200)
  })

  test('is a 409 until the projects are deleted', async () => {
    const owner = await app.register()
    const path = await createTeam(owner)
    const body = { name: 'Shop', organisation_id: path.split('/')[2] }
    const project = await app.api('POST', '/projects', { token: owner.token, body })
    const remove = () => app.api('DELETE', path, { token: owner.token })
    expect((await remove()).status).toBe(409)
    await app.api('DELETE', `/projects/${project.data.id}`, { token: owner.token })
    expect((await remove()).status).toBe(409)
    await app.platform.jobs.drain()
    expect((await remove()).status).toBe(204)
  })

  test('a personal organisation is refused', async () => {
    const owner = await app.register()
    const answer = await app.api('DELETE', `/organisations/${await personalOf(owner)}`, {
      token: owner.token,
    })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('A personal organisation cannot be deleted.')
  })
})

describe('a personal organisation', () => {
  test('can have members, but no second owner', async () => {
    const [owner, other] = [await app.register(), await app.register()]
    const path = `/organisations/${await personalOf(owner)}/members`
    const put = (role: string) =>
      app.api('POST', path, { token: owner.token, body: { email: other.user.email, role } })
    expect((await put('owner')).status).toBe(409)
    expect((await put('admin')).status).toBe(201)
    const promote = { token: owner.token, body: { role: 'owner' } }
    expect((await app.api('PATCH', `${path}/${other.user.id}`, promote)).status).toBe(409)
  })

  test('stays the default for new projects when the account joins others', async () => {
    const [one, two] = [await app.register(), await app.register()]
    const path = `/organisations/${await personalOf(one)}/members`
    await app.api('POST', path, { token: one.token, body: { email: two.user.email, role: 'admin' } })
    for (const person of [one, two]) {
      const own = (await app.api('GET', '/organisations', { token: person.token })).data.find(
        (each: { is_personal: boolean; role: string }) => each.is_personal && each.role === 'owner',
      )
      const project = await app.api('POST', '/projects', { token: person.token, body: { name: 'Shop' } })
      expect(project.data.organisation_id).toBe(own.id)
    }
  })
})
