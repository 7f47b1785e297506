// The audit log: read by owners and admins of the organisation that it is about, in pages, and shortened by age.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { auditModule } from './audit.module.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await app.createProject().then(addVariables)
  await addVariables(project)
})
afterAll(() => app.stop())

async function addVariables({ id, token }: TestProject) {
  for (const key of ['A', 'B', 'C']) {
    const body = { key, value: 'thamani', environment: 'production' }
    await app.api('POST', `/projects/${id}/env`, { token, body })
  }
}

const list = (query = '', token = project.token) => app.api('GET', `/audit-logs${query}`, { token })
const keysOf = ({ data }: { data: { details: { key: string } }[] }) => data.map(({ details }) => details.key)

test('lists what was done in the organisations of the caller, latest first', async () => {
  const answer = await list()
  expect(keysOf(answer)).toEqual(['C', 'B', 'A'])
  expect(answer.data[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    organisation_id: expect.any(String),
    project_id: project.id,
    actor: expect.stringMatching(/^dashboard:/),
    address: '127.0.0.1',
    action: 'env.create',
    target: expect.any(String),
    details: { key: 'C', environment: 'production' },
    created_at: expect.any(String),
  })
  expect(answer.text).not.toContain('thamani')
})

test('comes in pages', async () => {
  const first = await list('?limit=2')
  expect(keysOf(first)).toEqual(['C', 'B'])
  const cursor = first.headers['x-next-cursor']
  expect(first.headers.link).toBe(`</api/v1/audit-logs?limit=2&cursor=${cursor}>; rel="next"`)
  const second = await list(`?limit=2&cursor=${cursor}`)
  expect(keysOf(second)).toEqual(['A'])
  expect(second.headers['x-next-cursor']).toBeUndefined()
  for (const query of ['?limit=0', '?limit=1001', '?cursor=x', '?cursor=9999999999999999999'])
    expect((await list(query)).status).toBe(400)
})

test('is read by owners and admins, of the organisation alone', async () => {
  const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token: project.token })).data
  for (const [role, seen] of [
    ['admin', 3],
    ['developer', 0],
    ['viewer', 0],
  ] as const) {
    const { token, user } = await app.register()
    const body = { email: user.email, role }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    expect((await list('', token)).data, role).toHaveLength(seen)
  }
  expect((await list('', (await app.register()).token)).data).toEqual([])
  expect((await app.api('GET', '/audit-logs', { key: project.secret })).status).toBe(403)
  expect((await app.api('GET', '/audit-logs')).status).toBe(401)
})

test('keeps entries for 400 days', async () => {
  const audit = auditModule(app.platform)
  await audit.clean()
  const sql = 'select count(*)::int as n from platform.audit_log'
  const count = async () => (await app.platform.clusters.main.admin.query(sql)).rows[0].n
  expect(await count()).toBe(6)
  app.clock.advance(401 * 86_400)
  await audit.clean()
  expect(await count()).toBe(0)
  await audit.close?.()
})
