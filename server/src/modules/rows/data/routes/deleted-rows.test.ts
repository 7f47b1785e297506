// Deleted rows: who may list them, make them live again, or remove them for good (docs/decisions/0003).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let schema: string
let amina: { id: string; token: string }
let juma: { id: string; token: string }
let records: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  schema = `p_${project.id.replaceAll('-', '')}`
  records = `/projects/${project.id}/tables`
  const person = async () => {
    const { token, user } = await signUp(app, project)
    return { id: user.id as string, token }
  }
  ;[amina, juma] = [await person(), await person()]
  await data.table('notes', { title: 'string', slug: { data_type: 'string', unique: true } })
  await data.table('posts', { title: 'string', user_id: 'uuid' })
  for (const action of ['select', 'insert']) await data.policy('posts', { action, subject: 'authenticated' })
  await data.policy('posts', { action: 'update', subject: 'owner' })
  await data.policy('posts', { action: 'delete', subject: 'owner', condition: "title <> 'kept'" })
  await data.table('wiki', { title: 'string' })
  for (const action of ['select', 'update']) await data.policy('wiki', { action, subject: 'authenticated' })
})
afterAll(() => app.stop())
beforeEach(() => data.admin(`truncate ${schema}.notes, ${schema}.posts, ${schema}.wiki`))

/** deleted makes a row and deletes it. */
async function deleted(table: string, body: object): Promise<any> {
  const row = await data.insert(table, body)
  expect((await data.call('DELETE', `/data/${table}/${row.id}`)).status).toBe(204)
  return row
}

const restore = (table: string, id: string, options = {}) =>
  data.call('POST', `/data/${table}/${id}/restore`, options)

describe('lists', () => {
  test('show deleted rows to secret keys, beside live ones or alone', async () => {
    const gone = await deleted('notes', { title: 'gone' })
    const live = await data.insert('notes', { title: 'live' })
    expect(await data.list('notes', '')).toEqual([live.id])
    expect(await data.list('notes', 'deleted=only')).toEqual([gone.id])
    expect(await data.list('notes', 'deleted=include')).toEqual([live.id, gone.id])
    expect(await data.list('notes', 'deleted=only&title=eq.live')).toEqual([])
    const count = await data.call('GET', '/data/notes?deleted=include&count=exact')
    expect(count.data).toEqual({ count: 2 })
    const [row] = (await data.call('GET', '/data/notes?deleted=only')).data
    expect(row.deleted_at).toMatch(/^\d{4}-/)
    const pages = await data.call('GET', '/data/notes?deleted=include&limit=1')
    const next = await data.call(
      'GET',
      `/data/notes?deleted=include&cursor=${pages.headers['x-next-cursor']}`,
    )
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual([gone.id])
  })

  test('show users the deleted rows that they may delete, and no others', async () => {
    const mine = await deleted('posts', { title: 'a', user_id: amina.id })
    await deleted('posts', { title: 'b', user_id: juma.id })
    await deleted('posts', { title: 'kept', user_id: amina.id })
    await deleted('wiki', { title: 'page' })
    const list = async (table: string, options: object) =>
      (await data.call('GET', `/data/${table}?deleted=only`, options)).data.map(
        ({ id }: { id: string }) => id,
      )
    expect(await list('posts', amina)).toEqual([mine.id])
    expect(await list('posts', { key: project.publishable })).toEqual([])
    expect(await list('wiki', amina)).toEqual([])
    expect(await list('wiki', { key: project.publishable })).toEqual([])
    const include = await data.call('GET', '/data/posts?deleted=include&count=exact', { token: juma.token })
    expect(include.data).toEqual({ count: 1 })
  })

  test('of records do so for dashboard users', async () => {
    const gone = await deleted('posts', { title: 'a', user_id: amina.id })
    const answer = await app.api('GET', `${records}/posts/records?deleted=only`, { token: project.token })
    expect(answer.data.map(({ id }: { id: string }) => id)).toEqual([gone.id])
  })

  test('know a column that is called deleted from the parameter', async () => {
    await data.table('flags', { deleted: 'boolean' })
    const flag = await data.insert('flags', { deleted: true })
    const gone = await deleted('flags', { deleted: false })
    expect(await data.list('flags', 'deleted=eq.true')).toEqual([flag.id])
    expect(await data.list('flags', 'deleted=only')).toEqual([gone.id])
    const record = await app.api('GET', `${records}/flags/records?deleted=true`, { token: project.token })
    expect(record.data.map(({ id }: { id: string }) => id)).toEqual([flag.id])
  })

  test.each([
    ['notes?deleted=all', 'deleted: must be only or include'],
    ['users?deleted=only', 'users keeps no deleted rows'],
  ])('refuse %s', async (path, message) => {
    const answer = await data.call('GET', `/data/${path}`)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('restoring', () => {
  test('makes a row live again', async () => {
    const gone = await deleted('notes', { title: 'a' })
    const answer = await restore('notes', gone.id)
    expect([answer.status, answer.data]).toEqual([
      200,
      { ...gone, deleted_at: null, updated_at: answer.data?.updated_at },
    ])
    expect(await data.list('notes', '')).toEqual([gone.id])
    const again = await restore('notes', gone.id)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('is not deleted')])
    for (const id of [randomUUID(), 'x']) expect((await restore('notes', id)).status).toBe(404)
    expect((await restore('users', amina.id)).status).toBe(400)
  })

  test('fails where a live row has taken the unique value', async () => {
    const gone = await deleted('notes', { slug: 'same' })
    await data.insert('notes', { slug: 'same' })
    expect((await restore('notes', gone.id)).status).toBe(409)
  })

  test('is for those who may delete and update the row', async () => {
    const mine = await deleted('posts', { title: 'a', user_id: amina.id })
    const kept = await deleted('posts', { title: 'kept', user_id: amina.id })
    const page = await deleted('wiki', { title: 'page' })
    expect((await restore('posts', mine.id, juma)).status).toBe(404)
    expect((await restore('posts', mine.id, { key: project.publishable })).status).toBe(404)
    expect((await restore('posts', kept.id, amina)).status).toBe(404)
    expect((await restore('wiki', page.id, amina)).status).toBe(404)
    expect((await restore('posts', mine.id, amina)).status).toBe(200)
    await data.policy('wiki', { action: 'delete', subject: 'authenticated' })
    expect((await restore('wiki', page.id, amina)).status).toBe(200)
    await data.table('signs', { title: 'string' })
    for (const action of ['select', 'delete'])
      await data.policy('signs', { action, subject: 'authenticated' })
    const sign = await deleted('signs', { title: 'a' })
    const refused = await restore('signs', sign.id, amina)
    expect([refused.status, refused.body.message]).toEqual([403, 'You are not allowed to restore this row.'])
  })

  test('is there for records, also for dashboard users', async () => {
    const gone = await deleted('posts', { title: 'a', user_id: amina.id })
    const path = `${records}/posts/records/${gone.id}/restore`
    expect((await app.api('POST', path, { token: juma.token })).status).toBe(404)
    const answer = await app.api('POST', path, { token: project.token })
    expect([answer.status, answer.data.id, answer.data.deleted_at]).toEqual([200, gone.id, null])
  })
})

describe('purging', () => {
  const purge = (id: string, options: object = { token: project.token }) =>
    app.api('POST', `${records}/notes/records/${id}/purge`, options)

  test('removes a deleted row for good, and says so in the audit log', async () => {
    const gone = await deleted('notes', { title: 'a' })
    expect((await purge(gone.id)).status).toBe(204)
    expect(await data.admin(`select 1 from ${schema}.notes`)).toEqual([])
    expect((await purge(gone.id)).status).toBe(404)
    const { data: entries } = await app.api('GET', '/audit-logs', { token: project.token })
    expect(entries[0]).toMatchObject({
      action: 'records.purge',
      target: gone.id,
      details: { table: 'notes' },
    })
  })

  test('leaves live rows alone', async () => {
    const live = await data.insert('notes', { title: 'a' })
    const answer = await purge(live.id)
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('is not deleted')])
    expect(await data.list('notes', '')).toEqual([live.id])
  })

  test('is for dashboard users and secret keys', async () => {
    const gone = await deleted('notes', { title: 'a' })
    for (const options of [{ key: project.publishable }, { token: amina.token }])
      expect((await purge(gone.id, options)).status).toBe(403)
    expect((await purge(gone.id, { key: project.secret })).status).toBe(204)
  })
})
