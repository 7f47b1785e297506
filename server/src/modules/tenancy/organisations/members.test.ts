// Members: who can add, change and remove whom, and that an organisation always keeps an owner.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganisationRole } from '#platform/credentials/permissions.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Person = Awaited<ReturnType<TestApp['register']>>

interface Team {
  readonly owner: Person
  readonly path: string
}

async function createTeam(): Promise<Team> {
  const owner = await app.register()
  const { data } = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Team' } })
  return { owner, path: `/organisations/${data.id}/members` }
}

async function join(team: Team, role: OrganisationRole): Promise<Person> {
  const person = await app.register()
  expect((await add(team, team.owner, person, role)).status).toBe(201)
  return person
}

const add = ({ path }: Team, by: Person, { user }: Person, role: OrganisationRole) =>
  app.api('POST', path, { token: by.token, body: { email: user.email, role } })
const change = ({ path }: Team, by: Person, whom: Person, role: OrganisationRole) =>
  app.api('PATCH', `${path}/${whom.user.id}`, { token: by.token, body: { role } })
const remove = ({ path }: Team, by: Person, whom: Person) =>
  app.api('DELETE', `${path}/${whom.user.id}`, { token: by.token })

async function rolesIn({ path, owner }: Team, token = owner.token): Promise<string[]> {
  const { data } = await app.api('GET', path, { token })
  return data.map((member: { role: string }) => member.role).sort()
}

describe('adding', () => {
  test('an account takes effect at once', async () => {
    const team = await createTeam()
    const person = await app.register('Already@example.com')
    app.clock.advance(1)
    const body = { email: 'already@example.com', role: 'viewer' }
    const answer = await app.api('POST', team.path, { token: team.owner.token, body })
    expect(answer.status).toBe(201)
    const member = {
      account_id: person.user.id,
      email: 'already@example.com',
      full_name: 'Amina Juma',
      role: 'viewer',
      created_at: app.clock.now().toISOString(),
    }
    expect(answer.data).toEqual({ status: 'added', member })
    const { data } = await app.api('GET', team.path, { token: person.token })
    expect(data[1]).toEqual(member)
  })

  test('a member again is a 409 that changes nothing', async () => {
    const team = await createTeam()
    const person = await join(team, 'viewer')
    expect((await add(team, team.owner, person, 'admin')).status).toBe(409)
    expect(await rolesIn(team)).toEqual(['owner', 'viewer'])
  })

  test.each([
    ['owner', 'owner', 201],
    ['admin', 'admin', 201],
    ['admin', 'owner', 403],
    ['developer', 'viewer', 403],
    ['viewer', 'viewer', 403],
  ] as const)('as %s a member with role %s: %i', async (by, role, status) => {
    const team = await createTeam()
    const person = await join(team, by)
    expect((await add(team, person, await app.register(), role)).status).toBe(status)
    expect(await rolesIn(team)).toHaveLength(status === 201 ? 3 : 2)
  })

  test.each([
    [{ email: 'a@example.com' }, 'role is required.'],
    [{ email: 'a@example.com', role: 'boss' }, 'role: must be owner, admin, developer, viewer or billing.'],
    [{ email: 'a', role: 'viewer' }, 'email: must be an e-mail address.'],
  ])('%j is refused', async (body, complaint) => {
    const team = await createTeam()
    const answer = await app.api('POST', team.path, { token: team.owner.token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([complaint])
  })
})

describe('changing a role', () => {
  test.each([
    ['owner', 'viewer', 'owner', 200],
    ['owner', 'owner', 'viewer', 200],
    ['admin', 'viewer', 'developer', 200],
    ['admin', 'admin', 'viewer', 200],
    ['admin', 'viewer', 'owner', 403],
    ['admin', 'owner', 'viewer', 403],
    ['developer', 'viewer', 'developer', 403],
    ['viewer', 'viewer', 'admin', 403],
  ] as const)('as %s from %s to %s: %i', async (by, from, to, status) => {
    const team = await createTeam()
    const [person, other] = [await join(team, by), await join(team, from)]
    const answer = await change(team, person, other, to)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.data).toMatchObject({ account_id: other.user.id, role: to })
    const { data } = await app.api('GET', team.path, { token: team.owner.token })
    expect(data.find((each: { account_id: string }) => each.account_id === other.user.id).role).toBe(
      status === 200 ? to : from,
    )
  })

  test('takes effect at once', async () => {
    const team = await createTeam()
    const person = await join(team, 'admin')
    await change(team, team.owner, person, 'viewer')
    expect((await change(team, person, person, 'admin')).status).toBe(403)
  })

  test('of an account that is not a member is 404', async () => {
    const team = await createTeam()
    expect((await change(team, team.owner, await app.register(), 'admin')).status).toBe(404)
  })

  test('of the last owner is a 409', async () => {
    const team = await createTeam()
    const answer = await change(team, team.owner, team.owner, 'admin')
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(/last owner/)
    expect(await rolesIn(team)).toEqual(['owner'])
  })
})

describe('removing', () => {
  test.each([
    ['owner', 'owner', 204],
    ['owner', 'admin', 204],
    ['admin', 'admin', 204],
    ['admin', 'viewer', 204],
    ['admin', 'owner', 403],
    ['developer', 'viewer', 403],
    ['viewer', 'viewer', 403],
  ] as const)('as %s a member with role %s: %i', async (by, role, status) => {
    const team = await createTeam()
    const [person, other] = [await join(team, by), await join(team, role)]
    expect((await remove(team, person, other)).status).toBe(status)
    const seen = await app.api('GET', team.path, { token: other.token })
    expect(seen.status).toBe(status === 204 ? 403 : 200)
  })

  test.each(['owner', 'admin', 'developer', 'viewer'] as const)('a %s can leave', async (role) => {
    const team = await createTeam()
    const person = await join(team, role)
    expect((await remove(team, person, person)).status).toBe(204)
    expect(await rolesIn(team)).toEqual(['owner'])
    expect((await remove(team, person, person)).status).toBe(403)
  })

  test('the last owner is a 409', async () => {
    const team = await createTeam()
    await join(team, 'admin')
    expect((await remove(team, team.owner, team.owner)).status).toBe(409)
    expect(await rolesIn(team)).toEqual(['admin', 'owner'])
  })

  test('all owners at once leaves one', async () => {
    const team = await createTeam()
    const owners = [team.owner, await join(team, 'owner'), await join(team, 'owner')]
    const viewer = await join(team, 'viewer')
    const answers = await Promise.all(owners.map((owner) => remove(team, owner, owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409])
    expect(await rolesIn(team, viewer.token)).toEqual(['owner', 'viewer'])
  })

  test('ends the access to the projects', async () => {
    const team = await createTeam()
    const person = await join(team, 'developer')
    const body = { name: 'Shop', organisation_id: team.path.split('/')[2] }
    const project = await app.api('POST', '/projects', { token: person.token, body })
    const path = `/projects/${project.data.id}`
    expect((await app.api('GET', path, { token: person.token })).status).toBe(200)
    await remove(team, team.owner, person)
    expect((await app.api('GET', path, { token: person.token })).status).toBe(403)
  })
})

describe('transferring the ownership', () => {
  const transfer = ({ path }: Team, by: Person, whom: Person) =>
    app.api('POST', path.replace(/members$/, 'transfer'), {
      token: by.token,
      body: { account_id: whom.user.id },
    })

  test('makes a member the owner and the owner an admin, who can then leave', async () => {
    const team = await createTeam()
    const heir = await join(team, 'developer')
    expect((await remove(team, team.owner, team.owner)).status).toBe(409)
    const answer = await transfer(team, team.owner, heir)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({ account_id: heir.user.id, role: 'owner' })
    expect(await rolesIn(team, heir.token)).toEqual(['admin', 'owner'])
    expect((await transfer(team, team.owner, team.owner)).status).toBe(403)
    expect((await remove(team, team.owner, team.owner)).status).toBe(204)
  })

  test('is for owners, to members, and not of a personal organisation', async () => {
    const team = await createTeam()
    const admin = await join(team, 'admin')
    const stranger = await app.register()
    expect((await transfer(team, admin, admin)).status).toBe(403)
    expect((await transfer(team, team.owner, stranger)).status).toBe(404)
    expect((await transfer(team, team.owner, team.owner)).status).toBe(409)
    const { data } = await app.api('GET', '/organisations', { token: team.owner.token })
    const { id } = data.find((one: { is_personal: boolean }) => one.is_personal)
    const personal = { ...team, path: `/organisations/${id}/members` }
    await add(personal, team.owner, admin, 'admin')
    expect((await transfer(personal, team.owner, admin)).status).toBe(409)
  })
})

describe('listing', () => {
  test('goes page by page in each order, and finds members by name and address', async () => {
    const team = await createTeam()
    const people = [
      team.owner,
      await join(team, 'admin'),
      await join(team, 'viewer'),
      await join(team, 'viewer'),
    ]
    const [, admin] = people as [Person, Person]
    await app.api('PATCH', '/me', { token: admin.token, body: { full_name: 'Zawadi 100% Ali' } })
    const list = (query: string) => app.api('GET', `${team.path}?${query}`, { token: team.owner.token })
    const idsOf = ({ data }: { data: { account_id: string }[] }) => data.map(({ account_id }) => account_id)
    for (const by of ['created_at', 'email', 'full_name'])
      for (const order of [`${by}.asc`, `${by}.desc`]) {
        const whole = idsOf(await list(`order=${order}`))
        expect(whole.toSorted()).toEqual(people.map(({ user }) => user.id).toSorted())
        const first = await list(`order=${order}&limit=3`)
        const second = await list(`order=${order}&limit=3&cursor=${first.headers['x-next-cursor']}`)
        expect([...idsOf(first), ...idsOf(second)]).toEqual(whole)
        expect(second.headers['x-next-cursor']).toBeUndefined()
      }
    expect(idsOf(await list('order=full_name.desc'))[0]).toBe(admin.user.id)
    expect(idsOf(await list('search=ZAWADI'))).toEqual([admin.user.id])
    expect(idsOf(await list('search=%25'))).toEqual([admin.user.id])
    expect(idsOf(await list(`search=${admin.user.email.toUpperCase()}`))).toEqual([admin.user.id])
    expect((await list('order=role.asc')).status).toBe(400)
    expect((await list('cursor=x')).status).toBe(400)
  })
})
