// Schema changes, sign-ups and queries of one account, however slow and many, leave places to its neighbours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#modules/rows/data/routes/data.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createGreedy, type Greedy } from './neighbours.fixture.ts'

let app: TestApp
let greedy: Greedy
let neighbour: TestProject

beforeAll(async () => {
  app = await startTestApp()
  greedy = await createGreedy(app, 10)
  neighbour = await app.createProject('Neighbour')
})
afterAll(() => app.stop())

const findProject = async (id: string) => {
  const { data } = await app.api('GET', `/projects/${id}`, { token: greedy.token })
  return { id, account_id: data.organisation_id as string }
}

const signUp = (project: TestProject, email: string) =>
  app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body: { email, password: 'correct horse 1', full_name: 'Amina', phone: '+255700000001' },
  })

test('a project knows the account that owns it, also when that has been handed over', async () => {
  const account = await app.register()
  const { data } = await app.api('POST', '/projects', { token: account.token, body: { name: 'Mine' } })
  const { rows } = await app.platform.clusters.main.admin.query(
    'select organisation_id from platform.projects where id = $1',
    [data.id],
  )
  const found = await recordOf(app, data.id)
  expect(found.account_id).toBe(account.user.id)
  await app.platform.clusters.main.admin.query(
    'delete from platform.organisation_members where organisation_id = $1',
    [rows[0].organisation_id],
  )
  expect((await recordOf(app, data.id)).account_id).toBe(rows[0].organisation_id)
})

test('schema changes of many projects leave places to sign-ups and to schema changes of others', async () => {
  const { main } = app.platform.clusters
  const door = Promise.withResolvers<void>()
  let inside = 0
  const slow = await Promise.all(greedy.projects.map(findProject))
  const held = slow.flatMap((project) =>
    [1, 2].map(() =>
      main.asOwner(project, async () => {
        inside += 1
        await door.promise
      }),
    ),
  )
  try {
    await expect.poll(() => inside).toBeGreaterThan(0)
    expect((await signUp(neighbour, 'first@example.com')).status).toBe(201)
    const table = await app.api('POST', `/projects/${neighbour.id}/tables`, {
      token: neighbour.token,
      body: { name: 'things', columns: [] },
    })
    expect(table.status).toBe(201)
    expect(inside).toBeLessThan(held.length)
  } finally {
    door.resolve()
    await Promise.all(held)
  }
  expect(inside).toBe(held.length)
})

test('queries of many projects of one account leave a place to those of another', async () => {
  const door = Promise.withResolvers<void>()
  const { exec } = app.platform.gates
  const held = greedy.projects.map((project) => exec.run({ project, account: 'greedy' }, () => door.promise))
  try {
    const path = `/projects/${neighbour.id}/query/exec`
    const { status, data } = await app.api('POST', path, {
      token: neighbour.token,
      body: { sql: 'select 1 as one' },
    })
    expect([status, data?.rows]).toEqual([200, [{ one: 1 }]])
    expect(exec.figures.running).toBeLessThan(held.length)
    const metrics = await app.api('GET', '//metrics')
    expect(metrics.text).toMatch(/msingi_gate_waiting\{gate="exec"\} [1-9]/)
  } finally {
    door.resolve()
    await Promise.all(held)
  }
})
