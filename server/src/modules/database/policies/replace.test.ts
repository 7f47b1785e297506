// All policies of a table at once: what a list says, or nothing of it; and what the policies of all tables leave open.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
const put = (policies: unknown, table = 'notes') => ask('PUT', `/tables/${table}/rls`, { policies })
const kept = async () => (await ask('GET', '/tables/notes/rls')).data

beforeEach(async () => {
  project = await app.createProject()
  const columns = [
    { name: 'text', data_type: 'text' },
    { name: 'user_id', data_type: 'uuid' },
  ]
  expect((await ask('POST', '/tables', { name: 'notes', columns })).status).toBe(201)
})

const READ = { action: 'select', subject: 'public', effect: 'allow', condition: null, role_ids: null }
const OWN = { action: 'all', subject: 'owner' }

test('makes the policies what the list says; what stays the same keeps its id', async () => {
  const made = await put([READ, OWN])
  expect(made.status, made.text).toBe(200)
  expect(made.data).toEqual(await kept())
  expect(made.data.map(({ action, subject }: any) => `${subject} ${action}`).toSorted()).toEqual([
    ...['owner delete', 'owner insert', 'owner select', 'owner update'],
    'public select',
  ])
  const read = made.data.find(({ subject }: any) => subject === 'public')
  const next = await put([{ ...READ, condition: "text = 'x'" }, READ])
  expect(next.data.map(({ condition }: any) => condition)).toEqual([null, "text = 'x'"])
  expect(next.data[0]).toEqual(read)
  const body = { text: 'x' }
  expect((await app.api('POST', '/data/notes', { key: project.secret, body })).status).toBe(201)
  expect((await app.api('GET', '/data/notes', { key: project.publishable })).data).toHaveLength(1)
  expect((await put([])).data).toEqual([])
  expect((await app.api('GET', '/data/notes', { key: project.publishable })).data).toEqual([])
})

test('is one change, which another project can repeat', async () => {
  await put([READ])
  await put([OWN, { ...READ, condition: "text = 'x'" }])
  const { migrations } = (await ask('GET', '/schema/migrations')).data
  const kinds = migrations.map(({ operation }: any) => operation.kind)
  expect(kinds).toEqual(['table.create', 'policy.replace', 'policy.replace'])
  const rules = async () =>
    (await kept()).map(({ action, subject, condition }: any) => [action, subject, condition]).toSorted()
  const before = await rules()
  const project_id = project.id
  project = await app.createProject()
  const applied = await ask('POST', '/schema/migrations/apply', { project_id, migrations })
  expect(applied.status, applied.text).toBe(200)
  expect(await rules()).toEqual(before)
})

test('all or none, and what is wrong is said of its place', async () => {
  await put([READ])
  const before = await kept()
  for (const [policies, status, message] of [
    [[OWN, { ...READ, condition: 'nothing = 1' }], 400, 'policies.1.condition: '],
    [[OWN, { ...READ, subject: 'role' }], 400, 'policies.1.role_ids: '],
    [[{ ...READ, action: 'truncate' }], 400, 'policies.0.action'],
    [Array.from({ length: 101 }, () => READ), 400, 'at most 100 policies'],
    [Array.from({ length: 26 }, (_, n) => ({ ...OWN, condition: `text = '${n}'` })), 400, 'at most 100'],
    [undefined, 400, 'policies'],
  ] as const) {
    const answer = await put(policies)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(await kept()).toEqual(before)
  }
  expect((await put([READ], 'nowhere')).status).toBe(404)
})

test('tells of each table what is open to whom', async () => {
  const open = async () =>
    Object.fromEntries(
      (await ask('GET', '/rls')).data.map(({ table, policies, publishable, users }: any) => [
        table,
        [policies, publishable.join(), users.join()],
      ]),
    )
  const before = await open()
  expect(before).toMatchObject({ notes: [0, '', ''], users: [0, '', ''], storage_objects: [0, '', ''] })
  expect(before.payment_transactions[2]).toBe('select')
  await put([READ, OWN])
  await put([{ ...OWN, subject: 'authenticated' }], 'storage_objects')
  await put([{ ...OWN, subject: 'authenticated' }], 'users')
  expect(await open()).toMatchObject({
    notes: [5, 'select', 'select,insert,update,delete'],
    storage_objects: [4, '', 'select,insert,update,delete'],
    users: [4, '', 'select'],
  })
})
