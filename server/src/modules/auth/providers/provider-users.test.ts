// Which account a provider sign-in opens, and which it must never open.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, guard, openPool, PASSWORD, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { Browser } from '#platform/openid/provider.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { heldUp } from '#test/held-up.ts'
import { type Stage, setStage } from './provider-signin.fixture.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage(await startTestApp({ internalNetworks: ['127.0.0.1/32'] }))
})
afterAll(() => stage.stop())

const settings = (body: object) =>
  stage.app.api('PUT', stage.below('/settings'), { key: stage.project.secret, body })
const usersWith = async (search: string) => {
  const path = `${stage.below('/users')}?search=${encodeURIComponent(search)}`
  return (await stage.app.api('GET', path, { key: stage.project.secret })).data
}
const identitiesOf = (id: string, options: object = { key: stage.project.secret }) =>
  stage.app.api('GET', stage.below(`/users/${id}/identities`), options)
const patch = (id: string, body: object) =>
  stage.app.api('PATCH', stage.below(`/users/${id}`), { key: stage.project.secret, body })

/** resetPassword verifies an address by the code that is mailed to it. */
async function resetPassword(email: string, new_password: string): Promise<void> {
  const { app, project, below } = stage
  await app.api('POST', below('/reset-password'), { key: project.publishable, body: { email } })
  await app.platform.jobs.drain()
  const sent = app.platform.messages.outbox?.(project.id).find(({ to }) => to === email)
  const body = { email, code: sent?.text.match(/\d{6}/)?.[0], new_password }
  const answer = await app.api('POST', below('/reset-password/confirm'), { key: project.publishable, body })
  expect(answer.status, answer.text).toBe(200)
}

describe('an account with the same address', () => {
  test('that is unverified and has a password is not linked: another person may have created it', async () => {
    const { subject, email } = stage.newPerson()
    const attacker = await signUp(stage.app, stage.project, { email })
    const answer = await stage.signInAs(subject)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'A user with this e-mail address already exists, and the address has not been verified. ' +
        'Reset the password with a code sent to it, then sign in here again.',
    ])
    expect((await identitiesOf(attacker.user.id)).data).toEqual([])
    // The advice of the message works, and locks out the attacker.
    await resetPassword(String(email), 'a new password 2')
    const linked = await stage.signInAs(subject)
    expect([linked.status, linked.data.user.id]).toEqual([200, attacker.user.id])
    expect(await statusOf(stage.app, attacker.token)).toBe(401)
    const body = { email, password: PASSWORD }
    const old = await stage.app.api('POST', stage.below('/signin'), { key: stage.project.publishable, body })
    expect(old.status).toBe(401)
  })

  test('is not linked if the provider has not verified the address', async () => {
    for (const email_verified of [false, 'false', undefined]) {
      const { subject, email } = stage.newPerson({ email_verified })
      const { user } = await signUp(stage.app, stage.project, { email })
      await resetPassword(String(email), PASSWORD)
      const answer = await stage.signInAs(subject)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining('has not verified the address'),
      ])
      expect((await identitiesOf(user.id)).data).toEqual([])
    }
  })

  test('that has no password is linked, ignoring the case of the address', async () => {
    const { subject, email = '' } = stage.newPerson({ email_verified: 'true' })
    const phone = '+254733000001'
    const otp = { key: stage.project.publishable }
    const { data } = await stage.app.api('POST', stage.below('/otp/request'), { ...otp, body: { phone } })
    const body = { phone, code: data.otp_code, full_name: 'By Phone' }
    const { user } = (await stage.app.api('POST', stage.below('/otp/verify'), { ...otp, body })).data
    await patch(user.id, { email: email.toUpperCase() })
    const answer = await stage.signInAs(subject)
    expect(answer.data.user).toMatchObject({ id: user.id, full_name: 'By Phone', email_verified: true })
  })

  test('that has a second factor still requires it', async () => {
    const { subject, email } = stage.newPerson()
    const signedUp = await signUp(stage.app, stage.project, { email })
    await resetPassword(String(email), PASSWORD)
    const signin = { key: stage.project.publishable, body: { email, password: PASSWORD } }
    const { tokens } = (await stage.app.api('POST', stage.below('/signin'), signin)).data
    const person = await guard(stage.app, stage.project, { ...signedUp, token: tokens.access_token })
    for (let times = 0; times < 2; times++) {
      stage.app.clock.advance(30)
      const { data } = await stage.signInAs(subject)
      expect(Object.keys(data)).toEqual(['mfa_required', 'mfa_token', 'expires_at'])
      const body = { mfa_token: data.mfa_token, code: codeOf(stage.app, person.secret) }
      const options = { key: stage.project.publishable, body }
      const answer = await stage.app.api('POST', stage.below('/factors/verify'), options)
      expect([answer.status, answer.data?.user?.id], answer.text).toEqual([200, person.user.id])
    }
  })

  test('becomes verified when the provider has verified the address, also later', async () => {
    await settings({ require_email_verification: true })
    try {
      const person = stage.newPerson({ email_verified: false })
      const { subject, email } = person
      const { user } = (await stage.signInAs(subject)).data
      await patch(user.id, { email })
      expect((await stage.signInAs(subject)).status).toBe(403)
      provided(subject, { ...person, email_verified: true, email: 'other@example.com' })
      expect((await stage.signInAs(subject)).status).toBe(403)
      provided(subject, { ...person, email_verified: true, email: String(email).toUpperCase() })
      const answer = await stage.signInAs(subject)
      expect(answer.data.user).toMatchObject({ id: user.id, email, email_verified: true })
    } finally {
      await settings({ require_email_verification: false })
    }
  })

  test('that is deactivated cannot sign in, by its address or its identity', async () => {
    const { subject, email } = stage.newPerson()
    const first = await stage.signInAs(subject)
    await patch(first.data.user.id, { is_active: false })
    expect((await stage.signInAs(subject)).status).toBe(403)
    const twin = stage.newPerson({ email: String(email) })
    expect((await stage.signInAs(twin.subject)).status).toBe(403)
    expect((await identitiesOf(first.data.user.id)).data).toHaveLength(1)
  })
})

describe('a new user', () => {
  test('gets no unverified address, so that its owner can still sign up', async () => {
    const { subject, email } = stage.newPerson({ email_verified: false })
    const attacker = await stage.signInAs(subject)
    expect(attacker.data.user).toMatchObject({ email: null, email_verified: false })
    expect((await identitiesOf(attacker.data.user.id)).data[0].email).toBe(email)
    const owner = stage.newPerson({ email: String(email) })
    const { data } = await stage.signInAs(owner.subject)
    expect(data.user.email).toBe(email)
    expect(data.user.id).not.toBe(attacker.data.user.id)
  })

  test('is created only if the project accepts new users; linked users can still sign in', async () => {
    const known = stage.newPerson()
    await stage.signInAs(known.subject)
    await settings({ allow_signup: false })
    const refused = await stage.signInAs(stage.newPerson().subject)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This project does not accept new users (allow_signup in the auth settings).',
    ])
    expect((await stage.signInAs(known.subject)).status).toBe(200)
    await settings({ allow_signup: true })
  })

  test('is created once, also in concurrent sign-ins', async () => {
    const { subject, email = '' } = stage.newPerson()
    const codes: string[] = []
    for (let n = 0; n < 8; n++) codes.push(await stage.codeFor(subject))
    await openPool(stage.app)
    const answers = await Promise.all(codes.map((code) => stage.redeem({ code })))
    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(codes.map(() => 200))
    expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
    expect(await usersWith(email)).toHaveLength(1)
  })

  test('is created once, also where one sign-in finds the identity before the user is committed', async () => {
    const { main } = stage.app.platform.clusters
    const { schema } = projectNames(stage.project.id)
    const inProject = (sql: string) => main.asOwner(stage.project, (client) => client.query(sql))
    await inProject(`
      create table door ();
      create function wait() returns trigger language plpgsql as $$
      begin perform from ${schema}.door; return null; end $$;
      create constraint trigger wait after insert on users deferrable initially deferred
        for each row execute function wait()`)
    const holder = await main.admin.connect()
    const waiting = (table: string) =>
      expect.poll(async () => (await holder.query(WAITING, [`${schema}.${table}`])).rowCount)
    const { subject } = stage.newPerson({ email_verified: false })
    const codes = [await stage.codeFor(subject), await stage.codeFor(subject)]
    try {
      await holder.query(`begin; lock table ${schema}.door in access exclusive mode`)
      const first = stage.redeem({ code: codes[0] })
      await waiting('door').toBe(1)
      const second = stage.redeem({ code: codes[1] })
      await waiting('users').toBe(1)
      await holder.query('commit')
      const answers = await Promise.all([first, second])
      expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([200, 200])
      expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1)
    } finally {
      holder.release(true)
      await inProject('drop trigger wait on users; drop function wait(); drop table door')
    }
  })

  test('signs in again with the user locked before the identity, as when it is linked', async () => {
    const { subject } = stage.newPerson()
    const { user } = (await stage.signInAs(subject)).data
    const code = await stage.codeFor(subject)
    const answer = await heldUp(
      stage.app,
      {
        first: ['from msingi_auth.users where id = $1', user.id],
        later: [['from msingi_auth.identities where user_id = $1', user.id]],
      },
      () => stage.redeem({ code }),
    )
    expect(answer.status, answer.text).toBe(200)
  })

  test('can have no name and address, and values that the database refuses are dropped', async () => {
    const bare = await stage.signInAs(stage.newPerson({ email: undefined, name: undefined } as never).subject)
    expect(bare.data.user).toMatchObject({ email: null, full_name: null })
    for (const email of ['a\0b@example.com', '<script>', 'x'.repeat(300), '', 7]) {
      const odd = await stage.signInAs(stage.newPerson({ email, name: 'a\0b' } as never).subject)
      expect([odd.status, odd.data?.user]).toMatchObject([200, { email: null, full_name: null }])
    }
  })

  test('of the same subject at another issuer is a different user', async () => {
    const { subject } = stage.newPerson({ email_verified: false })
    const first = await stage.signInAs(subject)
    const { admin } = stage.app.platform.clusters.main
    await admin.query('update msingi_auth.identities set issuer = $1 where subject = $2', [
      'https://x',
      subject,
    ])
    const second = await stage.signInAs(subject)
    expect(second.data.user.id).not.toBe(first.data.user.id)
  })

  test('is created again after it was deleted, by the API or by SQL of the project', async () => {
    const { subject } = stage.newPerson()
    const first = (await stage.signInAs(subject)).data.user
    const path = stage.below(`/users/${first.id}`)
    expect((await stage.app.api('DELETE', path, { key: stage.project.secret })).status).toBe(204)
    const second = (await stage.signInAs(subject)).data.user
    const { clusters } = stage.app.platform
    await clusters.main.asOwner(stage.project, async (client) => {
      await client.query("set local msingi.kind = 'dashboard'")
      const { rowCount } = await client.query('delete from users where id = $1', [second.id])
      expect(rowCount).toBe(1)
    })
    const third = (await stage.signInAs(subject)).data.user
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect((await identitiesOf(third.id)).data).toHaveLength(1)
  })
})

describe('identities', () => {
  test('are visible to the user and the project, and to no other user', async () => {
    const { data } = await stage.signInAs(stage.newPerson().subject)
    const stranger = await signUp(stage.app, stage.project)
    const own = { token: data.tokens.access_token }
    const fields = ['id', 'provider', 'issuer', 'subject', 'email', 'created_at', 'last_used_at']
    const { data: list } = await identitiesOf(data.user.id, own)
    expect(list.map((one: object) => Object.keys(one))).toEqual([fields])
    expect((await identitiesOf(data.user.id)).data).toEqual(list)
    expect((await identitiesOf(data.user.id, { token: stranger.token })).status).toBe(403)
    expect((await identitiesOf(data.user.id, { key: stage.project.publishable })).status).toBe(403)
    expect((await identitiesOf(crypto.randomUUID())).status).toBe(404)
  })

  test('can be unlinked, and then no longer sign in', async () => {
    const { subject } = stage.newPerson()
    const { user, tokens } = (await stage.signInAs(subject)).data
    const [{ id }] = (await identitiesOf(user.id)).data
    const path = stage.below(`/users/${user.id}/identities`)
    const own = { token: tokens.access_token }
    expect((await stage.app.api('DELETE', `${path}/${crypto.randomUUID()}`, own)).status).toBe(404)
    const stranger = await signUp(stage.app, stage.project)
    expect((await stage.app.api('DELETE', `${path}/${id}`, { token: stranger.token })).status).toBe(403)
    const wrong = stage.below(`/users/${stranger.user.id}/identities/${id}`)
    expect((await stage.app.api('DELETE', wrong, { token: stranger.token })).status).toBe(404)
    // The user can still sign in with a code to their address.
    expect((await stage.app.api('DELETE', `${path}/${id}`, own)).status).toBe(204)
    expect((await identitiesOf(user.id)).data).toEqual([])
    provided(subject, { email: 'elsewhere@example.com', email_verified: true })
    expect((await stage.signInAs(subject)).data.user.id).not.toBe(user.id)
  })

  test('that are the only way to sign in can be removed only by the project', async () => {
    const { data } = await stage.signInAs(stage.newPerson({ email_verified: false }).subject)
    const [{ id }] = (await identitiesOf(data.user.id)).data
    const path = stage.below(`/users/${data.user.id}/identities/${id}`)
    const refused = await stage.app.api('DELETE', path, { token: data.tokens.access_token })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('only way')])
    expect((await identitiesOf(data.user.id)).data).toHaveLength(1)
    expect((await stage.app.api('DELETE', path, { key: stage.project.secret })).status).toBe(204)
  })

  test('are kept when their provider is removed, and work when it is added again', async () => {
    const { subject } = stage.newPerson()
    await stage.addProvider('passing')
    const { user } = (await stage.signInAs(subject)).data
    const path = stage.below('/providers/passing')
    const back = await stage.backFor(new Browser(), subject)
    expect((await stage.app.api('DELETE', path, { key: stage.project.secret })).status).toBe(204)
    expect((await stage.app.api('GET', path, { key: stage.project.secret })).status).toBe(404)
    expect((await new Browser().open(back.replace('/acme/', '/passing/'))).status).toBe(404)
    expect((await stage.signInAs(subject)).data.user.id).toBe(user.id)
  })
})

const WAITING = `select from pg_locks where relation = $1::regclass and not granted
  and database = (select oid from pg_database where datname = current_database())`
const provided = (subject: string, person: object) => stage.provider.people.set(subject, person)
