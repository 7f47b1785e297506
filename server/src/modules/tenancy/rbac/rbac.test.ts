// Roles and permissions of members: what they allow, that nobody grants more than they have, and that an owner stays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORGANISATION_ROLES, PERMISSIONS, permissionsOf } from '#platform/credentials/permissions.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Person = Awaited<ReturnType<TestApp['register']>>

interface Team {
  readonly id: string
  readonly owner: Person
  /** project is the path of a project of the organisation. */
  readonly project: string
}

async function createTeam(): Promise<Team> {
  const owner = await app.register()
  const { token } = owner
  const { data } = await app.api('POST', '/organisations', { token, body: { name: 'Team' } })
  const body = { name: 'Shop', organisation_id: data.id }
  const project = await app.api('POST', '/projects', { token, body })
  return { id: data.id, owner, project: `/projects/${project.data.id}` }
}

async function join({ id, owner }: Team, role: string): Promise<Person> {
  const person = await app.register()
  const body = { email: person.user.email, role }
  const added = await app.api('POST', `/organisations/${id}/members`, { token: owner.token, body })
  expect(added.status, added.text).toBe(201)
  return person
}

const createRole = ({ id }: Team, by: Person, permissions: string[], name: string = crypto.randomUUID()) =>
  app.api('POST', '/rbac/roles', { token: by.token, body: { organisation_id: id, name, permissions } })
const grant = ({ id }: Team, by: Person, to: Person, role_id: string) =>
  app.api('POST', `/rbac/users/${to.user.id}/roles`, {
    token: by.token,
    body: { organisation_id: id, role_id },
  })
const revoke = ({ id }: Team, by: Person, from: Person, role: string) =>
  app.api('DELETE', `/rbac/users/${from.user.id}/roles/${role}?organisation_id=${id}`, { token: by.token })
const rolesOf = async ({ id, owner }: Team, { user }: Person) => {
  const path = `/rbac/users/${user.id}/roles?organisation_id=${id}`
  const { data } = await app.api('GET', path, { token: owner.token })
  return data.map(({ name }: { name: string }) => name)
}

/** onlyWith is a member who has one own role and no built-in one. */
async function onlyWith(team: Team, permissions: string[]): Promise<Person> {
  const person = await join(team, 'viewer')
  const role = await createRole(team, team.owner, permissions)
  expect((await grant(team, team.owner, person, role.data.id)).status).toBe(200)
  expect((await revoke(team, team.owner, person, 'viewer')).status).toBe(200)
  return person
}

describe('own roles', () => {
  test('are created, listed behind the built-in ones, changed and deleted', async () => {
    const team = await createTeam()
    const { token } = team.owner
    const made = await createRole(team, team.owner, ['cron:write', 'cron:read', 'cron:read'], 'Scheduler')
    expect(made.status).toBe(201)
    const now = app.clock.now().toISOString()
    expect(made.data).toEqual({
      id: expect.any(String),
      organisation_id: team.id,
      name: 'Scheduler',
      description: null,
      built_in: false,
      permissions: ['cron:read', 'cron:write'],
      created_at: now,
      updated_at: now,
    })
    const list = await app.api('GET', `/rbac/roles?organisation_id=${team.id}`, { token })
    expect(list.data.map(({ name }: { name: string }) => name)).toEqual([...ORGANISATION_ROLES, 'Scheduler'])
    const path = `/rbac/roles/${made.data.id}`
    const added = await app.api('POST', `${path}/permissions`, {
      token,
      body: { permissions: ['logs:read'] },
    })
    expect(added.data.permissions).toEqual(['cron:read', 'cron:write', 'logs:read'])
    const fewer = await app.api('DELETE', `${path}/permissions/cron:write`, { token })
    expect(fewer.data.permissions).toEqual(['cron:read', 'logs:read'])
    expect((await app.api('DELETE', `${path}/permissions/cron:write`, { token })).status).toBe(404)
    const renamed = await app.api('PATCH', path, { token, body: { name: 'Clock', description: 'Watches' } })
    expect(renamed.data).toMatchObject({
      name: 'Clock',
      description: 'Watches',
      permissions: ['cron:read', 'logs:read'],
    })
    expect((await app.api('DELETE', path, { token })).status).toBe(204)
    expect((await app.api('GET', path, { token })).status).toBe(404)
  })

  test('allow what they name and nothing else, at once', async () => {
    const team = await createTeam()
    const person = await onlyWith(team, ['cron:read'])
    const status = async (method: string, path: string, body?: unknown) =>
      (await app.api(method, path, { token: person.token, body })).status
    expect(await status('GET', `${team.project}/cron`)).toBe(200)
    expect(await status('GET', `${team.project}/tables`)).toBe(403)
    expect(await status('GET', team.project)).toBe(403)
    expect((await app.api('GET', '/projects', { token: person.token })).data).toEqual([])
    const role = (
      await app.api('GET', `/rbac/roles?organisation_id=${team.id}`, { token: team.owner.token })
    ).data.at(-1)
    const refused = await app.api('POST', `${team.project}/tables`, {
      token: person.token,
      body: { name: 'books' },
    })
    expect(refused.body.message).toBe('This needs the permission schema:write, which your roles do not have.')
    const body = { permissions: ['schema:write', 'schema:read'] }
    await app.api('PATCH', `/rbac/roles/${role.id}`, { token: team.owner.token, body })
    expect(await status('POST', `${team.project}/tables`, { name: 'books' })).toBe(201)
    expect(await status('GET', `${team.project}/cron`)).toBe(403)
    await app.api('DELETE', `/rbac/roles/${role.id}`, { token: team.owner.token })
    expect(await status('GET', `${team.project}/tables`)).toBe(403)
  })

  test('add to the built-in role', async () => {
    const team = await createTeam()
    const person = await join(team, 'billing')
    expect((await app.api('GET', `${team.project}/request-logs`, { token: person.token })).status).toBe(403)
    await grant(team, team.owner, person, (await createRole(team, team.owner, ['logs:read'])).data.id)
    expect((await app.api('GET', `${team.project}/request-logs`, { token: person.token })).status).toBe(200)
    const { data } = await app.api('GET', `/organisations/${team.id}`, { token: person.token })
    expect(data.role).toBe('billing')
    expect(data.permissions).toEqual([...permissionsOf('billing'), 'logs:read'].sort())
  })

  test.each([
    [{ name: 'Admin' }, 409],
    [{ name: 'x', permissions: ['nothing:read'] }, 400],
    [{ name: 'x', permissions: ['__proto__'] }, 400],
    [{ name: '' }, 400],
    [{}, 400],
    [{ name: 'x', rights: [] }, 400],
  ])('%j is refused', async (body, status) => {
    const { token } = await app.register()
    expect((await app.api('POST', '/rbac/roles', { token, body })).status).toBe(status)
  })

  test('with a name that is taken are a 409, also at the same moment', async () => {
    const team = await createTeam()
    const answers = await Promise.all([1, 2, 3].map(() => createRole(team, team.owner, [], 'Same')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('built-in roles cannot be changed', async () => {
    const { token } = await app.register()
    expect((await app.api('GET', '/rbac/roles/viewer', { token })).data.permissions).toContain('data:read')
    expect((await app.api('PATCH', '/rbac/roles/viewer', { token, body: { name: 'x' } })).status).toBe(403)
    expect((await app.api('DELETE', '/rbac/roles/owner', { token })).status).toBe(403)
  })
})

describe('nobody grants what they do not have', () => {
  test('by creating or changing a role', async () => {
    const team = await createTeam()
    const admin = await join(team, 'admin')
    expect((await createRole(team, admin, ['data:read'])).status).toBe(201)
    const refused = await createRole(team, admin, ['data:read', 'projects:delete'])
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('projects:delete')
    const strong = (await createRole(team, team.owner, ['projects:delete'])).data.id
    const weak = (await createRole(team, team.owner, ['data:read'])).data.id
    const { token } = admin
    const more = { token, body: { permissions: ['projects:delete'] } }
    expect((await app.api('POST', `/rbac/roles/${weak}/permissions`, more)).status).toBe(403)
    expect((await app.api('PATCH', `/rbac/roles/${weak}`, more)).status).toBe(403)
    expect((await app.api('DELETE', `/rbac/roles/${strong}`, { token })).status).toBe(403)
    expect((await app.api('DELETE', `/rbac/roles/${weak}`, { token })).status).toBe(204)
  })

  test('by giving a role, to themselves or others', async () => {
    const team = await createTeam()
    const [admin, viewer] = [await join(team, 'admin'), await join(team, 'viewer')]
    const strong = (await createRole(team, team.owner, ['projects:delete'])).data.id
    for (const role of [strong, 'owner'])
      for (const person of [admin, viewer]) expect((await grant(team, admin, person, role)).status).toBe(403)
    expect((await grant(team, viewer, viewer, 'admin')).status).toBe(403)
    expect((await grant(team, admin, team.owner, 'viewer')).status).toBe(403)
    expect((await revoke(team, admin, team.owner, 'owner')).status).toBe(403)
    expect((await grant(team, admin, viewer, 'developer')).status).toBe(200)
    expect(await rolesOf(team, viewer)).toEqual(['developer'])
  })

  test('by inviting or adding a member', async () => {
    const team = await createTeam()
    const manager = await onlyWith(team, ['members:read', 'members:write', 'data:read'])
    for (const email of [(await app.register()).user.email, 'nobody@example.com'])
      for (const role of ['viewer', 'owner']) {
        const options = { token: manager.token, body: { email, role } }
        expect((await app.api('POST', `/organisations/${team.id}/members`, options)).status).toBe(403)
      }
  })

  test('by an API key whose scopes reach further', async () => {
    const team = await createTeam()
    const person = await onlyWith(team, ['api_keys:write', 'api_keys:read', 'data:read', 'secrets:read'])
    const make = (scopes: string[] | undefined, token = person.token) =>
      app.api('POST', `${team.project}/api-keys`, { token, body: { name: 'k', ...(scopes && { scopes }) } })
    const own = await make(['data:read'])
    expect(own.status).toBe(201)
    for (const scopes of [['*'], undefined, ['data:write'], ['secrets:read'], ['query:read']])
      expect((await make(scopes)).status, String(scopes)).toBe(403)
    const path = `${team.project}/api-keys`
    const wider = { token: person.token, body: { scopes: ['data:write'] } }
    expect((await app.api('PATCH', `${path}/${own.data.id}`, wider)).status).toBe(403)
    const strong = await make(['*'], team.owner.token)
    const rotate = { token: person.token, body: { overlap_seconds: 0 } }
    expect((await app.api('POST', `${path}/${strong.data.id}/rotate`, rotate)).status).toBe(403)
    expect((await app.api('POST', `${path}/${own.data.id}/rotate`, rotate)).status).toBe(200)
  })
})

describe('the last owner', () => {
  test('keeps the role, whichever way it is taken', async () => {
    const team = await createTeam()
    expect((await revoke(team, team.owner, team.owner, 'owner')).status).toBe(409)
    expect((await grant(team, team.owner, team.owner, 'viewer')).status).toBe(409)
    expect(await rolesOf(team, team.owner)).toEqual(['owner'])
  })

  test('is one, of owners who step down at once', async () => {
    const team = await createTeam()
    const owners = [team.owner, await join(team, 'owner'), await join(team, 'owner')]
    const answers = await Promise.all(
      owners.map((owner, index) =>
        index === 0
          ? revoke(team, owner, owner, 'owner')
          : index === 1
            ? grant(team, owner, owner, 'viewer')
            : app.api('DELETE', `/organisations/${team.id}/members/${owner.user.id}`, { token: owner.token }),
      ),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    const { rows } = await app.platform.clusters.main.admin.query(
      `select count(*)::int as n from platform.organisation_members where organisation_id = $1 and role = 'owner'`,
      [team.id],
    )
    expect(rows[0].n).toBe(1)
  })
})

describe('organisations', () => {
  test('do not reach into each other', async () => {
    const [team, other] = [await createTeam(), await createTeam()]
    const { token } = team.owner
    const foreign = (await createRole(other, other.owner, ['data:read'])).data.id
    expect((await grant(team, team.owner, team.owner, foreign)).status).toBe(404)
    expect((await app.api('GET', `/rbac/roles/${foreign}`, { token })).status).toBe(403)
    expect((await app.api('DELETE', `/rbac/roles/${foreign}`, { token })).status).toBe(403)
    expect((await createRole(other, team.owner, [])).status).toBe(403)
    expect((await grant(other, team.owner, team.owner, 'owner')).status).toBe(403)
    expect((await grant(team, team.owner, other.owner, 'viewer')).status).toBe(404)
    expect((await app.api('GET', `/rbac/permissions?organisation_id=${other.id}`, { token })).status).toBe(
      403,
    )
  })

  test('have permissions of their own, which roles carry and the server leaves alone', async () => {
    const team = await createTeam()
    const { token } = team.owner
    const body = { organisation_id: team.id, name: 'x-reports:approve', description: 'Signs reports' }
    const made = await app.api('POST', '/rbac/permissions', { token, body })
    expect(made.status).toBe(201)
    expect((await app.api('POST', '/rbac/permissions', { token, body })).status).toBe(409)
    const taken = { ...body, name: 'projects:archive' }
    expect((await app.api('POST', '/rbac/permissions', { token, body: taken })).status).toBe(400)
    const list = await app.api('GET', `/rbac/permissions?organisation_id=${team.id}`, { token })
    expect(list.data.map(({ name }: { name: string }) => name)).toEqual([
      ...PERMISSIONS.names,
      'x-reports:approve',
    ])
    const role = await createRole(team, team.owner, ['x-reports:approve'])
    await grant(team, team.owner, team.owner, role.data.id)
    const mine = () => app.api('GET', `/organisations/${team.id}`, { token })
    expect((await mine()).data.permissions).toContain('x-reports:approve')
    expect((await app.api('DELETE', `/rbac/permissions/${made.data.id}`, { token })).status).toBe(204)
    expect((await mine()).data.permissions).not.toContain('x-reports:approve')
  })
})
