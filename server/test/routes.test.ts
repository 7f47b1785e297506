// The inventory of routes: those that clients rely on against what is registered and described.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from './harness.ts'
import { operationsOf, resolve } from './openapi/document.ts'
import { registeredRoutes, routeName } from './route-list.ts'

const P = '/projects/{projectID}'

/** Lines of `METHODS path`; paths are relative to /api/v1 unless they begin with `//`. */
const BUILT: Record<string, readonly string[]> = {
  platform: ['GET //healthz', 'GET //healthz/realtime', 'GET //openapi.yaml', 'GET //docs'],
  data: [
    'GET,POST,PATCH,DELETE /data/{table}',
    'GET,PATCH,DELETE /data/{table}/{id}',
    'POST /data/{table}/{id}/restore',
    'POST /batch',
  ],
  'project auth': [
    `POST ${P}/auth/signup`,
    `POST ${P}/auth/signin`,
    `POST ${P}/auth/otp/request`,
    `POST ${P}/auth/otp/verify`,
    `POST ${P}/auth/reset-password`,
    `POST ${P}/auth/reset-password/confirm`,
    `GET,POST ${P}/auth/users`,
    `POST ${P}/auth/users/invite`,
    `POST ${P}/auth/users/{userID}/send`,
    `GET,DELETE ${P}/auth/users/{userID}/sessions`,
    `DELETE ${P}/auth/users/{userID}/sessions/{sessionID}`,
    `GET,PATCH,DELETE ${P}/auth/users/{userID}`,
    `GET,PUT ${P}/auth/settings`,
    `GET,PUT ${P}/auth/hooks`,
    `GET,POST ${P}/auth/providers`,
    `GET,PATCH,DELETE ${P}/auth/providers/{provider}`,
    `GET ${P}/auth/providers/{provider}/authorize`,
    `GET ${P}/auth/providers/{provider}/callback`,
    `POST ${P}/auth/token`,
    `GET ${P}/auth/users/{userID}/identities`,
    `DELETE ${P}/auth/users/{userID}/identities/{identityID}`,
    `GET ${P}/auth/templates`,
    `PUT,DELETE ${P}/auth/templates/{kind}`,
    `POST ${P}/auth/refresh`,
    `POST ${P}/auth/logout`,
    `POST ${P}/auth/anonymous`,
    `POST ${P}/auth/upgrade`,
    `POST ${P}/auth/verify-email`,
    `POST ${P}/auth/verify-email/request`,
    `POST ${P}/auth/magic-link/request`,
    `POST ${P}/auth/magic-link/verify`,
    `GET,POST ${P}/auth/factors`,
    `DELETE ${P}/auth/factors/{factorID}`,
    `POST ${P}/auth/factors/{factorID}/activate`,
    `POST ${P}/auth/factors/recovery-codes`,
    `POST ${P}/auth/factors/verify`,
    `GET ${P}/auth/users/{userID}/factors`,
    `DELETE ${P}/auth/users/{userID}/factors/{factorID}`,
  ],
  realtime: [
    `POST ${P}/realtime/connect`,
    `GET ${P}/realtime/events`,
    `GET,PUT ${P}/realtime/settings`,
    `GET,POST ${P}/realtime/channels`,
    `DELETE ${P}/realtime/channels/{channelID}`,
    `POST ${P}/realtime/token`,
    `DELETE ${P}/realtime/token/{tokenID}`,
    `PATCH ${P}/realtime/channels/{channelID}`,
    `POST ${P}/realtime/explain`,
  ],
  'query engine': [
    `POST ${P}/query/run`,
    `POST ${P}/query/preview`,
    `POST ${P}/query/exec`,
    `POST ${P}/query/explain`,
    `GET ${P}/query/running`,
    `DELETE ${P}/query/running/{runningID}`,
    `GET ${P}/query/folders`,
    `GET,POST ${P}/query/saved`,
    `PATCH,DELETE ${P}/query/saved/{queryID}`,
    `POST ${P}/query/saved/{queryID}/run`,
  ],
  'figures and advice': [`GET ${P}/overview`, `GET ${P}/schema/figures`, `GET ${P}/advice`],
  'console items': [`GET ${P}/console`, `GET,PUT,PATCH,DELETE ${P}/console/{key}`],
  records: [
    `GET,POST,PATCH,DELETE ${P}/tables/{tableSlug}/records`,
    `POST ${P}/tables/{tableSlug}/records/restore`,
    `POST ${P}/tables/{tableSlug}/records/purge`,
    `POST ${P}/batch`,
    `GET,PATCH,DELETE ${P}/tables/{tableSlug}/records/{recordID}`,
    `POST ${P}/tables/{tableSlug}/records/{recordID}/restore`,
    `POST ${P}/tables/{tableSlug}/records/{recordID}/purge`,
    `POST ${P}/tables/{tableID}/import`,
    `GET ${P}/tables/{tableID}/export`,
  ],
  'environment variables': [
    `GET,POST ${P}/env`,
    `PATCH,DELETE ${P}/env/{varID}`,
    `POST ${P}/env/bulk`,
    `POST ${P}/env/import`,
    `GET ${P}/env/export`,
  ],
  secrets: [
    `GET,POST ${P}/secrets`,
    `GET ${P}/secrets/{secretID}/value`,
    `GET ${P}/secrets/{secretID}/versions`,
    `PATCH,DELETE ${P}/secrets/{secretID}`,
    'GET /secrets/resolve/{key}',
  ],
  webhooks: [
    `GET,POST ${P}/webhooks`,
    `GET,PATCH,DELETE ${P}/webhooks/{webhookID}`,
    `GET ${P}/webhooks/{webhookID}/deliveries`,
    `GET ${P}/webhooks/{webhookID}/deliveries/{deliveryID}`,
    `POST ${P}/webhooks/{webhookID}/send`,
    `POST ${P}/webhooks/{webhookID}/deliveries/{deliveryID}/retry`,
    `POST ${P}/webhooks/{webhookID}/replay`,
    `POST ${P}/webhooks/{webhookID}/rotate-secret`,
    `GET ${P}/webhooks/event-types`,
    `GET,PUT ${P}/webhooks/settings`,
  ],
  functions: [
    `GET,POST ${P}/functions`,
    `GET,PATCH,DELETE ${P}/functions/{fnID}`,
    `POST ${P}/functions/{fnID}/deploy`,
    `POST ${P}/functions/{fnID}/invoke`,
    `GET ${P}/functions/{fnID}/versions`,
    `GET ${P}/functions/{fnID}/versions/{version}`,
    `POST ${P}/functions/{fnID}/rollback`,
    `GET ${P}/functions/{fnID}/logs`,
    `GET ${P}/functions/{fnID}/logs/stream`,
    `GET ${P}/functions/{fnID}/invocations`,
    `GET ${P}/functions/{fnID}/figures`,
    `GET,POST ${P}/functions/{fnID}/triggers`,
    `GET,PATCH,DELETE ${P}/functions/{fnID}/triggers/{triggerID}`,
    `GET ${P}/functions/{fnID}/triggers/{triggerID}/deliveries`,
    `GET ${P}/functions/{fnID}/triggers/{triggerID}/deliveries/{deliveryID}`,
    `POST ${P}/functions/{fnID}/triggers/{triggerID}/deliveries/{deliveryID}/retry`,
    `POST ${P}/functions/{fnID}/triggers/{triggerID}/replay`,
    `POST ${P}/functions/{fnID}/triggers/{triggerID}/send`,
  ],
  payments: [
    `GET,PUT ${P}/payments/settings`,
    `POST ${P}/payments/provider_a/stk-push`,
    `POST ${P}/payments/provider_b/initiate`,
    `POST ${P}/payments/provider_b/session`,
    `GET ${P}/payments/provider_b/status/{reference}`,
    `GET ${P}/payments/transactions`,
    `GET ${P}/payments/transactions/{transactionID}`,
    `POST ${P}/payments/settings/test`,
    `GET ${P}/payments/transactions.csv`,
    `POST ${P}/payments/transactions/{transactionID}/reversal`,
    `POST ${P}/payments/transactions/{transactionID}/resolve`,
    `GET ${P}/payments/totals`,
    `GET ${P}/payments/ledger`,
    `GET ${P}/payments/reconciliation`,
    `POST ${P}/payments/reconciliation/statements`,
    'POST /webhooks/provider_a/{projectID}/callback',
    'POST /webhooks/provider_b/{projectID}/callback',
  ],
  schema: [
    `GET,POST ${P}/tables`,
    `GET,PATCH,DELETE ${P}/tables/{tableID}`,
    `POST ${P}/tables/{tableID}/columns`,
    `PATCH,DELETE ${P}/tables/{tableID}/columns/{columnID}`,
    `GET ${P}/schema/preview/{tableID}`,
    `GET ${P}/schema/diagram`,
    `GET ${P}/schema/structure`,
    `POST ${P}/schema/exec-ddl`,
    `GET ${P}/schema/history`,
    `POST ${P}/schema/dry-run`,
    `GET ${P}/schema/migrations`,
    `POST ${P}/schema/migrations/apply`,
    `GET,POST ${P}/schema/relationships`,
    `PATCH,DELETE ${P}/schema/relationships/{relationshipID}`,
    `GET,POST ${P}/schema/views`,
    `GET,PUT,DELETE ${P}/schema/views/{viewID}`,
    `GET ${P}/openapi.yaml`,
    `GET ${P}/types`,
    `GET,POST ${P}/schema/functions`,
    `GET,PUT,DELETE ${P}/schema/functions/{functionName}`,
    `GET,POST ${P}/schema/triggers`,
    `GET,PUT,DELETE ${P}/schema/triggers/{triggerID}`,
  ],
  storage: [
    `GET,POST ${P}/storage/buckets`,
    `GET,PATCH,DELETE ${P}/storage/buckets/{bucketID}`,
    `GET,POST ${P}/storage/buckets/{bucketID}/objects`,
    `GET,POST,PUT ${P}/storage/buckets/{bucketID}/objects/{name}`,
    `POST ${P}/storage/buckets/{bucketID}/folders`,
    `GET,PATCH,DELETE ${P}/storage/objects/{objectID}`,
    `GET ${P}/storage/objects/{objectID}/content`,
    `POST ${P}/storage/s3-access`,
    `GET ${P}/storage/objects/{objectID}/image`,
    `GET ${P}/storage/objects/{objectID}/image-summary`,
    `GET ${P}/storage/public/{bucketID}/{objectID}/image`,
    `POST ${P}/storage/objects/{objectID}/copy`,
    `POST ${P}/storage/objects/{objectID}/restore`,
    `POST ${P}/storage/signed-upload-url`,
    `POST ${P}/storage/signed-download-url`,
    `PUT ${P}/storage/uploads`,
    `POST ${P}/storage/buckets/{bucketID}/resumable`,
    `GET,POST,PATCH,DELETE ${P}/storage/resumable/{uploadID}`,
    `GET ${P}/storage/public/{bucketID}/{objectID}`,
    `GET ${P}/storage/files/{objectID}/{fileName}`,
    `GET ${P}/storage/images/{objectID}/{fileName}`,
    `GET ${P}/storage/usage`,
  ],
  policies: [
    `GET,POST ${P}/tables/{tableID}/rls`,
    `PATCH,DELETE ${P}/tables/{tableID}/rls/{policyID}`,
    `POST ${P}/tables/{tableID}/rls/explain`,
  ],
  other: [
    `POST ${P}/restore`,
    `POST ${P}/graphql`,
    'GET /audit-logs',
    `GET ${P}/audit-logs`,
    'GET /jobs/failed',
    `GET,POST ${P}/cron`,
    `GET,PATCH,DELETE ${P}/cron/{jobID}`,
    `POST ${P}/cron/{jobID}/run`,
    `GET ${P}/cron/{jobID}/runs`,
    `GET,POST ${P}/integrations`,
    `GET,PATCH,DELETE ${P}/integrations/{integrationID}`,
    `POST ${P}/integrations/{integrationID}/test`,
    'POST /jobs/failed/{jobID}/retry',
    'DELETE /jobs/failed/{jobID}',
    `GET,POST ${P}/domains`,
    `GET,DELETE ${P}/domains/{domainID}`,
    `POST ${P}/domains/{domainID}/verify`,
    'GET /domains/ask',
    `GET ${P}/request-logs`,
    `GET ${P}/request-logs/{lineID}`,
    `GET ${P}/request-logs/histogram`,
    `GET ${P}/request-logs/stream`,
    `GET ${P}/usage`,
    'GET /organisations/{organisationID}/usage',
    `GET,PATCH ${P}/rate-limits`,
    'GET /plans',
    `GET,PATCH ${P}/billing`,
    `GET ${P}/billing/invoices`,
    `GET ${P}/billing/invoices/{invoiceID}`,
    `GET ${P}/billing/invoices/{invoiceID}/page`,
    'GET /organisations/{organisationID}/invoices',
    'GET /organisations/{organisationID}/invoices/{invoiceID}',
    'GET /organisations/{organisationID}/invoices/{invoiceID}/page',
    'GET /me/notifications',
    'GET /me/notifications/history',
    'POST /me/notifications/read',
    'POST /me/notifications/{eventID}/read',
    'GET,PATCH /me/notifications/preferences',
    'GET /events',
    'GET /events/history',
    `DELETE ${P}`,
    `GET,POST ${P}/roles`,
    `GET,POST ${P}/permissions`,
    'GET,POST /rbac/roles',
    'GET,PATCH,DELETE /rbac/roles/{roleID}',
    'POST /rbac/roles/{roleID}/permissions',
    'DELETE /rbac/roles/{roleID}/permissions/{permission}',
    'GET,POST /rbac/permissions',
    'DELETE /rbac/permissions/{permissionID}',
    'GET,POST /rbac/users/{userID}/roles',
    'DELETE /rbac/users/{userID}/roles/{roleID}',
  ],
  'dashboard users, organisations and projects': [
    'POST /auth/register',
    'POST /auth/login',
    'POST /auth/refresh',
    'POST /auth/logout',
    'GET,PATCH,DELETE /me',
    'POST /me/verify-email',
    'POST /me/verify-email/request',
    'GET,DELETE /me/sessions',
    'DELETE /me/sessions/{sessionID}',
    'GET,POST /me/factors',
    'DELETE /me/factors/{factorID}',
    'POST /me/factors/{factorID}/activate',
    'GET,POST /me/recovery-codes',
    'GET,POST /me/passkeys',
    'POST /me/passkeys/options',
    'POST /me/passkeys/confirm-options',
    'PATCH,DELETE /me/passkeys/{passkeyID}',
    'POST /auth/challenge',
    'POST /auth/passkeys/options',
    'POST /auth/passkeys/login',
    'POST /auth/reset-password',
    'POST /auth/reset-password/confirm',
    'GET,POST /me/tokens',
    'DELETE /me/tokens/{tokenID}',
    'POST /me/tokens/{tokenID}/rotate',
    'GET,POST /organisations',
    'GET,PATCH,DELETE /organisations/{organisationID}',
    'GET,POST /organisations/{organisationID}/members',
    'POST /organisations/{organisationID}/transfer',
    'GET /operator/organisations',
    'GET /operator/projects',
    'GET /operator/health',
    'GET /operator/quiet',
    'POST /operator/quiet/resume',
    'GET /operator/backups',
    'GET /operator/settings',
    'GET,POST /operator/operators',
    'DELETE /operator/operators/{accountID}',
    'GET,PUT,DELETE /organisations/{organisationID}/sso',
    'GET,POST /organisations/{organisationID}/sso/domains',
    'DELETE /organisations/{organisationID}/sso/domains/{domain}',
    'POST /organisations/{organisationID}/sso/domains/{domain}/verify',
    'GET /auth/sso/authorize',
    'GET /auth/sso/{organisationID}/callback',
    'POST /auth/sso/token',
    'PATCH,DELETE /organisations/{organisationID}/members/{accountID}',
    'GET /setup',
    'GET,POST /projects',
    `GET,PATCH ${P}`,
    `GET,POST ${P}/api-keys`,
    `PATCH,DELETE ${P}/api-keys/{keyID}`,
    `POST ${P}/api-keys/{keyID}/rotate`,
  ],
}

/** Routes that no API client needs, so that /openapi.yaml leaves them out. */
const S3 = ['GET', 'PUT', 'POST', 'DELETE'].flatMap((method) => [`${method} /s3/{}`, `${method} /s3/{}/{}`])
const UNDESCRIBED = [
  'GET /',
  'GET /metrics',
  'GET /openapi.yaml',
  'GET /docs',
  'GET /console',
  'GET /console/preview',
  'GET /console/{}',
  'GET /docs/js/scalar.js',
  // In place of PATCH and DELETE, for clients of tus that can send neither.
  'POST /api/v1/projects/{}/storage/resumable/{}',
  ...S3,
]

// What functions answer over HTTP is for their authors to describe; the simulators stand in development only.
const isUndescribed = (name: string) => UNDESCRIBED.includes(name) || / \/(?:fn|simulators)\//.test(name)

let app: TestApp
let registered: Set<string>
let described: Set<string>
let document: any

beforeAll(async () => {
  app = await startTestApp()
  registered = new Set(registeredRoutes(app.app).map(routeName))
  document = parse((await app.api('GET', '//openapi.yaml')).text)
  described = new Set(
    operationsOf(document).map(({ name }) => {
      const [method = '', path = ''] = name.split(' ')
      return routeName({ method: method.toUpperCase(), path })
    }),
  )
})
afterAll(() => app.stop())

function namesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [methods = '', path = ''] = line.split(' ')
    const full = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`
    return methods.split(',').map((method) => routeName({ method, path: full }))
  })
}

describe.each(Object.entries(BUILT))('%s', (_section, lines) => {
  test.each(namesIn(lines))('%s is registered and described', (name) => {
    expect(registered).toContain(name)
    if (!UNDESCRIBED.includes(name)) expect(described).toContain(name)
  })
})

test('/openapi.yaml describes what is registered, and nothing else', () => {
  const expected = [...registered].filter((name) => !isUndescribed(name))
  expect([...described].sort()).toEqual(expected.sort())
})

test('/openapi.yaml says of every route what it is, who may call it and what goes wrong', () => {
  expect(document.openapi).toBe('3.1.0')
  const known = Object.keys(document.components.securitySchemes)
  for (const { name, path, operation } of operationsOf(document)) {
    const { summary, tags, security, parameters } = operation
    expect(summary, name).toMatch(/^[A-Z]/)
    expect(tags, name).toHaveLength(1)
    expect(security, name).toBeDefined()
    for (const one of security) expect(known, name).toEqual(expect.arrayContaining(Object.keys(one)))
    const inPath = parameters
      .map((one: any) => resolve(document, one))
      .filter((one: any) => one.in === 'path')
      .map((one: any) => `{${one.name}}`)
    expect(inPath.sort(), name).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
  }
})
