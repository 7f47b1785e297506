// Invitations: for addresses without an account, shown once, usable once and for seven days.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const DAY = 86_400

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function createTeam() {
  const { token } = await app.register()
  const { data } = await app.api('POST', '/organisations', { token, body: { name: 'Team' } })
  return { token, id: data.id as string, path: `/organisations/${data.id}` }
}

type Team = Awaited<ReturnType<typeof createTeam>>

const invite = ({ path, token }: Team, email: string, role = 'developer') =>
  app.api('POST', `${path}/members`, { token, body: { email, role } })
const list = async ({ path, token }: Team) => (await app.api('GET', `${path}/invitations`, { token })).data
const join = (token: string, invitation: string) =>
  app.api('POST', '/organisations/join', { token, body: { token: invitation } })

async function addAdmin({ path, token }: Team): Promise<string> {
  const admin = await app.register()
  await app.api('POST', `${path}/members`, { token, body: { email: admin.user.email, role: 'admin' } })
  return admin.token
}

describe('inviting', () => {
  test('shows the token once', async () => {
    const team = await createTeam()
    const answer = await invite(team, 'New@example.com')
    expect(answer.status).toBe(201)
    const now = app.clock.now().getTime()
    const invitation = {
      id: expect.any(String),
      email: 'New@example.com',
      role: 'developer',
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 7 * DAY * 1000).toISOString(),
    }
    expect(answer.data).toEqual({
      status: 'invited',
      invitation,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await list(team)).toEqual([invitation])
  })

  test('the same address again replaces the invitation', async () => {
    const team = await createTeam()
    const first = await invite(team, 'again@example.com', 'viewer')
    const second = await invite(team, 'AGAIN@example.com', 'admin')
    expect(await list(team)).toEqual([second.data.invitation])
    const { token } = await app.register('again@example.com')
    expect((await join(token, first.data.token)).status).toBe(403)
    expect((await join(token, second.data.token)).data.role).toBe('admin')
  })

  test('only owners can invite an owner', async () => {
    const team = await createTeam()
    const admin = await addAdmin(team)
    const body = { email: 'boss@example.com', role: 'owner' }
    expect((await app.api('POST', `${team.path}/members`, { token: admin, body })).status).toBe(403)
    expect(await list(team)).toEqual([])
  })
})

describe('joining', () => {
  test('adds a member with the role of the invitation, once', async () => {
    const team = await createTeam()
    const { data } = await invite(team, 'join@example.com', 'viewer')
    const { token } = await app.register('JOIN@example.com')
    const joined = await join(token, data.token)
    expect(joined.status).toBe(200)
    expect(joined.data).toMatchObject({ id: team.id, name: 'Team', role: 'viewer' })
    expect(await list(team)).toEqual([])
    expect((await join(token, data.token)).status).toBe(403)
  })

  test('several times at once works once', async () => {
    const team = await createTeam()
    const { data } = await invite(team, 'eager@example.com')
    const { token } = await app.register('eager@example.com')
    const answers = await Promise.all([1, 2, 3].map(() => join(token, data.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  test('with an invitation for another address is refused, and leaves it open', async () => {
    const team = await createTeam()
    const { data } = await invite(team, 'meant@example.com')
    const other = await app.register()
    const refused = await join(other.token, data.token)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe('This invitation is for another e-mail address.')
    const { token } = await app.register('meant@example.com')
    expect((await join(token, data.token)).status).toBe(200)
  })

  test('works for seven days, to the second', async () => {
    const team = await createTeam()
    const early = await invite(team, 'early@example.com')
    const late = await invite(team, 'late@example.com')
    app.clock.advance(7 * DAY - 1)
    const [one, two] = [await app.register('early@example.com'), await app.register('late@example.com')]
    expect((await join(one.token, early.data.token)).status).toBe(200)
    app.clock.advance(1)
    expect((await join(two.token, late.data.token)).status).toBe(403)
  })

  test('keeps the role of an account that became a member in the meantime', async () => {
    const team = await createTeam()
    const { data } = await invite(team, 'twofold@example.com', 'owner')
    const { token } = await app.register('twofold@example.com')
    await invite(team, 'twofold@example.com', 'viewer')
    expect(await list(team)).toEqual([])
    expect((await join(token, data.token)).status).toBe(403)
    expect((await app.api('GET', team.path, { token })).data.role).toBe('viewer')
  })
})

describe('withdrawing', () => {
  test('invalidates the token', async () => {
    const team = await createTeam()
    const { data } = await invite(team, 'withdrawn@example.com')
    const path = `${team.path}/invitations/${data.invitation.id}`
    expect((await app.api('DELETE', path, { token: team.token })).status).toBe(204)
    expect((await app.api('DELETE', path, { token: team.token })).status).toBe(404)
    const { token } = await app.register('withdrawn@example.com')
    expect((await join(token, data.token)).status).toBe(403)
  })

  test('an invitation of another organisation is 404', async () => {
    const [one, two] = [await createTeam(), await createTeam()]
    const { data } = await invite(one, 'theirs@example.com')
    const path = `${two.path}/invitations/${data.invitation.id}`
    expect((await app.api('DELETE', path, { token: two.token })).status).toBe(404)
    expect(await list(one)).toHaveLength(1)
  })

  test('requires an owner or admin; an invitation of an owner requires an owner', async () => {
    const team = await createTeam()
    const admin = await addAdmin(team)
    const viewer = await app.register()
    await app.api('POST', `${team.path}/members`, {
      token: team.token,
      body: { email: viewer.user.email, role: 'viewer' },
    })
    const { data } = await invite(team, 'owner-to-be@example.com', 'owner')
    const path = `${team.path}/invitations/${data.invitation.id}`
    for (const token of [viewer.token, admin]) {
      expect((await app.api('DELETE', path, { token })).status).toBe(403)
    }
    expect((await app.api('GET', `${team.path}/invitations`, { token: viewer.token })).status).toBe(403)
    expect((await app.api('GET', `${team.path}/invitations`, { token: admin })).status).toBe(200)
  })
})
