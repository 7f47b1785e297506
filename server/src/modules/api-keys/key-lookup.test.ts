// What a key gives access to: its own project, the modules of its scopes, and what its kind allows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProjectLookup } from '#modules/projects/projects.service.ts'
import type { Access } from '#platform/credentials/actor.ts'
import { createServer } from '#platform/http/server.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createKeyLookup, type KeyLookup } from './key-lookup.service.ts'

let app: TestApp
let project: TestProject
let keys: KeyLookup
let probe: ReturnType<typeof createServer>

// A server with only test routes that return the actor: the real access hook and the real lookups.
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  keys = createKeyLookup(app.platform)
  const resolvers = {
    accessToken: () => undefined,
    session: async () => undefined,
    operator: async () => false,
    apiKey: keys.find,
    dashboard: async () => undefined,
    projectUser: () => undefined,
    realtime: async () => undefined,
    userById: async () => undefined,
    keyById: async () => undefined,
    project: createProjectLookup(app.platform),
    organisation: async () => false,
    membership: async () => undefined,
  }
  probe = createServer({ ...app.platform, resolvers })
  const route = (path: string, access: Access) =>
    probe.route({
      method: ['GET', 'POST'],
      url: path,
      config: { access },
      handler: async (request) => ({ actor: request.actor, project: request.project?.id }),
    })
  route('/anything', { by: ['api_key'] })
  route('/projects/:projectID/payments', { by: ['api_key'], scope: 'payments' })
  route('/projects/:projectID/run', { by: ['api_key'], scope: 'query', level: 'read' })
  route('/projects/:projectID/secrets', { by: ['api_key'], secretOnly: true })
  route('/projects/:projectID/settings', { by: ['dashboard'], scope: 'projects' })
})
afterAll(async () => {
  await keys.close()
  await probe.close()
  await app.stop()
})

async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string>) {
  const answer = await probe.inject({ method, url, headers })
  return { status: answer.statusCode, body: answer.json() }
}

const statusOf = async (method: 'GET' | 'POST', url: string, key: string) =>
  (await ask(method, url, { 'x-platform-api-key': key })).status

async function createKey(body: object) {
  const path = `/projects/${project.id}/api-keys`
  const { data } = await app.api('POST', path, { token: project.token, body: { name: 'Key', ...body } })
  return data as { id: string; key: string }
}

describe('a key', () => {
  test('is accepted in either header and identifies its project', async () => {
    const { id, key } = await createKey({ scopes: ['data:read'] })
    const ways: Record<string, string>[] = [
      { 'x-platform-api-key': key },
      { 'X-PLATFORM-API-Key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
    ]
    const actor = {
      type: 'api_key',
      key_id: id,
      project_id: project.id,
      kind: 'secret',
      scopes: ['data:read'],
    }
    for (const headers of ways) {
      const { status, body } = await ask('GET', '/anything', headers)
      expect(status).toBe(200)
      expect(body.data).toEqual({ actor, project: project.id })
    }
  })

  test.each([
    [{}],
    [{ 'x-platform-api-key': 'msk_unknown' }],
    [{ 'x-platform-api-key': '' }],
    [{ authorization: 'Bearer msk_unknown' }],
    [{ authorization: 'Basic dXNlcjpwYXNz' }],
    [{ authorization: 'Bearer' }],
  ] as Record<string, string>[][])('that is missing or unknown is 401: %j', async (headers = {}) => {
    expect((await ask('GET', '/anything', headers)).status).toBe(401)
  })

  test('is 403 on the URL of any other project, whether or not it exists', async () => {
    const other = await app.createProject()
    expect(await statusOf('GET', `/projects/${project.id}/payments`, project.secret)).toBe(200)
    expect(await statusOf('GET', `/projects/${project.id.toUpperCase()}/payments`, project.secret)).toBe(200)
    for (const id of [other.id, crypto.randomUUID(), 'shop']) {
      expect(await statusOf('GET', `/projects/${id}/payments`, project.secret)).toBe(403)
    }
    expect(await statusOf('GET', `/projects/${other.id}/payments`, other.secret)).toBe(200)
  })

  test('is refused on routes for dashboard sessions', async () => {
    expect(await statusOf('GET', `/projects/${project.id}/settings`, project.secret)).toBe(403)
  })
})

describe('scopes', () => {
  test.each([
    [['*'], 200, 200],
    [['payments:read'], 200, 403],
    [['payments:write'], 200, 200],
    [['payments:read', 'data:write'], 200, 403],
    [['data:read', 'data:write'], 403, 403],
    [['query:write'], 403, 403],
  ])('%j: read %i, write %i', async (scopes, read, write) => {
    const { key } = await createKey({ scopes })
    const path = `/projects/${project.id}/payments`
    expect(await statusOf('GET', path, key)).toBe(read)
    expect(await statusOf('POST', path, key)).toBe(write)
  })

  test('a POST that only reads requires the read scope', async () => {
    const { key } = await createKey({ scopes: ['query:read'] })
    expect(await statusOf('POST', `/projects/${project.id}/run`, key)).toBe(200)
  })

  test('the error names the missing scope', async () => {
    const { key } = await createKey({ scopes: ['data:read'] })
    const path = `/projects/${project.id}/payments`
    const { body } = await ask('POST', path, { 'x-platform-api-key': key })
    expect(body.message).toBe('This API key lacks the scope payments:write.')
  })
})

describe('kinds', () => {
  test('a publishable key is refused where a secret key is required', async () => {
    const path = `/projects/${project.id}/secrets`
    expect(await statusOf('GET', path, project.secret)).toBe(200)
    expect(await statusOf('GET', path, project.publishable)).toBe(403)
  })

  test('without a policy, a secret key sees rows and a publishable one sees none', async () => {
    const schema = `p_${project.id.replaceAll('-', '')}`
    await app.platform.clusters.main.admin.query(`insert into ${schema}.users (full_name) values ('Juma')`)
    const rows = async (key: string) => (await app.api('GET', '/data/users', { key })).data
    expect(await rows(project.secret)).toMatchObject([{ full_name: 'Juma' }])
    expect(await rows(project.publishable)).toEqual([])
  })
})

test('the time of the last use is stored', async () => {
  const { id, key } = await createKey({})
  const seen = async () => {
    const { data } = await app.api('GET', `/projects/${project.id}/api-keys`, { token: project.token })
    return data.find((each: { id: string }) => each.id === id).last_used_at
  }
  await ask('GET', '/anything', { 'x-platform-api-key': key })
  await keys.flush()
  const first = app.clock.now().toISOString()
  expect(await seen()).toBe(first)
  app.clock.advance(60)
  await keys.flush()
  expect(await seen()).toBe(first)
})
