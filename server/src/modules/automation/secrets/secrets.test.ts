// Secrets over HTTP: masked, in versions, revealed and resolved to those who may, each reading audited.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let path: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  path = pathOf(project)
})
afterAll(() => app.stop())

const pathOf = ({ id }: TestProject) => `/projects/${id}/secrets`
const call = (
  method: string,
  below: string,
  body?: unknown,
  credential: CallOptions = { token: project.token },
) => app.api(method, path + below, { ...credential, ...(body === undefined ? {} : { body }) })
const create = (key: string, value: string) => call('POST', '', { key, value })
const resolve = (key: string, credential: CallOptions = { key: project.secret }) =>
  app.api('GET', `/secrets/resolve/${key}`, credential)
const sql = (text: string, values: unknown[] = []) => app.platform.clusters.main.admin.query(text, values)

async function audited(of: TestProject) {
  const { rows } = await sql(
    `select actor, address, action, target, details from platform.audit_log where project_id = $1 and action like 'secrets.%' order by id`,
    [of.id],
  )
  return rows
}

describe('a secret', () => {
  test('is created, listed with a mask, revealed, resolved, changed and deleted', async () => {
    const value = 'sk_live_0123456789abcdef'
    const made = await call('POST', '', { key: 'stripe_key', value, description: 'Payments' })
    expect(made.status, made.text).toBe(201)
    expect(made.data).toEqual({
      id: expect.any(String),
      key: 'STRIPE_KEY',
      value: '••••cdef',
      description: 'Payments',
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const { id } = made.data
    expect((await call('GET', '')).data).toEqual([made.data])
    const revealed = await call('GET', `/${id}/value`)
    expect(revealed.data).toEqual({ id, key: 'STRIPE_KEY', value })
    expect(revealed.headers['cache-control']).toBe('no-store')
    const missing = await resolve('NOT_YET')
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
    for (const key of ['STRIPE_KEY', 'stripe_key', 'Stripe_Key'])
      expect((await resolve(key)).data).toEqual({ id, key: 'STRIPE_KEY', value })
    expect((await create('STRIPE_KEY', 'x')).status).toBe(409)
    const described = await call('PATCH', `/${id}`, { description: null })
    expect(described.data).toMatchObject({ description: null, version: 1, value: '••••cdef' })
    expect((await call('PATCH', `/${id}`, { value: 'short' })).data).toMatchObject({
      version: 2,
      value: '••••',
    })
    expect((await resolve('STRIPE_KEY')).data.value).toBe('short')
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    const gone = ['DELETE', 'PATCH', 'GET', 'GET'].map((method, i) =>
      call(
        method,
        `/${id}${['', '', '/value', '/versions'][i]}`,
        method === 'PATCH' ? { value: 'x' } : undefined,
      ),
    )
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await resolve('STRIPE_KEY')).status).toBe(404)
    expect((await call('GET', '')).data).toEqual([])
  })

  test.each([
    ['123456789012345', '••••'],
    ['1234567890123456', '••••3456'],
    ['0123456789 abcdé🦤\n', '••••cdé🦤'],
    ['0123456789abcdef\t ', '••••cdef'],
    ['0123456789abc\ndef', '••••'],
    ['    a      b    c   ', '••••'],
    ['x'.repeat(65_536), '••••xxxx'],
  ])('number %# is shown masked, and kept as it is', async (value, mask) => {
    const { data, text, status } = await create('MASKED', value)
    expect(status, text).toBe(201)
    expect(data.value).toBe(mask)
    expect((await call('GET', '')).data).toMatchObject([{ value: mask }])
    expect((await resolve('MASKED')).data.value).toBe(value)
    await call('DELETE', `/${data.id}`)
  })

  test.each([
    [{ key: '1A', value: 'siri' }, 'key: must be letters'],
    [{ key: 'A-B', value: 'siri' }, 'key: must be letters'],
    [{ key: 'straße', value: 'siri' }, 'key: must be letters'],
    [{ key: 'A'.repeat(129), value: 'siri' }, 'key: must have at most 128'],
    [{ key: 'A', value: '' }, 'value: must not be empty'],
    [{ key: 'A', value: 'siri'.repeat(16_385) }, 'value: must have at most 64 KB'],
    [{ key: 'A', value: ['siri'] }, 'value: must be a text'],
    [{ key: 'A' }, 'value is required'],
    [{ key: 'A', value: 'siri', version: 7 }, 'Unknown field: version'],
  ])('number %# is refused without a word of its value', async (body, message) => {
    const answer = await call('POST', '', body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
    expect(answer.text).not.toContain('siri')
  })
})

test('the latest ten versions are kept, and can be read', async () => {
  const { id } = (await create('ROTATED', 'value 1')).data
  for (let n = 2; n <= 12; n += 1) await call('PATCH', `/${id}`, { value: `value ${n}` })
  const { data } = await call('GET', `/${id}/versions`)
  expect(data.map(({ version }: { version: number }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(data[0]).toEqual({
    version: 12,
    created_by: expect.stringMatching(/^dashboard:/),
    created_at: expect.any(String),
  })
  expect((await call('GET', `/${id}/value?version=3`)).data.value).toBe('value 3')
  expect((await call('GET', `/${id}/value`)).data.value).toBe('value 12')
  expect((await call('GET', `/${id}/value?version=2`)).status).toBe(404)
  for (const version of ['0', '-1', 'x', '1.5', '9999999999'])
    expect((await call('GET', `/${id}/value?version=${version}`)).status).toBe(400)
})

test('writers at the same moment take turns', async () => {
  const own = await app.createProject()
  const at = pathOf(own)
  const token = own.token
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      app.api('POST', at, { token, body: { key: `K${i % 3}`, value: `v${i}` } }),
    ),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  const id = made.find(({ status }) => status === 201)?.data.id
  const changes = Array.from({ length: 5 }, (_, i) => `changed ${i}`)
  const changed = await Promise.all(
    changes.map((value) => app.api('PATCH', `${at}/${id}`, { token, body: { value } })),
  )
  expect(changed.map(({ data }) => data.version).toSorted()).toEqual([2, 3, 4, 5, 6])
  const latest = changes[changed.findIndex(({ data }) => data.version === 6)]
  expect((await app.api('GET', `${at}/${id}/value`, { token })).data.value).toBe(latest)
})

test('each change and each reading is audited, and a reading that cannot be is refused', async () => {
  const own = await app.createProject()
  const at = pathOf(own)
  const { token, secret: key } = own
  const value = 'siri ya duka 1234567'
  const { data } = await app.api('POST', at, { token, body: { key: 'A', value } })
  const { id } = data
  await app.api('PATCH', `${at}/${id}`, { key, body: { value: `${value} 2` } })
  await app.api('GET', at, { token })
  await app.api('GET', `${at}/${id}/value?version=1`, { token })
  await app.api('GET', '/secrets/resolve/a', { key })
  const entries = await audited(own)
  expect(entries.map(({ action, actor, details }) => [action, actor.split(':')[0], details])).toEqual([
    ['secrets.create', 'dashboard', { key: 'A', version: 1 }],
    ['secrets.update', 'api_key', { key: 'A', version: 2 }],
    ['secrets.reveal', 'dashboard', { key: 'A', version: 1 }],
    ['secrets.resolve', 'api_key', { key: 'A', version: 2 }],
  ])
  expect(entries.every(({ address, target }) => address === '127.0.0.1' && target === id)).toBe(true)
  expect(JSON.stringify(entries)).not.toContain('siri')

  await sql(
    `alter table platform.audit_log add constraint full_disk check (project_id <> '${own.id}') not valid`,
  )
  for (const answer of [
    await app.api('GET', `${at}/${id}/value`, { token }),
    await app.api('GET', '/secrets/resolve/A', { key }),
    await app.api('DELETE', `${at}/${id}`, { token }),
  ]) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('siri')
  }
  await sql('alter table platform.audit_log drop constraint full_disk')
  expect((await app.api('GET', `${at}/${id}/value`, { token })).data.value).toBe(`${value} 2`)
})

test('the deletion of a project takes its secrets, versions and data key with it', async () => {
  const own = await app.createProject()
  await app.api('POST', pathOf(own), { token: own.token, body: { key: 'A', value: 'x' } })
  await app.api('DELETE', `/projects/${own.id}`, { token: own.token })
  await app.platform.jobs.drain()
  const { rows } = await sql(
    `select (select count(*) from platform.secrets where project_id = $1)
       + (select count(*) from platform.secret_versions where project_id = $1)
       + (select count(*) from platform.project_data_keys where project_id = $1) as left`,
    [own.id],
  )
  expect(rows).toEqual([{ left: '0' }])
  expect((await audited(own)).map(({ action }) => action)).toEqual(['secrets.create'])
})
