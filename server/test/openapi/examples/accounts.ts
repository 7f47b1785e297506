// Examples of accounts and their safety, organisations, projects and API keys.
import { codeNow, mailedCode, nextCode } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { createAuthenticator } from '#modules/tenancy/accounts/passkeys/authenticator.fixture.ts'
import type { ExampleStage } from './stage.ts'

const PASSWORD = 'correct horse 1'

/** accounts calls the routes of accounts and organisations. */
export async function accounts({ call, refused, app, below, publishable }: ExampleStage): Promise<void> {
  await call('GET', '/setup')
  const amina = { email: 'amina@example.com', password: PASSWORD }
  const { data } = await call('POST', '/auth/register', { body: { ...amina, full_name: 'Amina Juma' } })
  const first = { token: data.tokens.access_token }
  const login = await call('POST', '/auth/login', { body: amina })
  const { refresh_token } = login.data.tokens
  await call('POST', '/auth/refresh', { body: { refresh_token } })
  await call('GET', '/me', first)
  await call('PATCH', '/me', { ...first, body: { full_name: 'Amina J. Juma' } })
  const sessions = await call('GET', '/me/sessions', first)
  const other = sessions.data.find(({ current }: { current: boolean }) => !current)
  await call('DELETE', `/me/sessions/${other.id}`, first)

  await accessTokens({ call }, first)
  const made = await call('POST', '/organisations', { ...first, body: { name: 'Duka Ltd' } })
  const organisation = `/organisations/${made.data.id}`
  await call('GET', '/organisations', first)
  await call('GET', organisation, first)
  await call('PATCH', organisation, { ...first, body: { name: 'Duka Limited' } })
  const neema = await app.register('neema@example.com')
  const member = { email: neema.user.email, role: 'developer' }
  await call('POST', `${organisation}/members`, { ...first, body: member })
  await call('GET', `${organisation}/members`, { ...first, query: { order: 'full_name.asc', limit: 20 } })
  const invite = async (email: string) =>
    (await app.api('POST', `${organisation}/members`, { ...first, body: { email, role: 'viewer' } })).data
  const { token } = await invite('juma@example.com')
  await call('GET', `${organisation}/invitations`, first)
  const juma = await app.register('juma@example.com')
  await call('POST', '/organisations/join', { token: juma.token, body: { token } })
  const { invitation } = await invite('zawadi@example.com')
  await call('DELETE', `${organisation}/invitations/${invitation.id}`, first)
  const membership = `${organisation}/members/${juma.user.id}`
  await call('PATCH', membership, { ...first, body: { role: 'admin' } })
  await roles({ call }, first, made.data.id, juma.user.id)
  await transfer({ call }, organisation, first, juma)
  await call('DELETE', membership, first)
  await call('DELETE', organisation, first)

  await refused(409, 'POST', '/auth/register', { body: { ...amina, full_name: 'Amina Juma' } })
  await refused(401, 'GET', '/me')
  await refused(403, 'GET', `${below}/tables`, publishable)
  await call('POST', '/auth/logout', first)
}

/** accountSafety calls the routes of second factors, passkeys, forgotten passwords and of deleting an account. */
export async function accountSafety({ call, app }: ExampleStage): Promise<void> {
  const person = await app.register('rehema@example.com')
  const { token } = person
  const { email } = person.user
  await call('POST', '/me/verify-email/request', { token })
  await call('POST', '/me/verify-email', { token, body: { code: await mailedCode(app, email) } })
  await call('POST', '/auth/reset-password', { body: { email } })
  const reset = { email, code: await mailedCode(app, email), new_password: PASSWORD }
  await call('POST', '/auth/reset-password/confirm', { body: reset })
  const login = async () =>
    (await app.api('POST', '/auth/login', { body: { email, password: PASSWORD } })).data
  const own = { token: (await login()).tokens.access_token }
  await login()
  await call('DELETE', '/me/sessions', own)

  const enrol = { name: 'Phone', current_password: PASSWORD }
  const { data } = await call('POST', '/me/factors', { ...own, body: enrol })
  const factor = `/me/factors/${data.id}`
  await call('POST', `${factor}/activate`, { ...own, body: { code: codeNow(app, data.secret) } })
  await call('GET', '/me/factors', own)
  await call('GET', '/me/recovery-codes', own)
  const code = () => ({ code: nextCode(app, data.secret) })
  await call('POST', '/me/recovery-codes', { ...own, body: code() })
  await call('POST', '/auth/challenge', { body: { mfa_token: (await login()).mfa_token, ...code() } })

  const authenticator = createAuthenticator()
  const options = await call('POST', '/me/passkeys/options', { ...own, body: code() })
  const made = { name: 'Laptop', credential: authenticator.create(options.data) }
  const passkey = `/me/passkeys/${(await call('POST', '/me/passkeys', { ...own, body: made })).data.id}`
  await call('GET', '/me/passkeys', own)
  await call('PATCH', passkey, { ...own, body: { name: 'Key ring' } })
  const request = await call('POST', '/auth/passkeys/options', { body: {} })
  await call('POST', '/auth/passkeys/login', { body: { credential: authenticator.get(request.data) } })
  await call('POST', '/me/passkeys/confirm-options', own)
  await call('DELETE', passkey, { ...own, body: code() })
  await call('DELETE', factor, { ...own, body: code() })
  await call('DELETE', '/me', { ...own, body: { current_password: PASSWORD } })
}

async function transfer(
  { call }: Pick<ExampleStage, 'call'>,
  organisation: string,
  from: { token: string },
  { token, user }: { token: string; user: { id: string } },
): Promise<void> {
  const members = await call('GET', `${organisation}/members`, from)
  const owner = members.data.find(({ role }: { role: string }) => role === 'owner').account_id
  await call('POST', `${organisation}/transfer`, { ...from, body: { account_id: user.id } })
  await call('POST', `${organisation}/transfer`, { token, body: { account_id: owner } })
}

/** operators calls the routes of operators; the first account of the stage is one. */
export async function operators({ call, app, dashboard }: ExampleStage): Promise<void> {
  const query = { limit: 2 }
  for (const path of ['organisations', 'projects'])
    await call('GET', `/operator/${path}`, { ...dashboard, query })
  for (const path of ['health', 'quiet', 'backups', 'settings', 'operators'])
    await call('GET', `/operator/${path}`, dashboard)
  await call('POST', '/operator/quiet/resume', { ...dashboard, body: { drop: ['webhooks'] } })
  const { user } = await app.register('salma@example.com')
  await call('POST', '/operator/operators', { ...dashboard, body: { email: user.email } })
  await call('DELETE', `/operator/operators/${user.id}`, dashboard)
}

async function accessTokens({ call }: Pick<ExampleStage, 'call'>, owner: { token: string }): Promise<void> {
  const body = { name: 'deploy from CI', permissions: ['schema:read', 'functions:write'] }
  const { data } = await call('POST', '/me/tokens', { ...owner, body })
  await call('GET', '/me/tokens', owner)
  await call('POST', `/me/tokens/${data.id}/rotate`, { ...owner, body: {} })
  await call('DELETE', `/me/tokens/${data.id}`, owner)
}

// Roles and permissions of members.
async function roles(
  { call }: Pick<ExampleStage, 'call'>,
  owner: { token: string },
  organisation_id: string,
  member: string,
): Promise<void> {
  const query = { organisation_id }
  const named = { organisation_id, name: 'x-reports:approve', description: 'Signs monthly reports' }
  const own = await call('POST', '/rbac/permissions', { ...owner, body: named })
  await call('GET', '/rbac/permissions', { ...owner, query })
  const body = { organisation_id, name: 'Scheduler', permissions: ['cron:read', 'cron:write'] }
  const made = await call('POST', '/rbac/roles', { ...owner, body })
  const role = `/rbac/roles/${made.data.id}`
  await call('POST', `${role}/permissions`, { ...owner, body: { permissions: ['logs:read', named.name] } })
  await call('DELETE', `${role}/permissions/logs:read`, owner)
  await call('PATCH', role, { ...owner, body: { description: 'Looks after cron jobs' } })
  await call('GET', role, owner)
  await call('GET', '/rbac/roles', { ...owner, query })
  const held = `/rbac/users/${member}/roles`
  await call('POST', held, { ...owner, body: { organisation_id, role_id: made.data.id } })
  await call('GET', held, { ...owner, query })
  await call('DELETE', `${held}/${made.data.id}`, { ...owner, query })
  await call('DELETE', role, owner)
  await call('DELETE', `/rbac/permissions/${own.data.id}`, owner)
}

/** projects calls the routes of projects and API keys, and of what is kept about their requests. */
export async function projects({ call, app }: ExampleStage): Promise<void> {
  const { token } = await app.register('baraka@example.com')
  const made = await call('POST', '/projects', { token, body: { name: 'Duka' } })
  const project = `/projects/${made.data.id}`
  await call('GET', '/projects', {
    token,
    query: { search: 'duka', order: 'name.asc', limit: 20, figures: true },
  })
  await call('GET', project, { token })
  await call('PATCH', project, { token, body: { name: 'Duka la vitabu', color: 'teal' } })
  const team = await app.api('POST', '/organisations', { token, body: { name: 'Wauzaji' } })
  await call('POST', `${project}/transfer`, { token, body: { organisation_id: team.data.id } })

  const body = { name: 'Website', kind: 'publishable', scopes: ['data:read'] }
  const key = await call('POST', `${project}/api-keys`, { token, body })
  await call('GET', `${project}/api-keys`, { token })
  const one = `${project}/api-keys/${key.data.id}`
  await call('PATCH', one, { token, body: { name: 'Shop window' } })
  await call('GET', `${project}/audit-logs`, { token, query: { action: 'api_keys', limit: 1 } })
  await call('POST', `${one}/rotate`, { token, body: { overlap_seconds: 3600 } })
  await call('DELETE', one, { token })
  await call('DELETE', project, { token })
  await call('POST', `${project}/restore`, { token })
}
