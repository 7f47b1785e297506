// Policies of related tables hold inside a select: a hidden row is null, hidden rows are absent, counts tell nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'
import { link } from './related.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let amina: { token: string; id: string }
let juma: { token: string; id: string }

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  const user = async () => {
    const { token, user } = await signUp(app, project)
    return { token, id: user.id }
  }
  ;[amina, juma] = [await user(), await user()]
  // Everybody sees posts; of teams and notes each user sees their own, of secrets nobody but the server any.
  await data.table('teams', { name: 'text', user_id: 'uuid' })
  await data.table('posts', { title: 'text', team_id: 'uuid', user_id: 'uuid', secret_id: 'uuid' })
  await data.table('notes', { text: 'text', post_id: 'uuid', user_id: 'uuid' })
  await data.table('secrets', { word: 'text' })
  await link(app, project, 'posts.team_id', 'teams.id')
  await link(app, project, 'posts.user_id', 'users.id')
  await link(app, project, 'posts.secret_id', 'secrets.id')
  await link(app, project, 'notes.post_id', 'posts.id')
  await data.policy('posts', { action: 'select', subject: 'public' })
  await data.policy('teams', { action: 'select', subject: 'owner' })
  await data.policy('notes', { action: 'select', subject: 'owner' })
  const [a, b] = await data.insert('teams', [
    { name: 'A', user_id: amina.id },
    { name: 'B', user_id: juma.id },
  ])
  const secret = await data.insert('secrets', { word: 'xyzzy' })
  const [one, two] = await data.insert('posts', [
    { title: 'one', team_id: a.id, user_id: amina.id, secret_id: secret.id },
    { title: 'two', team_id: b.id, user_id: juma.id, secret_id: secret.id },
  ])
  await data.insert('notes', [
    { text: 'a1', post_id: one.id, user_id: amina.id },
    { text: 'j1', post_id: one.id, user_id: juma.id },
    { text: 'j2', post_id: two.id, user_id: juma.id },
  ])
})
afterAll(() => app.stop())

const SELECT = 'select=title,team(name),notes(text),secret(word)&notes.order=text&order=title.asc'

async function as(credential: object, query: string) {
  const answer = await app.api('GET', `/data/posts?${query}`, credential)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

test('each user sees of related rows what they see of their tables', async () => {
  expect(await as({ token: amina.token }, SELECT)).toEqual([
    { title: 'one', team: { name: 'A' }, notes: [{ text: 'a1' }], secret: null },
    { title: 'two', team: null, notes: [], secret: null },
  ])
  expect(await as({ token: juma.token }, SELECT)).toEqual([
    { title: 'one', team: null, notes: [{ text: 'j1' }], secret: null },
    { title: 'two', team: { name: 'B' }, notes: [{ text: 'j2' }], secret: null },
  ])
  expect(await as({ key: project.publishable }, SELECT)).toEqual([
    { title: 'one', team: null, notes: [], secret: null },
    { title: 'two', team: null, notes: [], secret: null },
  ])
  expect((await as({ key: project.secret }, SELECT))[0].secret).toEqual({ word: 'xyzzy' })
})

test('an inner relation, its filters and its counts work as if hidden rows did not exist', async () => {
  const inner = 'select=title,secret!inner(word)'
  expect(await as({ token: amina.token }, inner)).toEqual([])
  for (const guess of ['xyzzy', 'x', '%25']) {
    const query = `${inner}&secret.word=like.${guess}`
    expect(await as({ token: amina.token }, query)).toEqual([])
    expect(await as({ token: amina.token }, `${query}&count=exact`)).toEqual({ count: 0 })
  }
  const notes = 'select=title,notes!inner(text)&count=exact'
  expect(await as({ token: juma.token }, notes)).toEqual({ count: 2 })
  expect(await as({ token: amina.token }, notes)).toEqual({ count: 1 })
  expect(await as({ token: amina.token }, `${notes}&notes.text=eq.j2`)).toEqual({ count: 0 })
})

test('an order by related rows sees only those that the caller sees', async () => {
  const titles = async (credential: object, order: string) =>
    (await as(credential, `select=title,team()&order=${order}`)).map((row: Titled) => row.title)
  expect(await titles({ token: amina.token }, 'team(name).asc')).toEqual(['one', 'two'])
  // What is hidden counts as absent, which comes last.
  expect(await titles({ token: juma.token }, 'team(name).asc')).toEqual(['two', 'one'])
  expect(await titles({ key: project.secret }, 'team(name).asc')).toEqual(['one', 'two'])
})

interface Titled {
  readonly title: string
}

test('a way back to a hidden table through one that is seen stays closed', async () => {
  const there = 'select=team(posts(team(name),notes(text)))&order=title.asc'
  expect(await as({ token: amina.token }, there)).toEqual([
    { team: { posts: [{ team: { name: 'A' }, notes: [{ text: 'a1' }] }] } },
    { team: null },
  ])
})

test('the table users is joined like any other, under its own rules', async () => {
  const [one] = await as({ key: project.secret }, 'select=title,user(id,email)&title=eq.one')
  expect(one.user.id).toBe(amina.id)
  const [hidden] = await as({ key: project.publishable }, 'select=title,user(email)&title=eq.one')
  expect(hidden.user).toBeNull()
})

test('a soft-deleted row is gone from every place in a tree', async () => {
  const gone = await data.insert('teams', { name: 'gone', user_id: amina.id })
  const post = await data.insert('posts', { title: 'three', team_id: gone.id })
  const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1 limit 1', [
    project.id,
  ])
  // Past the triggers, which would not let a row go that others refer to.
  await data.admin(`alter table ${row?.schema_name}.teams disable trigger user`)
  await data.admin(`update ${row?.schema_name}.teams set deleted_at = now() where id = $1`, [gone.id])
  await data.admin(`alter table ${row?.schema_name}.teams enable trigger user`)
  const { data: seen } = await data.call('GET', `/data/posts/${post.id}?select=team(name)`)
  expect(seen).toEqual({ team: null })
  expect((await data.call('GET', `/data/posts/${post.id}?select=team!inner(name)`)).status).toBe(404)
  const { data: counted } = await data.call(
    'GET',
    '/data/posts?title=eq.three&select=team!inner()&count=exact',
  )
  expect(counted).toEqual({ count: 0 })
})

test('a relationship is there as soon as it is made, and gone as soon as it is deleted', async () => {
  await data.table('later', { post_id: 'uuid' })
  const path = '/data/later?select=post(title)'
  expect((await data.call('GET', path)).status).toBe(400)
  await link(app, project, 'later.post_id', 'posts.id')
  expect((await data.call('GET', path)).status).toBe(200)
  const below = `/projects/${project.id}/schema/relationships`
  const { data: links } = await app.api('GET', below, { token: project.token })
  const { id } = links.find((one: { from_table: string }) => one.from_table === 'later')
  await app.api('DELETE', `${below}/${id}`, { token: project.token })
  expect((await data.call('GET', path)).status).toBe(400)
})

test("another project's tables and relationships do not exist", async () => {
  const stranger = await app.createProject()
  const other = driveData(app, stranger)
  await other.table('posts', { title: 'text', team_id: 'uuid' })
  const answer = await other.call('GET', '/data/posts?select=title,team(name)')
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('It has none')])
})
