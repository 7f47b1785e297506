// The audit log: read by owners and admins of the organisation that it is about, in pages, and shortened by age.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

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

const list = (query = '', token = project.token) =>
  app.api('GET', `/audit-logs?action=env${query.replace('?', '&')}`, { token })
const keysOf = ({ data }: { data: { details: { key: string } }[] }) => data.map(({ details }) => details.key)

test('lists what was done in the organisations of the caller, latest first', async () => {
  const answer = await list()
  expect(keysOf(answer)).toEqual(['C', 'B', 'A'])
  expect(answer.data[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    organisation_id: expect.any(String),
    project_id: project.id,
    actor: expect.stringMatching(/^dashboard:/),
    credential: expect.stringMatching(/^session:/),
    address: '127.0.0.1',
    request_id: expect.any(String),
    action: 'env.create',
    target: expect.any(String),
    details: { key: 'C', environment: 'production' },
    target_name: 'C',
    before: null,
    after: expect.objectContaining({ key: 'C', value: '***', environment: 'production' }),
    created_at: expect.any(String),
  })
  expect(answer.text).not.toContain('thamani')
})

test('comes in pages', async () => {
  const first = await list('?limit=2')
  expect(keysOf(first)).toEqual(['C', 'B'])
  const cursor = first.headers['x-next-cursor']
  expect(first.headers.link).toBe(`</api/v1/audit-logs?action=env&limit=2&cursor=${cursor}>; rel="next"`)
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
  await app.upkeep('audit')
  const sql = 'select count(*)::int as n from platform.audit_log'
  const count = async () => (await app.platform.clusters.main.admin.query(sql)).rows[0].n
  expect(await count()).toBeGreaterThan(6)
  app.clock.advance(401 * 86_400)
  await app.upkeep('audit')
  expect(await count()).toBe(0)
})

test('what several make at the same moment is in the entry of each by itself', async () => {
  const { id, token } = await app.createProject()
  const names = Array.from({ length: 5 }, (_, n) => `key ${n}`)
  await Promise.all(
    names.map((name) =>
      app.api('POST', `/projects/${id}/api-keys`, { token, body: { name, kind: 'secret' } }),
    ),
  )
  const { data } = await app.api('GET', `/projects/${id}/audit-logs?action=api_keys.create&limit=5`, {
    token,
  })
  expect(data.map(({ target, target_name, before }: any) => [target, target_name, before])).toEqual(
    data.map(({ after }: any) => [after.id, after.name, null]),
  )
  expect(data.map(({ target_name }: any) => target_name).toSorted()).toEqual(names)
})

test('a password that is set for a user is said, though no state shows it', async () => {
  const { id, token } = await app.createProject()
  const of = (method: string, path: string, body?: object) =>
    app.api(method, `/projects/${id}${path}`, { token, ...(body && { body }) })
  const { data: user } = await of('POST', '/auth/users', { email: 'rehema@example.com' })
  expect((await of('PATCH', `/auth/users/${user.id}`, { password: 'correct horse 2' })).status).toBe(200)
  const { data } = await of('GET', '/audit-logs?action=auth.user_update')
  expect(data).toMatchObject([{ target: user.id, before: {}, after: { password: '***' } }])
})

test('shows of end users and of addresses enough to know them, and too little to use them', async () => {
  const { id, token, secret } = await app.createProject()
  const of = async (method: string, path: string, body?: object) => {
    const answer = await app.api(method, `/projects/${id}${path}`, { token, ...(body && { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  const person = { email: 'rehema@example.com', phone: '+255712345678', full_name: 'Rehema Said' }
  const { data: user } = await of('POST', '/auth/users', { ...person, metadata: { tribe: 'Chagga' } })
  await of('PATCH', `/auth/users/${user.id}`, { phone: '+255712345699' })
  await of('DELETE', `/auth/users/${user.id}`)
  const url = 'https://hooks.example.com/in?signature=tamu'
  const webhook = { name: 'Out', url, events: ['*'] }
  const { data: made } = await of('POST', '/webhooks', webhook)
  await of('PATCH', `/webhooks/${made.id}`, { url: 'https://hooks.example.com/there?signature=tamu' })

  const { data, text } = await of('GET', '/audit-logs')
  for (const known of [...Object.values(person), '345699', 'Chagga', 'tamu'])
    expect(text).not.toContain(known)
  const entry = (action: string) => data.find((one: { action: string }) => one.action === action)
  const shown = { email: 'r…@example.com', full_name: 'R…', metadata: '***' }
  expect(entry('auth.user_create')).toMatchObject({ after: { ...shown, phone: '+2557…78' } })
  expect(entry('auth.user_update')).toMatchObject({
    before: { phone: '+2557…78' },
    after: { phone: '+2557…99' },
  })
  expect(entry('auth.user_delete')).toMatchObject({
    target: user.id,
    target_name: 'r…@example.com',
    before: { id: user.id, ...shown },
  })
  expect(entry('webhooks.update')).toMatchObject({
    before: { url: 'https://hooks.example.com/in?***' },
    after: { url: 'https://hooks.example.com/there?***' },
  })
  // Keys set buckets up as people do.
  const byKey = (method: string, path: string, body: object) =>
    app.api(method, `/projects/${id}${path}`, { key: secret, body })
  const { data: bucket } = await byKey('POST', '/storage/buckets', { name: 'Photos' })
  await byKey('PATCH', `/storage/buckets/${bucket.id}`, { name: 'Pictures' })
  const later = (await of('GET', '/audit-logs?action=storage')).data
  expect(later).toMatchObject([
    { before: { name: 'Photos' }, after: { name: 'Pictures' } },
    { before: null, after: { id: bucket.id, name: 'Photos' }, target_name: 'Photos' },
  ])
})

test('is append-only', async () => {
  const { admin } = app.platform.clusters.main
  await app.createProject()
  for (const sql of [
    `update platform.audit_log set actor = 'nobody'`,
    // What is complete is not completed again.
    `update platform.audit_log set after = '{}', target_name = 'another'`,
    'delete from platform.audit_log',
    'truncate platform.audit_log',
  ])
    await expect(admin.query(sql)).rejects.toThrow('the audit log is append-only')
})

test('says what was changed, before and after, and is filtered by project, actor, action, target and time', async () => {
  const { id, token } = await app.createProject()
  app.clock.advance(60)
  const from = app.clock.now().toISOString()
  const renamed = await app.api('PATCH', `/projects/${id}`, { token, body: { name: 'Duka' } })
  const path = `/projects/${id}/audit-logs`
  const [entry] = (await app.api('GET', path, { token })).data
  expect(entry).toMatchObject({
    action: 'projects.update',
    target: id,
    request_id: renamed.headers['x-request-id'],
    before: { name: 'Shop' },
    after: { name: 'Duka' },
  })
  const actions = async (query: string) =>
    (await app.api('GET', `${path}?${query}`, { token })).data.map(({ action }: { action: string }) => action)
  const all = ['projects.update', 'api_keys.create', 'api_keys.create', 'projects.create']
  expect(await actions('')).toEqual(all)
  expect(await actions('action=api_keys')).toEqual(['api_keys.create', 'api_keys.create'])
  expect(await actions(`target=${id}`)).toEqual(['projects.update', 'projects.create'])
  expect(await actions(`from=${from}`)).toEqual(['projects.update'])
  expect(await actions(`to=${from}`)).toEqual(all.slice(1))
  expect(await actions(`actor=${entry.actor}&limit=1`)).toEqual(['projects.update'])
  expect(await actions('actor=dashboard:nobody')).toEqual([])
  expect((await app.api('GET', `${path}?from=yesterday`, { token })).status).toBe(400)
  const csv = await app.api('GET', `${path}?format=csv`, { token })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(all.length + 1)
  expect(lines[1]).toContain('"{""name"":""Shop""}"')
})

test('keeps changes of the own account to their owner', async () => {
  const { token, user } = await app.register()
  await app.api('PATCH', '/me', { token, body: { full_name: 'Neema Mushi' } })
  const [entry] = (await app.api('GET', '/audit-logs', { token })).data
  expect(entry).toMatchObject({
    organisation_id: null,
    action: 'account.update',
    actor: `dashboard:${user.id}`,
  })
  const other = await app.register()
  const seen = (await app.api('GET', '/audit-logs', { token: other.token })).data
  expect(seen.map((one: { actor: string }) => one.actor)).toEqual([`dashboard:${other.user.id}`])
})

test('a change that fails leaves no entry, and neither does one that is refused', async () => {
  const { id, token } = await app.createProject()
  const key = { token, body: { name: 'k', scopes: ['Nonsense'] } }
  expect((await app.api('POST', `/projects/${id}/api-keys`, key)).status).toBe(400)
  expect((await app.api('DELETE', `/projects/${id}/api-keys/${crypto.randomUUID()}`, { token })).status).toBe(
    404,
  )
  const path = `/projects/${id}/audit-logs?action=api_keys`
  expect((await app.api('GET', path, { token })).data).toHaveLength(2)
})

test('a change that is committed is answered as made although its entry cannot be written, which follows', async () => {
  const { id, token } = await app.createProject()
  const at = (path: string) => `/projects/${id}${path}`
  const table = { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] }
  const label = { key: 'LABEL', value: 'a', environment: 'production' }
  const { data: notes } = await app.api('POST', at('/tables'), { token, body: table })
  const { data: variable } = await app.api('POST', at('/env'), { token, body: label })
  const { data: row } = await app.api('POST', at(`/tables/${notes.id}/records`), {
    token,
    body: { data: { text: 'a' } },
  })
  await app.api('DELETE', at(`/tables/${notes.id}/records/${row.id}`), { token })
  const status = async (method: 'GET' | 'POST' | 'PATCH', path: string, more: object) =>
    (await app.api(method, at(path), { token, ...more })).status

  const entries = async (query: string) =>
    (await app.api('GET', at(`/audit-logs?${query}`), { token })).data.map((one: any) => [
      one.action,
      one.target_name,
    ])
  const asSomebody = { headers: { 'x-msingi-as': 'key:publishable' } }
  await refusing('insert', async () => {
    // Their entries are written behind the change, in a transaction of their own.
    expect(await status('POST', '/tables', { body: { name: 'drafts' } })).toBe(201)
    expect(await status('POST', '/storage/buckets', { body: { name: 'Photos' } })).toBe(201)
    expect(await status('POST', `/tables/${notes.id}/records/${row.id}/purge`, {})).toBe(204)
    // With the change or not at all, and so is what is read as somebody else.
    expect(await status('POST', '/env', { body: { ...label, key: 'OTHER' } })).toBe(500)
    expect(await status('GET', `/tables/${notes.id}/records`, asSomebody)).toBe(500)
    expect((await app.api('GET', at('/env'), { token })).data).toHaveLength(1)
  })
  const late = [
    ['records.purge', null],
    ['storage.bucket.create', 'Photos'],
    ['schema.table_create', 'drafts'],
  ]
  await expect.poll(async () => (await entries('limit=3')).toSorted()).toEqual(late.toSorted())

  await refusing('update', async () => {
    expect(await status('PATCH', `/env/${variable.id}`, { body: { value: 'b' } })).toBe(200)
    expect(await entries('action=env.update')).toEqual([['env.update', null]])
  })
  await expect.poll(() => entries('action=env.update')).toEqual([['env.update', 'LABEL']])
})

/** Does `work` while the audit log refuses to be written, as on a disk that is full. */
async function refusing(operation: 'insert' | 'update', work: () => Promise<void>): Promise<void> {
  const { admin } = app.platform.clusters.main
  await admin.query(`
    create or replace function platform.refuse_entries() returns trigger language plpgsql as $$
      begin raise exception 'no space left' using errcode = '53100'; end $$;
    create trigger a_refuse before ${operation} on platform.audit_log
      for each row execute function platform.refuse_entries()`)
  try {
    await work()
  } finally {
    await admin.query('drop trigger a_refuse on platform.audit_log')
  }
}
