// Rows that are related through a link table: how requests name them, what links, and whose policies hold.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'
import { link } from './related.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
let amina: { token: string; id: string }
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  const { token, user } = await signUp(app, project)
  amina = { token, id: user.id }
  await data.table('posts', { title: 'text' })
  await data.table('tags', { name: 'text', user_id: 'uuid' })
  await data.table('post_tags', { post_id: 'uuid', tag_id: 'uuid', user_id: 'uuid' })
  await data.table('people', { name: 'text' })
  await data.table('friendships', { person_id: 'uuid', friend_id: 'uuid' })
  await link(app, project, 'post_tags.post_id', 'posts.id')
  await link(app, project, 'post_tags.tag_id', 'tags.id')
  await link(app, project, 'friendships.person_id', 'people.id')
  await link(app, project, 'friendships.friend_id', 'people.id')
  const keep = async (table: string, key: string, rows: Record<string, unknown>[]) => {
    const made = await data.insert(table, rows)
    rows.forEach((row, index) => {
      ids[String(row[key])] = made[index].id
    })
    return made
  }
  await keep('posts', 'title', [{ title: 'one' }, { title: 'two' }, { title: 'bare' }])
  await keep('tags', 'name', [
    { name: 'red', user_id: amina.id },
    { name: 'green', user_id: amina.id },
    { name: 'blue', user_id: null },
  ])
  const tag = (post: string, name: string, user_id: string | null = null) => ({
    ...{ post_id: ids[post], tag_id: ids[name], user_id },
  })
  await data.insert('post_tags', [
    tag('one', 'red', amina.id),
    tag('one', 'green'),
    tag('one', 'blue', amina.id),
    tag('two', 'red', amina.id),
    // Nothing keeps a pair from being linked twice.
    tag('two', 'red', amina.id),
  ])
  await keep('people', 'name', [{ name: 'Amina' }, { name: 'Juma' }, { name: 'Neema' }])
  await data.insert('friendships', [
    { person_id: ids.Amina, friend_id: ids.Juma },
    { person_id: ids.Neema, friend_id: ids.Amina },
  ])
})
afterAll(() => app.stop())

async function get(path: string, credential?: object) {
  const answer = await data.call('GET', `/data/${path}`, credential)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

async function refusal(path: string): Promise<string> {
  const answer = await data.call('GET', `/data/${path}`)
  expect(answer.status, answer.text).toBe(400)
  return answer.body.message
}

const TAGS = 'posts?select=title,tags(name)&tags.order=name&order=title'
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('rows through a link table', () => {
  test('from both ends, each once however often it is linked', async () => {
    expect(await get(TAGS)).toEqual([
      { title: 'bare', tags: [] },
      { title: 'one', tags: [{ name: 'blue' }, { name: 'green' }, { name: 'red' }] },
      { title: 'two', tags: [{ name: 'red' }] },
    ])
    expect(
      await get('tags?select=name,posts(title)&posts.order=title&name=in.(red,blue)&order=name'),
    ).toEqual([
      { name: 'blue', posts: [{ title: 'one' }] },
      { name: 'red', posts: [{ title: 'one' }, { title: 'two' }] },
    ])
  })

  test('with filters, pages, an alias and rows of their own', async () => {
    const query =
      'posts?select=t:tags(name,posts(title))&t.name=neq.red&t.order=name.desc&t.limit=1&title=eq.one'
    expect(await get(query)).toEqual([{ t: [{ name: 'green', posts: [{ title: 'one' }] }] }])
  })

  test('inner, and counted', async () => {
    const inner = 'posts?select=title,tags!inner()&order=title'
    expect(await get(inner)).toEqual([{ title: 'one' }, { title: 'two' }])
    expect(await get(`${inner}&tags.name=eq.green`)).toEqual([{ title: 'one' }])
    expect(await get(`${inner}&tags.name=eq.red&count=exact`)).toEqual({ count: 2 })
  })

  test('of one row, and over records', async () => {
    const one = await get(`posts/${ids.two}?select=tags(name)`)
    expect(one).toEqual({ tags: [{ name: 'red' }] })
    const path = `/projects/${project.id}/tables/posts/records?title=two&select=tags(name)`
    expect((await data.call('GET', path)).data).toEqual([{ tags: [{ name: 'red' }] }])
  })

  test('deleted links and deleted rows at the far end do not count', async () => {
    const [post] = await data.insert('posts', [{ title: 'gone' }])
    const [tag] = await data.insert('tags', [{ name: 'old' }])
    const [first, second] = await data.insert('post_tags', [
      { post_id: post.id, tag_id: tag.id },
      { post_id: post.id, tag_id: ids.red },
    ])
    const seen = async () => names((await get(`posts/${post.id}?select=tags(name)&tags.order=name`)).tags)
    expect(await seen()).toEqual(['old', 'red'])
    await data.call('DELETE', `/data/post_tags/${second.id}`)
    expect(await seen()).toEqual(['old'])
    await data.call('DELETE', `/data/post_tags/${first.id}`)
    expect(await seen()).toEqual([])
    await data.call('DELETE', `/data/posts/${post.id}`)
  })
})

describe('which way is meant', () => {
  test('a link table that leads to one table twice is told by the column that leads there', async () => {
    const message = await refusal('people?select=people(name)')
    expect(message).toBe(
      'select: people and people have several relationships; write one of people!friendships.person_id, people!friendships.friend_id.',
    )
    const select = 'select=name,has:people!friendships.friend_id(name),of:people!person_id(name)'
    expect(await get(`people?${select}&name=eq.Amina`)).toEqual([
      { name: 'Amina', has: [{ name: 'Juma' }], of: [{ name: 'Neema' }] },
    ])
  })

  test('several link tables are told by their names', async () => {
    const other = await app.createProject()
    const driver = driveData(app, other)
    await driver.table('posts', { title: 'text' })
    await driver.table('tags', { name: 'text' })
    for (const name of ['post_tags', 'topics']) {
      await driver.table(name, { post_id: 'uuid', tag_id: 'uuid', main_tag_id: 'uuid' })
      await link(app, other, `${name}.post_id`, 'posts.id')
      await link(app, other, `${name}.tag_id`, 'tags.id')
    }
    const ask = async (select: string) => {
      const answer = await driver.call('GET', `/data/posts?select=${select}`)
      return answer.status === 200 ? 200 : answer.body.message
    }
    expect(await ask('tags(name)')).toContain('write one of tags!post_tags, tags!topics.')
    expect(await ask('tags!topics(name)')).toBe(200)
    await link(app, other, 'topics.main_tag_id', 'tags.id')
    expect(await ask('tags!topics(name)')).toContain(
      'write one of tags!topics.main_tag_id, tags!topics.tag_id.',
    )
    expect(await ask('tags!main_tag_id(name)')).toBe(200)
    expect(await ask('tags!topics.post_id.tag_id(name)')).toBe(200)
    expect(await ask('tags!nothing(name)')).toContain('no relationship tags!nothing')
    expect(await ask('tags!nothing(name)')).toContain('tags!post_tags')
  })

  test('a relationship between the two tables comes first', async () => {
    const other = await app.createProject()
    const driver = driveData(app, other)
    await driver.table('posts', { title: 'text', tag_id: 'uuid' })
    await driver.table('tags', { name: 'text' })
    await driver.table('post_tags', { post_id: 'uuid', tag_id: 'uuid' })
    await link(app, other, 'posts.tag_id', 'tags.id')
    const before = (await driver.call('GET', '/data/posts?select=tags(name)')).status
    await link(app, other, 'post_tags.post_id', 'posts.id')
    await link(app, other, 'post_tags.tag_id', 'tags.id')
    const tag = (await driver.insert('tags', [{ name: 'main' }]))[0].id
    const post = (await driver.insert('posts', [{ title: 'x', tag_id: tag }]))[0].id
    const { data: row } = await driver.call(
      'GET',
      `/data/posts/${post}?select=tags(name),more:tags!post_tags(name)`,
    )
    expect([before, row]).toEqual([200, { tags: { name: 'main' }, more: [] }])
  })

  test('a column of the link table that goes makes the way go', async () => {
    const other = await app.createProject()
    const driver = driveData(app, other)
    await driver.table('a', { name: 'text' })
    await driver.table('b', { name: 'text' })
    const made = await driver.table('ab', { a_id: 'uuid', b_id: 'uuid' })
    await link(app, other, 'ab.a_id', 'a.id')
    await link(app, other, 'ab.b_id', 'b.id')
    const status = async () => (await driver.call('GET', '/data/a?select=b(name)')).status
    expect(await status()).toBe(200)
    await app.api('DELETE', `/projects/${other.id}/tables/${made.id}`, { token: other.token })
    expect(await status()).toBe(400)
  })
})

describe('policies of all three tables', () => {
  const hidden = async (credential: object) =>
    (await get(TAGS, credential)).map((row: Tagged) => names(row.tags))

  test('hide links and rows alike', async () => {
    expect((await data.call('GET', `/data/${TAGS}`, { key: project.publishable })).data).toEqual([])
    await data.policy('posts', { action: 'select', subject: 'public' })
    expect(await hidden({ token: amina.token })).toEqual([[], [], []])
    const tags = await data.policy('tags', { action: 'select', subject: 'public' })
    expect(await hidden({ token: amina.token })).toEqual([[], [], []])
    // Of the links she sees her own, which are those to red and blue.
    await data.policy('post_tags', { action: 'select', subject: 'owner' })
    expect(await hidden({ token: amina.token })).toEqual([[], ['blue', 'red'], ['red']])
    expect(await hidden({ key: project.publishable })).toEqual([[], [], []])
    // Of the tags she sees her own, which are red and green.
    const rls = `/projects/${project.id}/tables/tags/rls`
    await app.api('DELETE', `${rls}/${tags}`, { token: project.token })
    await data.policy('tags', { action: 'select', subject: 'owner' })
    expect(await hidden({ token: amina.token })).toEqual([[], ['red'], ['red']])
    const guess = 'posts?select=title,tags!inner()&tags.name=eq.'
    expect(await get(`${guess}blue&count=exact`, { token: amina.token })).toEqual({ count: 0 })
    expect(await get(`${guess}green&count=exact`, { token: amina.token })).toEqual({ count: 0 })
    expect(await get(`${guess}red&count=exact`, { token: amina.token })).toEqual({ count: 2 })
    expect(await hidden({ key: project.secret })).toEqual([[], ['blue', 'green', 'red'], ['red']])
  })
})

interface Tagged {
  readonly tags: { name: string }[]
}
