// Every route by which dashboard users change something leaves an entry in the audit log. The routes are taken from the
// server and called as the examples of /openapi.yaml are: a new one is tried as soon as it has an example, which it needs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEverything } from './openapi/examples/everything.ts'
import { match } from './openapi/examples/recorder.ts'
import { openStage } from './openapi/examples/stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.stage.stop())

test('every change over a dashboard route leaves an entry, which holds no secret', async () => {
  const { app, document } = stage
  const { admin } = app.platform.clusters.main
  const templates = Object.keys(document.paths)
  const changes = new Set(
    app.app
      .routePermissions()
      .filter(({ method, permission }) => method !== 'GET' && permission?.endsWith(':read') === false)
      .map(({ method, path }) => `${method} ${path}`),
  )
  const [left, missing] = [new Set<string>(), new Set<string>()]
  const call: typeof stage.call = async (method, path, options) => {
    const answer = await stage.call(method, path, options)
    const route = `${method} ${match(path, templates).template}`
    if (changes.has(route) && isDashboard(options?.token)) {
      const sql = 'select action from platform.audit_log where request_id = $1'
      const { rows } = await admin.query(sql, [answer.headers['x-request-id']])
      const found = rows.length > 0 ? left : missing
      found.add(route)
    }
    return answer
  }
  await callEverything({ ...stage, call })
  expect([...missing].sort()).toEqual([])
  expect(left.size).toBeGreaterThan(50)
  const { rows } = await admin.query('select l::text as line from platform.audit_log l')
  const text = rows.map(({ line }) => line).join('\n')
  expect(text.match(/correct horse|eyJ[\w-]{20}|m[sp]k_\w{20}/g)).toBeNull()
}, 240_000)

// The sessions of end users are tokens as well, for the project that their audience names.
function isDashboard(token: string | undefined): boolean {
  if (token === undefined) return false
  const { aud } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return !/^[0-9a-f-]{36}$/.test(aud)
}
