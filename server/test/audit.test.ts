// Every route by which dashboard users change something leaves an entry in the audit log, with what was before and what
// became of it. The routes are taken from the server and called as the examples of /openapi.yaml are: a new one is tried as
// soon as it has an example, which it needs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEverything } from './openapi/examples/everything.ts'
import { match } from './openapi/examples/recorder.ts'
import { openStage } from './openapi/examples/stage.ts'

/** What shows no state of what it changes, and why; what is not there has one. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /auth/logout': 'ends the session that it is called with',
  'POST /me/verify-email/request': 'sends a code',
  'POST /projects/{projectID}/auth/keys/rotate': 'no address shows the keys that tokens are signed with',
  'POST /projects/{projectID}/storage/s3-access': 'tells a secret',
}

// Rows may be large, and belong to the project.
const ROWS = /\/(?:records|import|batch)(?:\/|$)/

/** What changes nothing. */
const NO_CHANGES = [
  'POST /me/notifications/read',
  'POST /me/notifications/{eventID}/read',
  'POST /me/passkeys/confirm-options',
  'POST /me/passkeys/options',
  'POST /projects/{projectID}/functions/{fnID}/invoke',
  'POST /projects/{projectID}/payments/settings/test',
  'POST /projects/{projectID}/schema/dry-run',
  // The example of it is a dry run.
  'POST /projects/{projectID}/schema/exec-ddl',
]

interface Entry {
  readonly action: string
  readonly target_name: string | null
  readonly before: unknown
  readonly after: unknown
}

let stage: Awaited<ReturnType<typeof openStage>>
const entries = new Map<string, readonly Entry[]>()
beforeAll(async () => {
  stage = await openStage()
  const { app, document } = stage
  const { admin } = app.platform.clusters.main
  const templates = Object.keys(document.paths)
  const call: typeof stage.call = async (method, path, options) => {
    const answer = await stage.call(method, path, options)
    if (!isDashboard(options?.token)) return answer
    const sql = 'select action, target_name, before, after from platform.audit_log where request_id = $1'
    const { rows } = await admin.query<Entry>(sql, [answer.headers['x-request-id']])
    const route = `${method} ${match(path, templates).template.replace('/api/v1', '')}`
    entries.set(route, [...(entries.get(route) ?? []), ...rows])
    return answer
  }
  await callEverything({ ...stage, call })
}, 240_000)
afterAll(() => stage.stage.stop())

// What dashboard users change, as the routes say it.
function changes(): string[] {
  return stage.app.app
    .routePermissions()
    .filter(({ method, permission }) => method !== 'GET' && permission?.endsWith(':read') === false)
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
    .filter((route) => entries.has(route))
}

test('every change over a dashboard route leaves an entry, and what changes nothing leaves none', () => {
  const missing = changes().filter((route) => entries.get(route)?.length === 0)
  expect(missing.sort()).toEqual(NO_CHANGES)
  expect(changes().length).toBeGreaterThan(50)
})

test('no entry holds a secret', async () => {
  const { rows } = await stage.app.platform.clusters.main.admin.query(
    'select l::text as line from platform.audit_log l',
  )
  const text = rows.map(({ line }) => line).join('\n')
  expect(text.match(/correct horse|eyJ[\w-]{20}|m[sp]k_\w{20}/g)).toBeNull()
})

test('an entry says what was before and after, and what people call it', () => {
  const lacking = changes().filter((route) => {
    if (NO_CHANGES.includes(route) || ROWS.test(route)) return false
    const found = entries.get(route) ?? []
    const has = (name: 'before' | 'after') => found.some((entry) => entry[name] !== null)
    if (route.startsWith('PATCH')) return !found.some(isDifferent)
    if (route.startsWith('PUT')) return !has('after')
    return route.startsWith('DELETE') ? !has('before') : !has('before') && !has('after')
  })
  expect(lacking.sort()).toEqual(Object.keys(WITHOUT).sort())
})

// Values may be masked on both sides.
function isDifferent({ before, after }: Entry): boolean {
  return before !== null && Object.keys(after ?? {}).length > 0
}

// The sessions of end users are tokens as well, for the project that their audience names.
function isDashboard(token: string | undefined): boolean {
  if (token === undefined) return false
  const { aud } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return !/^[0-9a-f-]{36}$/.test(aud)
}
