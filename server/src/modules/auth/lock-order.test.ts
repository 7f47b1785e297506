// What belongs to something is locked behind it: transactions in another order could wait for each other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { heldUp, type Rows } from '#test/held-up.ts'
import { type Guarded, guard, mailTo, PASSWORD, signUp, codeOf as stepCode } from './auth.fixture.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const call = (end: string, body: object) =>
  app.api('POST', `/projects/${project.id}/auth/${end}`, { key: project.publishable, body })

async function mailed({ user: { email } }: Guarded, end: string) {
  expect((await call(end, { email })).status).toBe(200)
  return { email, code: (await mailTo(app, project, email))?.code }
}

async function mfaToken({ user }: Guarded): Promise<string> {
  return (await call('signin', { email: user.email, password: PASSWORD })).data.mfa_token
}

const own = (method: string, person: Guarded, end: string, body: object) =>
  app.api(method, `/projects/${project.id}/auth/${end}`, { token: person.token, body })

// What uses something up: prepared, and then sent while the user is locked.
const USES: Readonly<Record<string, (person: Guarded) => Promise<() => ReturnType<TestApp['api']>>>> = {
  'a magic link': async (person) => {
    const proof = await mailed(person, 'magic-link/request')
    return () => call('magic-link/verify', proof)
  },
  'a code that verifies an address': async (person) => {
    const proof = await mailed(person, 'verify-email/request')
    return () => call('verify-email', proof)
  },
  'a code that resets a password': async (person) => {
    const proof = await mailed(person, 'reset-password')
    return () => call('reset-password/confirm', { ...proof, new_password: 'another horse 1' })
  },
  'a code by SMS': async ({ user: { phone } }) => {
    const { otp_code } = (await call('otp/request', { phone })).data
    return () => call('otp/verify', { phone, code: otp_code })
  },
  'the code of a second factor': async (person) => {
    const mfa_token = await mfaToken(person)
    return () => call('factors/verify', { mfa_token, code: stepCode(app, person.secret) })
  },
  'a recovery code': async (person) => {
    const mfa_token = await mfaToken(person)
    return () => call('factors/verify', { mfa_token, code: person.recovery_codes[0] })
  },
  'a recovery code for new ones': async (person) => () =>
    own('POST', person, 'factors/recovery-codes', { code: person.recovery_codes[0] }),
  'a recovery code for another factor': async (person) => () =>
    own('POST', person, 'factors', { current_password: PASSWORD, code: person.recovery_codes[0] }),
  'a factor': async (person) => () =>
    own('DELETE', person, `factors/${person.factor_id}`, { code: person.recovery_codes[0] }),
}

test.each(Object.entries(USES))('%s is used up behind the lock of the user', async (_name, prepare) => {
  const person = await guard(app, project, await signUp(app, project))
  app.clock.advance(30)
  const use = await prepare(person)
  const belongings = ['challenges', 'factors', 'recovery_codes', 'sessions']
  const contacts = [person.user.email, person.user.phone]
  const answer = await heldUp(
    app,
    {
      first: ['from msingi_auth.users where id = $1', person.user.id],
      later: [
        ...belongings.map((table): Rows => [`from msingi_auth.${table} where user_id = $1`, person.user.id]),
        ['from msingi_auth.codes where recipient = any($1)', contacts],
      ],
    },
    use,
  )
  expect(answer.status, answer.text).toBeLessThan(300)
})

test('a refresh token is used up behind the lock of its session, as by who deletes both', async () => {
  const { user, refresh_token } = await signUp(app, project)
  const of = 'from msingi_auth.sessions where user_id = $1'
  const tokens = `from msingi_auth.refresh_tokens where session_id in (select id ${of})`
  const answer = await heldUp(app, { first: [of, user.id], later: [[tokens, user.id]] }, () =>
    call('refresh', { refresh_token }),
  )
  expect(answer.status, answer.text).toBe(200)
})

test("a user's roles are replaced behind the lock of the roles, as by who deletes one", async () => {
  const { user } = await signUp(app, project)
  const manage = async (method: string, path: string, body: object) =>
    app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  const [before, after] = await Promise.all(
    ['before', 'after'].map(async (name) => (await manage('POST', '/roles', { name })).data),
  )
  const set = (role: { id: string }) => manage('PUT', `/users/${user.id}/roles`, { role_ids: [role.id] })
  expect((await set(before)).status).toBe(200)
  const first = ['from msingi_auth.roles where id = $1', after.id] as const
  const later = [['from msingi_auth.user_roles where user_id = $1', user.id]] as const
  const answer = await heldUp(app, { first, later }, () => set(after))
  expect(answer.data, answer.text).toMatchObject([{ id: after.id }])
})
