// Invitations: for addresses without an account, shown once, usable once and for seven days.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { heldUp } from '#test/held-up.ts'
import { openInvitationMails } from './invitation-mails.ts'

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
      email: 'new@example.com',
      role: 'developer',
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 7 * DAY * 1000).toISOString(),
    }
    expect(answer.data).toEqual({
      status: 'invited',
      invitation,
      token: expect.stringMatching(/^[\w-]{43}$/),
      mailed: true,
    })
    expect(await list(team)).toEqual([invitation])
  })

  test('mails the link to the address, three times an hour at most', async () => {
    const team = await createTeam()
    const mailsTo = async (to: string) => {
      await app.platform.jobs.drain()
      return (app.platform.messages.outbox?.(DASHBOARD) ?? []).filter((one) => one.to === to)
    }
    const { data } = await invite(team, 'mail@example.com')
    const [mail] = await mailsTo('mail@example.com')
    expect(mail).toMatchObject({ channel: 'mail', text: expect.stringContaining('“Team”') })
    expect(mail?.text).toContain(`/console/invitation#${data.token}\n`)
    const again = []
    for (let count = 0; count < 3; count++) again.push((await invite(team, 'MAIL@example.com')).data.mailed)
    expect(again).toEqual([true, true, false])
    const other = await createTeam()
    expect((await invite(other, 'mail@example.com')).data.mailed).toBe(false)
    app.clock.advance(3600)
    expect((await invite(await createTeam(), 'mail@example.com')).data.mailed).toBe(true)
  })

  test('names the sender in the mail only where their address is proven', async () => {
    const { token, user } = await app.register()
    const { data } = await app.api('POST', '/organisations', { token, body: { name: 'Bank' } })
    const team = { token, id: data.id, path: `/organisations/${data.id}` }
    const mailTo = async (to: string) => {
      expect((await invite(team, to)).data.mailed).toBe(true)
      await app.platform.jobs.drain()
      return (app.platform.messages.outbox?.(DASHBOARD) ?? []).find((one) => one.to === to)?.text
    }
    const unproven = await mailTo('first@example.com')
    expect(unproven).toMatch(/^Somebody invites you to the organisation “Bank”/)
    expect(unproven).not.toContain(user.email)
    await app.platform.clusters.main.admin.query(
      'update platform.accounts set verified_email = lower(email) where id = $1',
      [user.id],
    )
    expect(await mailTo('second@example.com')).toContain(`${user.email} invites you`)
  })

  test('mails nobody who is added at once', async () => {
    const team = await createTeam()
    const { user } = await app.register()
    expect((await invite(team, user.email)).data.mailed).toBeUndefined()
    await app.platform.jobs.drain()
    const mails = app.platform.messages.outbox?.(DASHBOARD) ?? []
    expect(mails.filter((one) => one.to === user.email && one.text.includes('/console/invitation'))).toEqual(
      [],
    )
  })

  test('mails nothing from a server in production that does not know its public address', async () => {
    const { config } = app.platform
    const mail = {
      to: 'x@example.com',
      organisation: { id: 'o', name: 'Team' },
      by: { account_id: crypto.randomUUID(), email: 'y@example.com' },
      link: '/',
    }
    const send = (change: object) =>
      openInvitationMails({ ...app.platform, config: { ...config, ...change } })(mail)
    expect(await send({ production: true, publicUrl: undefined })).toBe(false)
    expect(await send({ production: true, publicUrl: 'https://duka.example' })).toBe(true)
  })

  test('mails 30 times an hour for one account, in however many organisations', async () => {
    const send = openInvitationMails({
      ...app.platform,
      config: { ...app.platform.config, rateLimits: true },
    })
    const invitations = (account_id: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        to: `${account_id.slice(0, 8)}-${n}@example.com`,
        organisation: { id: crypto.randomUUID(), name: 'Team' },
        by: { account_id, email: 'y@example.com' },
        link: '/',
      }))
    const sent = []
    for (const mail of invitations(crypto.randomUUID(), 31)) sent.push(await send(mail))
    expect(sent).toEqual([...Array(30).fill(true), false])
    for (const mail of invitations(crypto.randomUUID(), 1)) expect(await send(mail)).toBe(true)
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

test('an invitation is accepted behind the lock of the organisation, as it is withdrawn or replaced', async () => {
  const team = await createTeam()
  const email = 'slow@example.com'
  const { token } = (await invite(team, email)).data
  const person = await app.register(email)
  const answer = await heldUp(
    app,
    {
      first: ['from platform.organisations where id = $1', team.id],
      later: [['from platform.organisation_invitations where organisation_id = $1', team.id]],
    },
    () => join(person.token, token),
  )
  expect(answer.status, answer.text).toBe(200)
})

test('who registers with an invitation locks the organisation before there is an account', async () => {
  const team = await createTeam()
  const { token } = (await invite(team, 'new@example.com')).data
  const body = { email: 'new@example.com', password: 'correct horse 1', full_name: 'New', invitation: token }
  const first = ['from platform.organisations where id = $1', team.id] as const
  const answer = await heldUp(app, { first, later: [], unwritten: ['platform.accounts'] }, () =>
    app.api('POST', '/auth/register', { body }),
  )
  expect(answer.status, answer.text).toBe(201)
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
