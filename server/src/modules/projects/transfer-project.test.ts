// Projects that move to another organisation: who may, what goes with them, and who loses access.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSocket } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const transfer = (id: string, token: string, organisation_id: string) =>
  app.api('POST', `/projects/${id}/transfer`, { token, body: { organisation_id } })

async function organisationOf(token: string): Promise<string> {
  return (await app.api('POST', '/organisations', { token, body: { name: 'Team' } })).data.id
}

async function addMember(organisation: string, owner: string, email: string, role: string) {
  const body = { email, role }
  const { status } = await app.api('POST', `/organisations/${organisation}/members`, { token: owner, body })
  expect(status).toBe(201)
}

const actionsOf = async (organisation: string, token: string) => {
  const path = `/audit-logs?organisation_id=${organisation}&action=projects`
  return (await app.api('GET', path, { token })).data
}

describe('a transfer', () => {
  let project: TestProject
  let from: string
  let to: string
  let left: string
  beforeAll(async () => {
    project = await app.createProject('Duka')
    from = (await app.api('GET', `/projects/${project.id}`, { token: project.token })).data.organisation_id
    to = await organisationOf(project.token)
    const colleague = await app.register()
    await addMember(from, project.token, colleague.user.email, 'admin')
    left = colleague.token
  })

  test('ends the live connections of those who lose access, and of nobody else', async () => {
    const other = await app.createProject('Soko')
    const place = `/projects/${other.id}`
    const { organisation_id } = (await app.api('GET', place, { token: other.token })).data
    const member = await app.register()
    await addMember(organisation_id, other.token, member.user.email, 'developer')
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const open = async (token: string) => {
      const body = { table: 'users' }
      const ticket = await app.api('POST', `${place}/realtime/token`, { token, body })
      return connectSocket(url, ticket.data.token)
    }
    const [lost, kept] = [await open(member.token), await open(other.token)]
    const { status } = await transfer(other.id, other.token, await organisationOf(other.token))
    expect(status).toBe(200)
    expect(await lost.closed).toMatchObject({ code: 3507 })
    kept.send({ id: 2, subscribe: { channel: `project:${other.id}:users` } })
    // It is still subscribed.
    expect(await kept.next(({ id }) => id === 2)).toMatchObject({ error: { code: 105 } })
    kept.close()
  })

  test('takes the project with its keys, and leaves colleagues behind', async () => {
    const see = () => app.api('GET', `/projects/${project.id}`, { token: left })
    const use = () => app.api('GET', '/data/users', { key: project.secret })
    expect([(await see()).status, (await use()).status]).toEqual([200, 200])
    app.clock.advance(1)
    const { status, data } = await transfer(project.id, project.token, to)
    expect(status).toBe(200)
    const moved = {
      id: project.id,
      name: 'Duka',
      organisation_id: to,
      updated_at: app.clock.now().toISOString(),
    }
    expect(data).toMatchObject(moved)
    expect([(await see()).status, (await use()).status]).toEqual([403, 200])
    const listed = async (organisation: string) =>
      (await app.api('GET', `/projects?organisation_id=${organisation}`, { token: project.token })).data
    expect(await listed(from)).toEqual([])
    expect(await listed(to)).toMatchObject([moved])
  })

  test('is in the audit log of both organisations; what was before stays in the first', async () => {
    const entry = {
      action: 'projects.transfer',
      target: project.id,
      details: { name: 'Duka' },
      before: { organisation_id: from },
      after: { organisation_id: to },
    }
    expect(await actionsOf(to, project.token)).toMatchObject([entry])
    expect(await actionsOf(from, project.token)).toMatchObject([entry, { action: 'projects.create' }])
  })
})

describe('who may transfer', () => {
  test.each([
    ['admin', 403],
    ['developer', 403],
  ])('of the first organisation: %s is %i', async (role, status) => {
    const { id, token } = await app.createProject()
    const { organisation_id } = (await app.api('GET', `/projects/${id}`, { token })).data
    const member = await app.register()
    await addMember(organisation_id, token, member.user.email, role)
    const to = await organisationOf(member.token)
    expect((await transfer(id, member.token, to)).status).toBe(status)
  })

  test.each([
    ['admin', 200],
    ['developer', 200],
    ['viewer', 403],
  ])('of the other organisation: %s is %i', async (role, status) => {
    const { id, token } = await app.createProject()
    const { email } = (await app.api('GET', '/me', { token })).data
    const other = await app.register()
    const to = await organisationOf(other.token)
    await addMember(to, other.token, email, role)
    expect((await transfer(id, token, to)).status).toBe(status)
  })

  test('nobody else, and nowhere else', async () => {
    const { id, token, secret } = await app.createProject()
    const stranger = await app.register()
    const theirs = await organisationOf(stranger.token)
    const own = (await app.api('GET', `/projects/${id}`, { token })).data.organisation_id
    const strange = await Promise.all([
      transfer(id, token, theirs),
      transfer(id, token, crypto.randomUUID()),
      transfer(id, stranger.token, theirs),
    ])
    expect(strange.map(({ status }) => status)).toEqual([403, 403, 403])
    // An organisation of others is not told apart from one that does not exist.
    expect(strange[0]?.body.errors).toEqual(strange[1]?.body.errors)
    const body = { organisation_id: own }
    expect((await app.api('POST', `/projects/${id}/transfer`, { key: secret, body })).status).toBe(403)
    const same = await transfer(id, token, own)
    expect([same.status, same.body.errors]).toEqual([
      400,
      ['organisation_id: the project is in this organisation.'],
    ])
    expect((await transfer(id, token, 'mine')).body.errors).toEqual(['organisation_id: must be a UUID.'])
    expect((await app.api('GET', `/projects/${id}`, { token })).data.organisation_id).toBe(own)
  })

  test('not to an organisation that a token is not for', async () => {
    const { id, token } = await app.createProject()
    const { organisation_id } = (await app.api('GET', `/projects/${id}`, { token })).data
    const to = await organisationOf(token)
    const expires_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const body = { name: 'here', permissions: ['*'], organisation_ids: [organisation_id], expires_at }
    const made = await app.api('POST', '/me/tokens', { token, body })
    expect(made.status).toBe(201)
    expect((await transfer(id, made.data.token, to)).status).toBe(403)
  })

  test('two at once: one of them', async () => {
    const { id, token } = await app.createProject()
    const targets = [await organisationOf(token), await organisationOf(token)]
    const answers = await Promise.all(targets.map((to) => transfer(id, token, to)))
    const won = answers.filter(({ status }) => status === 200)
    const { organisation_id } = (await app.api('GET', `/projects/${id}`, { token })).data
    expect(won.at(-1)?.data.organisation_id ?? 'none').toSatisfy((one: string) => targets.includes(one))
    expect(targets).toContain(organisation_id)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })
})
