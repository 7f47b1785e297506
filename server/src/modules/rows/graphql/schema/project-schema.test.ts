// The schema of a project in GraphQL: what it holds, how it follows the tables, and what happens to names that meet.
import { buildClientSchema, getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Library, makeLibrary } from '#modules/rows/graphql/graphql.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let library: Library

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  library = await makeLibrary(app, project)
})
afterAll(() => app.stop())

const ask = (query: string, variables?: object) => library.ask(query, variables)

describe('the schema', () => {
  test('is what tools expect of one, with fragments and variables', async () => {
    const schema = buildClientSchema(await ask(getIntrospectionQuery()))
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(
      expect.arrayContaining(['users', 'books', 'books_by_pk', 'books_aggregate']),
    )
    expect(String(schema.getMutationType()?.getFields().insert_books_one?.args[0]?.type)).toBe('booksInsert!')
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {}).join()).not.toContain('users')
    const query = 'query ($t: String!) { __type(name: $t) { ...N } } fragment N on __Type { name }'
    expect(await ask(query, { t: 'books' })).toEqual({ __type: { name: 'books' } })
  })

  test('follows the tables at once', async () => {
    const below = `/projects/${project.id}/tables`
    const missing = await library.run('{ fresh { id } }')
    expect(missing.status).toBe(400)
    const made = await app.api('POST', below, { token: project.token, body: { name: 'fresh' } })
    expect(await ask('{ fresh { id } }')).toEqual({ fresh: [] })
    const column = { name: 'colour', data_type: 'text' }
    await app.api('POST', `${below}/${made.data.id}/columns`, { token: project.token, body: column })
    expect(await ask('{ fresh { colour } }')).toEqual({ fresh: [] })
    await app.api('DELETE', `${below}/${made.data.id}`, { token: project.token })
    expect((await library.run('{ fresh { id } }')).status).toBe(400)
  })

  test('ways through a link table give way to columns, and are told apart', async () => {
    const other = await app.createProject()
    const post = (path: string, body: object) =>
      app.api('POST', `/projects/${other.id}${path}`, { token: other.token, body })
    const column = (name: string, data_type = 'uuid') => ({ name, data_type })
    await post('/tables', { name: 'posts', columns: [column('tags_through_topics', 'text')] })
    await post('/tables', { name: 'tags' })
    await post('/tables', {
      name: 'topics',
      columns: ['post', 'old_post', 'tag', 'main'].map((one) => column(one)),
    })
    const ends = { from_table: 'topics', to_column: 'id' }
    const link = (from_column: string, to_table: string) =>
      post('/schema/relationships', { ...ends, from_column, to_table })
    await link('post', 'posts')
    await link('tag', 'tags')
    const fields = async () => {
      const query = '{ __type(name: "posts") { fields { name } } }'
      const { body } = await app.api('POST', `/projects/${other.id}/graphql`, {
        key: other.secret,
        body: { query },
      })
      const names = (body as any).data.__type.fields.map(({ name }: { name: string }) => name)
      return names.filter((name: string) => name.startsWith('tags'))
    }
    expect(await fields()).toEqual(['tags_through_topics', 'tags_through_topics_'])
    await link('main', 'tags')
    const [first, second] = ['tags_through_topics_by_main', 'tags_through_topics_by_tag']
    expect((await fields()).sort()).toEqual(['tags_through_topics', first, second])
    await link('old_post', 'posts')
    const pairs = ['old_post_and_main', 'old_post_and_tag', 'post_and_main', 'post_and_tag']
    const all = pairs.map((pair) => `tags_through_topics_by_${pair}`)
    expect((await fields()).sort()).toEqual(['tags_through_topics', ...all])
  })

  test('names that meet give way to each other', async () => {
    const other = await app.createProject()
    const post = (path: string, body: object) =>
      app.api('POST', `/projects/${other.id}${path}`, { token: other.token, body })
    await post('/tables', { name: 'shops' })
    await post('/tables', { name: 'shops_by_pk' })
    const columns = ['shop', 'shops_by_pk_id'].map((name) => ({ name, data_type: 'uuid' }))
    await post('/tables', { name: 'goods', columns: [...columns, { name: 'query', data_type: 'text' }] })
    const link = { from_table: 'goods', to_column: 'id' }
    await post('/schema/relationships', { ...link, from_column: 'shop', to_table: 'shops', name: 'shop' })
    const query =
      '{ shops_by_pk { id } shops_by_pk_(id: "x") { id } goods { shop shop_ { id goods { id } } } }'
    const answer = await app.api('POST', `/projects/${other.id}/graphql`, {
      key: other.secret,
      body: { query },
    })
    const { data, errors } = answer.body as any
    expect(data).toEqual({ shops_by_pk: [], shops_by_pk_: null, goods: [] })
    expect(errors).toEqual([
      { message: 'id: must be a UUID.', path: ['shops_by_pk_'], extensions: { code: 'invalid_input' } },
    ])
  })
})
