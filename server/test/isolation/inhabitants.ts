// A project with one of everything that has an id, and the credentials to it.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { vi } from 'vitest'
import { insertInvoice } from '#modules/plans/billing/invoices.store.ts'
import { addPasskey } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { notifyNow } from '#platform/events/platform-events.ts'
import type { CallOptions, TestApp } from '#test/harness.ts'

// A name that every project may have.
const CONSOLE_KEY = 'diagram'

/** Inhabitant is a project, who may come in, and an id for each parameter that a path can have. */
export interface Inhabitant {
  readonly projectId: string
  readonly schema: string
  readonly credentials: Readonly<Record<'owner' | 'key' | 'publishable' | 'user', CallOptions>>
  /** ids gives the parameters of a path; `sessionID` is of an account or of a project user. */
  ids(path: string): Readonly<Record<string, string>>
  /** marks are ids that stand in every row of the platform's tables that belongs to this project. */
  readonly marks: readonly string[]
}

/** inhabit makes the project; tables called `shared` exist in every one, and one of the project's own name. */
export async function inhabit(app: TestApp, name: string): Promise<Inhabitant> {
  const account = await app.register(`${name}@example.com`)
  const { token } = account
  const make = async (path: string, body: unknown, credential: CallOptions = { token }) => {
    const { status, data, text } = await app.api('POST', path, { ...credential, body })
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return data
  }
  const organisation = await make('/organisations', { name })
  const member = await app.register(`member-${name}@example.com`)
  await make(`/organisations/${organisation.id}/members`, { email: member.user.email, role: 'viewer' })
  const invited = await make(`/organisations/${organisation.id}/members`, {
    email: `invited-${name}@example.com`,
    role: 'viewer',
  })
  const sso = `/organisations/${organisation.id}/sso`
  const provider = { issuer: 'https://accounts.example', client_id: name }
  await app.api('PUT', sso, { token, body: provider })
  const domain = await make(`${sso}/domains`, { domain: `${name}.example` })
  const project = await make('/projects', { name, organisation_id: organisation.id })
  const below = `/projects/${project.id}`
  const key = await make(`${below}/api-keys`, { name: 'secret' })
  const publishable = await make(`${below}/api-keys`, { name: 'publishable', kind: 'publishable' })
  const secret = { key: key.key }
  const column = { data_type: 'uuid' }
  const table = await make(`${below}/tables`, {
    name: 'shared',
    columns: [
      { ...column, name: 'parent' },
      { name: 'text', data_type: 'text' },
    ],
  })
  await make(`${below}/tables`, { name })
  const policy = await make(`${below}/tables/${table.id}/rls`, { action: 'select', subject: 'public' })
  const link = { from_table: 'shared', from_column: 'parent', to_table: 'shared', to_column: 'id' }
  const relationship = await make(`${below}/schema/relationships`, link)
  const view = await make(`${below}/schema/views`, { name: 'some', definition: 'select text from shared' })
  const work = { name: `work_of_${name}`, returns: 'trigger', body: 'begin return new; end' }
  await make(`${below}/schema/functions`, work)
  const trigger = await make(`${below}/schema/triggers`, {
    name: `on_write_of_${name}`,
    table: 'shared',
    timing: 'before',
    events: ['insert'],
    function: work.name,
  })
  const row = await make('/data/shared', { text: `of ${name}` }, secret)
  const signup = {
    email: 'user@example.com',
    password: 'correct horse 1',
    full_name: 'User',
    phone: '+255712345670',
  }
  const { user, tokens } = await make(`${below}/auth/signup`, signup, secret)
  const session = { token: tokens.access_token }
  const role = await make(`${below}/roles`, { name: 'editor' })
  const permission = await make(`${below}/permissions`, { name: 'posts:publish' })
  const inOrganisation = { organisation_id: organisation.id }
  const ownPermission = await make('/rbac/permissions', { ...inOrganisation, name: 'x-reports:approve' })
  const ownRole = await make('/rbac/roles', {
    ...inOrganisation,
    name: 'Scheduler',
    permissions: ['cron:read'],
  })
  await make(`/rbac/users/${member.user.id}/roles`, { ...inOrganisation, role_id: ownRole.id })
  const query = await make(`${below}/query/saved`, { name: 'all', table_slug: 'shared' })
  const channel = await make(`${below}/realtime/channels`, { name: 'lobby' })
  const live = await make(`${below}/realtime/token`, undefined)
  const accessToken = await make('/me/tokens', { name })
  const [dashboardSession] = (await app.api('GET', '/me/sessions', { token })).data
  const password = { current_password: signup.password }
  const accountFactor = await make('/me/factors', password)
  const { passkeyId } = await addPasskey(app, account)
  const factor = await make(`${below}/auth/factors`, password, session)
  const [userSession] = (await app.api('GET', `${below}/auth/sessions`, session)).data
  await app.api('PUT', `${below}/auth/templates/otp`, { token, body: { text: `{{code}} of ${name}` } })
  await make(`${below}/auth/providers`, { name, issuer: 'https://accounts.example', client_id: name })
  const variable = await make(`${below}/env`, { key: 'SHARED', value: name, environment: 'production' })
  const kept = await make(`${below}/secrets`, { key: `OF_${name}`, value: `the secret of ${name}` })
  for (const whose of ['me', 'project'])
    await app.api('PUT', `${below}/console/${CONSOLE_KEY}?for=${whose}`, { token, body: { value: name } })
  const bucket = await make(`${below}/storage/buckets`, { name: 'shared' })
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
  const file = await app.api('PUT', `${below}/storage/buckets/shared/objects/shared.png`, {
    ...secret,
    raw: await image.png().toBuffer(),
    headers: { 'content-type': 'image/png' },
  })
  const begun = await app.api('POST', `${below}/storage/buckets/shared/resumable`, {
    ...secret,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': 'name YQ==' },
  })
  const fn = await make(`${below}/functions`, { name })
  // It was never deployed, so that the one delivery of its trigger has failed, and is a failed job.
  const triggers = `${below}/functions/${fn.id}/triggers`
  const eventTrigger = await make(triggers, { events: ['function.failed'] })
  const failed = await make(`${triggers}/${eventTrigger.id}/send`, { event: 'function.failed' })
  await make(`${below}/functions/${fn.id}/deploy`, {})
  const hook = { name, url: await openReceiver(), events: ['function.failed'] }
  const webhook = await make(`${below}/webhooks`, hook)
  const delivery = await make(`${below}/webhooks/${webhook.id}/send`, { event: 'function.failed' })
  const deliveries = `${below}/webhooks/${webhook.id}/deliveries`
  await vi.waitUntil(async () => (await app.api('GET', deliveries, { token })).data[0].status === 'delivered')
  const chat = { provider: 'slack', name, config: { url: hook.url } }
  const integration = await make(`${below}/integrations`, chat)
  const target = { target_type: 'http', target_url: hook.url }
  const job = await make(`${below}/cron`, { name, schedule: '0 3 * * *', ...target })
  const host = await make(`${below}/domains`, { name: `${name}.example.com` })
  await app.api('PUT', `${below}/payments/settings`, { token, body: { is_active: true } })
  const payer = { phone: '0754123456', amount: 9000, first_name: 'Neema', last_name: 'Mushi' }
  const payment = await make(`${below}/payments/provider_b/initiate`, payer, secret)
  const body = { provider: 'provider_b', csv: 'Receipt No.,Paid In\nSTRANGER01,100\n' }
  const statement = await make(`${below}/payments/reconciliation/statements`, body)
  await notifyNow(app.platform, { type: 'function.failing', projectId: project.id, message: 'It fails.' })
  const [event] = (await app.api('GET', '/events/history', { token })).data
  const [logged] = (await app.api('GET', `${below}/request-logs?limit=1`, { token })).data
  const invoiceID = randomUUID()
  await insertInvoice(app.platform.clusters.main.admin, {
    ...{
      id: invoiceID,
      project_id: project.id,
      period: '2026-01-01',
      currency: 'USD',
      total: 100,
      lines: [],
    },
    issued_at: app.clock.now(),
  })
  const common = {
    invoiceID,
    eventID: event.id,
    projectID: project.id,
    organisationID: organisation.id,
    accountID: member.user.id,
    invitationID: invited.invitation.id,
    keyID: key.id,
    tableID: table.id,
    columnID: table.columns.find((one: { name: string }) => one.name === 'parent').id,
    policyID: policy.id,
    relationshipID: relationship.id,
    viewID: view.id,
    functionName: work.name,
    userID: user.id,
    roleID: role.id,
    queryID: query.id,
    runningID: randomUUID(),
    permissionID: permission.id,
    passkeyID: passkeyId,
    provider: name,
    identityID: await addIdentity(app, project.id, user.id),
    channelID: channel.id,
    id: row.id,
    kind: 'otp',
    domain: domain.domain,
    bucketID: bucket.id,
    objectID: file.data.id,
    uploadID: String(begun.headers.location).slice(-36),
    name: 'shared.png',
    fileName: 'shared.png',
    varID: variable.id,
    secretID: kept.id,
    key: kept.key,
    recordID: row.id,
    fnID: fn.id,
    slug: fn.slug,
    version: '1',
    webhookID: webhook.id,
    integrationID: integration.id,
    jobID: job.id,
    domainID: host.id,
    lineID: logged.id,
    transactionID: payment.transaction_id,
    reference: payment.reference,
    importID: statement.id,
  }
  return {
    projectId: project.id,
    schema: `p_${project.id.replaceAll('-', '')}`,
    credentials: { owner: { token }, key: secret, publishable: { key: publishable.key }, user: session },
    ids: (path) => ({
      ...common,
      factorID: path.includes('/me/factors/') ? accountFactor.id : factor.id,
      triggerID: path.includes('/functions/') ? eventTrigger.id : trigger.id,
      deliveryID: path.includes('/functions/') ? failed.id : delivery.id,
      ...(path.startsWith('/api/v1/rbac/') && {
        roleID: ownRole.id,
        permissionID: ownPermission.id,
        permission: 'cron:read',
        // In the personal organisation, which is meant where none is named.
        userID: account.user.id,
      }),
      ...(path.includes('/console/') && { key: CONSOLE_KEY }),
      tokenID: path.includes('/me/') ? accessToken.id : live.id,
      sessionID: path.includes('/auth/') ? userSession.id : dashboardSession.id,
      // A row is looked for in a table that both have, a table by a name that only one has.
      table: path.includes('{id}') ? 'shared' : name,
    }),
    marks: [project.id, organisation.id, account.user.id, member.user.id, user.id, role.id],
  }
}

// Takes every event, so that none is tried again while the tests look for changes.
async function openReceiver(): Promise<string> {
  const server = createServer((_request, response) => response.end()).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

// Without a provider that one could sign in at.
async function addIdentity({ platform }: TestApp, projectId: string, userId: string): Promise<string> {
  const { rows } = await platform.clusters.main.admin.query(
    `insert into msingi_auth.identities
       (id, project_id, user_id, provider, issuer, subject, created_at, last_used_at)
     values (gen_random_uuid(), $1, $2, 'a', 'https://accounts.example', 'subject', now(), now()) returning id`,
    [projectId, userId],
  )
  return rows[0].id
}

/** snapshot is all that the database holds of the project, but for what it logs. */
export async function snapshot(
  app: TestApp,
  { schema, marks }: Inhabitant,
): Promise<Record<string, unknown>> {
  const { admin } = app.platform.clusters.main
  const { rows: tables } = await admin.query<{ schemaname: string; name: string }>(
    `select schemaname, format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = $1 or schemaname like 'msingi%' or schemaname = 'platform')
       and tablename not like 'request\\_logs%' and tablename not like 'usage\\_%'
     order by 2`,
    [schema],
  )
  const all: Record<string, unknown> = {}
  for (const { schemaname, name } of tables) {
    const filter = schemaname === schema ? '' : `where t::text ~ '${marks.join('|')}'`
    // A timer stores when keys were last used.
    const row = name === 'platform.api_keys' ? `to_jsonb(t) - 'last_used_at' as t` : 't::text'
    all[name] = (await admin.query(`select ${row} from ${name} t ${filter} order by 1`)).rows
  }
  return all
}
