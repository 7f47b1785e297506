// Examples of a project's end users: signing up and in, second factors, roles, providers and settings.
import { codeOf, mailTo } from '#modules/auth/auth.fixture.ts'
import type { ExampleStage } from './stage.ts'

const PASSWORD = 'correct horse 1'
const EMAIL = 'neema.said@example.com'
const PHONE = '+255712345678'

/** SignedIn is a user with a session. */
interface SignedIn {
  readonly id: string
  readonly token: string
}

/** signUp calls the routes of signing up and in. */
export async function signUp(example: ExampleStage): Promise<SignedIn> {
  const { call, app, below, stage, dashboard, publishable } = example
  const auth = `${below}/auth`
  const post = (path: string, body?: object) => call('POST', `${auth}/${path}`, { ...publishable, body })
  const mailed = async (email: string) => (await mailTo(app, stage.project, email)) ?? { code: '', token: '' }
  const person = { email: EMAIL, password: PASSWORD, full_name: 'Neema Said', phone: PHONE }
  const { data } = await post('signup', { ...person, metadata: { language: 'sw' } })
  await post('verify-email/request', { email: EMAIL })
  await post('verify-email', { token: (await mailed(EMAIL)).token })
  await post('magic-link/request', { email: EMAIL })
  await post('magic-link/verify', { token: (await mailed(EMAIL)).token })
  await post('reset-password', { email: EMAIL })
  const { code } = await mailed(EMAIL)
  await post('reset-password/confirm', { email: EMAIL, code, new_password: PASSWORD })
  await call('GET', `${auth}/outbox`, dashboard)
  const otp = await post('otp/request', { phone: PHONE })
  await post('otp/verify', { phone: PHONE, code: otp.data.otp_code })
  const signedIn = await post('signin', { email: EMAIL, password: PASSWORD })
  const { refresh_token } = signedIn.data.tokens
  const refreshed = await post('refresh', { refresh_token })

  const guest = await post('anonymous', { metadata: { language: 'sw' } })
  const token = guest.data.tokens.access_token
  const full = { ...person, email: 'zawadi@example.com', phone: '+255712345679', full_name: 'Zawadi Said' }
  await call('POST', `${auth}/upgrade`, { token, body: full })
  await call('POST', `${auth}/logout`, { token })
  return { id: data.user.id, token: refreshed.data.tokens.access_token }
}

/** factors calls the routes of second factors. */
export async function factors(stage: ExampleStage, { id, token }: SignedIn): Promise<void> {
  const { call, app, below, secret, publishable } = stage
  const path = `${below}/auth/factors`
  const next = (key: string) => {
    app.clock.advance(30)
    return codeOf(app, key)
  }
  const enrol = { name: 'Phone', current_password: PASSWORD }
  const enrolled = await call('POST', path, { token, body: enrol })
  const key = enrolled.data.secret
  await call('POST', `${path}/${enrolled.data.id}/activate`, { token, body: { code: codeOf(app, key) } })
  await call('GET', path, { token })
  await call('GET', `${below}/auth/users/${id}/factors`, secret)
  await call('POST', `${path}/recovery-codes`, { token, body: { code: next(key) } })
  const body = { email: EMAIL, password: PASSWORD }
  const { data } = await app.api('POST', `${below}/auth/signin`, { ...publishable, body })
  const proof = { mfa_token: data.mfa_token, code: next(key) }
  const verified = await call('POST', `${path}/verify`, { ...publishable, body: proof })
  const strong = { token: verified.data.tokens.access_token }
  await call('DELETE', `${path}/${enrolled.data.id}`, { ...strong, body: { code: next(key) } })
  const again = await app.api('POST', path, { ...strong, body: enrol })
  await call('DELETE', `${below}/auth/users/${id}/factors/${again.data.id}`, secret)
}

/** users calls the routes that manage users, their sessions and roles. */
export async function users(stage: ExampleStage, { id, token }: SignedIn): Promise<void> {
  const { call, below, secret, dashboard } = stage
  await call('GET', `${below}/auth/users`, { ...secret, query: { search: 'neema', limit: 20 } })
  await call('GET', `${below}/auth/users/${id}`, secret)
  await call('PATCH', `${below}/auth/users/${id}`, { ...secret, body: { claims: { shop: 'Arusha' } } })
  const sessions = await call('GET', `${below}/auth/sessions`, { token })
  const other = sessions.data.find(({ current }: { current: boolean }) => !current)
  await call('DELETE', `${below}/auth/sessions/${other.id}`, { token })

  const juma = { email: 'juma@example.com', full_name: 'Juma Ali', password: PASSWORD, email_verified: true }
  const made = await call('POST', `${below}/auth/users`, { ...dashboard, body: juma })
  await call('POST', `${below}/auth/users/invite`, { ...dashboard, body: { email: 'asha@example.com' } })
  const managed = `${below}/auth/users/${made.data.id}`
  await call('POST', `${managed}/send`, { ...dashboard, body: { kind: 'reset_password' } })
  const signIn = { email: juma.email, password: PASSWORD }
  await call('POST', `${below}/auth/signin`, { ...secret, body: signIn })
  const listed = await call('GET', `${managed}/sessions`, dashboard)
  await call('DELETE', `${managed}/sessions/${listed.data[0].id}`, dashboard)
  await call('DELETE', `${managed}/sessions`, dashboard)

  const named = { name: 'books:publish', description: 'Put books on sale.' }
  const permission = await call('POST', `${below}/permissions`, { ...dashboard, body: named })
  await call('GET', `${below}/permissions`, dashboard)
  const body = { name: 'editor', permission_ids: [permission.data.id] }
  const role = await call('POST', `${below}/roles`, { ...dashboard, body })
  await call('GET', `${below}/roles`, dashboard)
  await call('PATCH', `${below}/roles/${role.data.id}`, { ...dashboard, body: { name: 'chief editor' } })
  const roles = `${below}/users/${id}/roles`
  await call('POST', roles, { ...secret, body: { role_id: role.data.id } })
  await call('GET', roles, secret)
  await call('PUT', roles, { ...secret, body: { role_ids: [role.data.id] } })
  await call('DELETE', `${roles}/${role.data.id}`, secret)
  await call('DELETE', `${below}/roles/${role.data.id}`, dashboard)
  await call('DELETE', `${below}/permissions/${permission.data.id}`, dashboard)
}

/** providers calls the routes of identity providers; browsers use the two that redirect. */
export async function providers({ call, below, secret, publishable, stage }: ExampleStage): Promise<void> {
  const path = `${below}/auth/providers`
  const issuer = 'https://accounts.example.com'
  const body = { name: 'example', issuer, client_id: 'duka', client_secret: 'a secret' }
  await call('POST', path, { ...secret, body })
  await call('GET', `${path}/example`, secret)
  await call('PATCH', `${path}/example`, { ...secret, body: { scopes: ['openid', 'email'] } })
  await call('DELETE', `${path}/example`, secret)
  const person = stage.newPerson()
  const code = await stage.codeFor(person.subject)
  const { data } = await call('POST', `${below}/auth/token`, { ...publishable, body: { code } })
  const identities = `${below}/auth/users/${data.user.id}/identities`
  const [identity] = (await call('GET', identities, secret)).data
  await call('DELETE', `${identities}/${identity.id}`, secret)
  await call('GET', path, secret)
  await call('DELETE', `${below}/auth/users/${data.user.id}`, secret)
}

/** settings calls the routes of the settings of project auth, and allows anonymous users. */
export async function settings({ call, below, secret, dashboard }: ExampleStage): Promise<void> {
  const auth = `${below}/auth`
  await call('GET', `${auth}/settings`, secret)
  await call('PUT', `${auth}/settings`, { ...secret, body: { allow_anonymous: true } })
  await call('GET', `${auth}/.well-known/jwks.json`)
  await call('POST', `${auth}/keys/rotate`, dashboard)
  await call('GET', `${auth}/templates`, secret)
  const text = 'Your code is {{code}}.'
  await call('PUT', `${auth}/templates/otp`, { ...secret, body: { text } })
  await call('DELETE', `${auth}/templates/otp`, secret)
}
