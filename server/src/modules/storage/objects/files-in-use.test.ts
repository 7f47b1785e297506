// Deleting files that rows hold in `file` columns: what the column's rule says, also for buckets and the sweeper.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { qualify } from '#engine/shapes/identifiers.ts'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
const DAY = 86_400

beforeAll(async () => {
  app = await startTestApp({ storageGraceDays: 3 })
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

const manage = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
const data = (method: string, path: string, body?: unknown) =>
  app.api(method, `/data/${path}`, { key: project.secret, body })
const upload = async (name: string) => (await storage.put('docs', name, '12345')).data.id as string
const remove = (id: string) => storage.call('DELETE', `/objects/${id}`)
const sweep = () => app.upkeep('storage')

async function table(column: object) {
  const columns = [{ name: 'file', data_type: 'file', ...column }]
  const made = await manage('POST', '/tables', { name: 'papers', columns })
  expect(made.status, made.text).toBe(201)
}
async function paper(file: string): Promise<string> {
  const made = await data('POST', 'papers', { file })
  expect(made.status, made.text).toBe(201)
  return made.data.id
}

test('set_null takes the file from its rows; restoring it does not give it back', async () => {
  await table({})
  const file = await upload('a')
  const id = await paper(file)
  expect((await remove(file)).status).toBe(204)
  expect((await data('GET', `papers/${id}`)).data.file).toBe(null)
  expect((await storage.call('POST', `/objects/${file}/restore`)).status).toBe(200)
  expect((await data('GET', `papers/${id}`)).data.file).toBe(null)
  expect((await data('PATCH', `papers/${id}`, { file })).status).toBe(200)
})

test('restrict keeps the file, and tells only those of the column who may see all tables', async () => {
  await table({ on_delete: 'restrict' })
  for (const action of ['select', 'delete'])
    await manage('POST', '/tables/storage_objects/rls', { action, subject: 'public', effect: 'allow' })
  const file = await upload('a')
  const id = await paper(file)
  const details = { table: 'papers', column: 'file' }
  for (const storageOf of [storage, driveStorage(app, project, { token: project.token })]) {
    const { status, body } = await storageOf.call('DELETE', `/objects/${file}`)
    expect([status, body.details]).toEqual([409, details])
    expect(body.message).toContain('papers.file')
  }
  const public_ = driveStorage(app, project, { key: project.publishable })
  const { status, body, text } = await public_.call('DELETE', `/objects/${file}`)
  expect([status, body.message]).toEqual([409, `The object ${file} is still in use.`])
  expect(text).not.toContain('papers')
  expect((await storage.get(`/objects/${file}/content`)).text).toBe('12345')
  // New content keeps the id, and so the row.
  expect((await storage.put('docs', 'a', 'new')).data.id).toBe(file)
  await data('DELETE', `papers/${id}`)
  expect((await remove(file)).status).toBe(204)
})

test('cascade deletes the rows with the file', async () => {
  await table({ on_delete: 'cascade' })
  const file = await upload('a')
  const id = await paper(file)
  expect((await remove(file)).status).toBe(204)
  expect((await data('GET', `papers/${id}`)).status).toBe(404)
})

test('a deleted row does not keep the bytes of its file, nor those of others', async () => {
  await table({ required: true })
  const [held, other] = [await upload('a'), await upload('b')]
  const id = await paper(held)
  await data('DELETE', `papers/${id}`)
  for (const file of [held, other]) expect((await remove(file)).status).toBe(204)
  expect((await data('POST', `papers/${id}/restore`)).status).toBe(409)
  app.clock.advance(4 * DAY)
  await sweep()
  expect((await storage.get('/usage')).data).toMatchObject({ bytes: 0, objects: 0 })
  for (const file of [held, other])
    expect((await storage.call('POST', `/objects/${file}/restore`)).status).toBeGreaterThanOrEqual(400)
  expect((await data('POST', `papers/${id}/restore`)).status).toBe(409)
  expect((await storage.get('/buckets/docs/objects')).data).toEqual([])
})

test('the row of a file that a deleted row holds goes with that one', async () => {
  await table({ required: true })
  const files = [await upload('a'), await upload('b')]
  for (const file of files) {
    await data('DELETE', `papers/${await paper(file)}`)
    await remove(file)
  }
  const left = async () => {
    const files = qualify(projectNames(project.id).schema, 'storage_objects')
    const { rows } = await app.platform.clusters.main.admin.query(
      `select (select count(*)::int from ${files}) as rows,
         (select count(*)::int from msingi_storage.kept_rows where project_id = $1) as noted`,
      [project.id],
    )
    return rows[0]
  }
  app.clock.advance(4 * DAY)
  await sweep()
  expect(await left()).toEqual({ rows: 2, noted: 2 })
  // Nothing holds them any more, but it is not yet time to look.
  const papers = qualify(projectNames(project.id).schema, 'papers')
  await app.platform.clusters.main.admin.query(`drop table ${papers}`)
  await sweep()
  expect(await left()).toEqual({ rows: 2, noted: 2 })
  app.clock.advance(DAY + 1)
  await sweep()
  expect(await left()).toEqual({ rows: 0, noted: 0 })
})

test('the row of a file that is still held is tried again later and later', async () => {
  await table({ required: true })
  const file = await upload('a')
  await data('DELETE', `papers/${await paper(file)}`)
  await remove(file)
  app.clock.advance(4 * DAY)
  await sweep()
  const due = async () => {
    const { rows } = await app.platform.clusters.main.admin.query(
      'select tries, due_at from msingi_storage.kept_rows where project_id = $1',
      [project.id],
    )
    const [{ tries, due_at }] = rows
    return [tries, Math.round((due_at.getTime() - app.clock.now().getTime()) / 1000 / DAY)]
  }
  const seen = [await due()]
  for (let n = 0; n < 8; n += 1) {
    const [, days] = seen.at(-1) as [number, number]
    app.clock.advance(days * DAY + 1)
    await sweep()
    seen.push(await due())
  }
  expect(seen.map(([, days]) => days)).toEqual([1, 1, 2, 4, 8, 16, 32, 32, 32])
})

test('deleted rows lose a file that is gone, where they can do without', async () => {
  await table({})
  const file = await upload('a')
  const id = await paper(file)
  await data('DELETE', `papers/${id}`)
  await remove(file)
  expect((await data('POST', `papers/${id}/restore`)).status).toBe(409)
  app.clock.advance(4 * DAY)
  await sweep()
  const restored = await data('POST', `papers/${id}/restore`)
  expect([restored.status, restored.data.file]).toEqual([200, null])
})

test('a bucket with a file that is kept is not emptied; otherwise its files leave their rows', async () => {
  await table({ on_delete: 'restrict' })
  const file = await upload('a')
  const id = await paper(file)
  const empty = () => storage.call('DELETE', '/buckets/docs?force=true')
  const refused = await empty()
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('papers.file')])
  expect((await storage.put('docs', 'b', 'x')).status).toBe(201)
  await manage('PATCH', '/tables/papers/columns/file', { on_delete: 'set_null' })
  expect((await empty()).status).toBe(202)
  await app.platform.jobs.drain()
  expect((await storage.get('/buckets/docs')).status).toBe(404)
  expect((await data('GET', `papers/${id}`)).data.file).toBe(null)
  expect((await data('PATCH', `papers/${id}`, { file })).status).toBe(400)
})

test('a row that begins to keep a file of a bucket that is being emptied keeps the bucket', async () => {
  await table({ on_delete: 'restrict' })
  const file = await upload('a')
  expect((await storage.call('DELETE', '/buckets/docs?force=true')).status).toBe(202)
  await paper(file)
  await app.platform.jobs.drain()
  expect((await storage.get('/buckets/docs')).data.is_emptying).toBe(false)
  expect((await storage.get(`/objects/${file}/content`)).text).toBe('12345')
})
