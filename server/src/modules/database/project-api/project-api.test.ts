// GET /projects/{projectID}/openapi.yaml: what it describes, for whom, and until when it is kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { checkSize, MOST_DESCRIBED } from './visible-tables.service.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await createTable('books', {
    name: 'title',
    data_type: 'string',
    required: true,
    description: 'As "printed".',
  })
  await createTable('notes', { name: 'text', data_type: 'text' })
})
afterAll(() => app.stop())

async function dashboard(method: string, path: string, body?: object) {
  const answer = await app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}

async function createTable(name: string, ...columns: object[]): Promise<string> {
  return (await dashboard('POST', '/tables', { name, columns })).id
}

const get = (credential: { token?: string; key?: string }, query = '', headers = {}) =>
  app.api('GET', `/projects/${project.id}/openapi.yaml${query}`, { ...credential, headers })

async function described(credential: { token?: string; key?: string }, query = ''): Promise<any> {
  const { status, text, headers } = await get(credential, query)
  expect(status, text).toBe(200)
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
  return parse(text)
}

function operationsIn({ paths }: any): string[] {
  return Object.entries<object>(paths)
    .filter(([path]) => path.includes('/data/'))
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method} ${path.replace('/api/v1/data/', '')}`),
    )
}

describe('for the dashboard and secret keys', () => {
  test('has typed rows, inserts and updates of every table', async () => {
    const document = await described({ token: project.token })
    expect(document.info.title).toBe('Shop')
    const { BooksRow, BooksInsert, BooksUpdate } = document.components.schemas
    const title = { type: 'string', maxLength: 255, description: 'As "printed".' }
    expect(BooksRow.properties.title).toEqual(title)
    expect(BooksRow.required).toEqual(['id', 'title', 'created_at', 'updated_at', 'deleted_at'])
    expect(BooksInsert).toEqual({
      type: 'object',
      properties: { id: { type: 'string', format: 'uuid' }, title },
      required: ['title'],
      additionalProperties: false,
    })
    expect(BooksUpdate.properties).toEqual({ title })
    expect(operationsIn(document)).toEqual(
      expect.arrayContaining([
        'get books',
        'post books',
        'get books/{id}',
        'patch books/{id}',
        'delete books/{id}',
      ]),
    )
    expect(operationsIn(document).filter((name) => name.includes('users'))).toEqual([
      'get users',
      'get users/{id}',
    ])
    expect(await described({ key: project.secret })).toEqual(document)
  })

  test('has the routes of signing in with the id of the project', async () => {
    const { paths } = await described({ key: project.secret })
    expect(paths).toHaveProperty([`/api/v1/projects/${project.id}/auth/signin`])
    expect(Object.keys(paths).filter((path) => path.includes('{projectID}'))).toEqual([])
    expect(Object.keys(paths).filter((path) => path.endsWith('/auth/settings'))).toEqual([])
  })

  test('has only the tables that are named', async () => {
    const document = await described({ key: project.secret }, '?tables=notes')
    expect(operationsIn(document).every((name) => name.includes('notes'))).toBe(true)
    const unknown = await get({ key: project.secret }, '?tables=note')
    expect([unknown.status, unknown.body.message]).toEqual([
      404,
      expect.stringContaining('Did you mean notes?'),
    ])
  })

  test('names what would be called alike apart', async () => {
    await createTable('user', { name: 'name', data_type: 'text' })
    await createTable('note_s', { name: 'name', data_type: 'text' })
    await createTable('books_row', { name: 'name', data_type: 'text' })
    const { paths, components } = await described({ key: project.secret })
    const ids = Object.values<any>(paths)
      .flatMap(({ parameters: _, ...operations }) => Object.values<any>(operations))
      .map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    // Of signing in, and of the table.
    expect(components.schemas.UserUpdate.properties).toHaveProperty('claims')
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['NoteSRow', 'Notes2Row']))
    expect(components.schemas.User2Update.properties).toEqual({ name: { type: ['string', 'null'] } })
  })
})

describe('for publishable keys', () => {
  const names = async () => operationsIn(await described({ key: project.publishable }))

  test('has what policies open to them, from the moment they do', async () => {
    const id = await createTable('posts', { name: 'text', data_type: 'text' })
    const add = (body: object) => dashboard('POST', `/tables/${id}/rls`, body)
    expect(await names()).toEqual([])
    await add({ action: 'select', subject: 'authenticated' })
    expect(await names()).toEqual([])
    const policy = await add({ action: 'select', subject: 'public', condition: "text <> ''" })
    await add({ action: 'insert', subject: 'api_key' })
    expect(await names()).toEqual(['get posts', 'post posts', 'get posts/{id}'])
    const { text } = await get({ key: project.publishable })
    expect(text).not.toMatch(/notes|BooksRow|data.books/i)
    const other = await get({ key: project.publishable }, '?tables=books')
    expect([other.status, other.text]).toEqual([404, expect.not.stringContaining('books_row')])
    await add({ action: 'select', subject: 'public', effect: 'deny' })
    expect(await names()).toEqual(['post posts'])
    await dashboard('DELETE', `/tables/${id}/rls/${policy.id}`)
  })

  test('has views of what they can read, and no relations to what they cannot', async () => {
    const id = await createTable('pages', { name: 'book_id', data_type: 'uuid' })
    const link = { from_table: 'pages', from_column: 'book_id', to_table: 'books', to_column: 'id' }
    await dashboard('POST', '/schema/relationships', link)
    await dashboard('POST', '/schema/views', { name: 'open_pages', definition: 'select id from pages' })
    const definition = 'select p.id, b.title from open_pages p join books b on true'
    await dashboard('POST', '/schema/views', { name: 'titled_pages', definition })
    await dashboard('POST', `/tables/${id}/rls`, { action: 'select', subject: 'public' })
    const document = await described({ key: project.publishable })
    expect(operationsIn(document)).toEqual(expect.arrayContaining(['get open_pages', 'get pages']))
    expect(operationsIn(document)).not.toContain('get titled_pages')
    expect(document.components.schemas.PagesRow.properties).not.toHaveProperty('book')
    const all = await described({ key: project.secret })
    expect(all.components.schemas.PagesRow.properties.book.anyOf[0].$ref).toBe(
      '#/components/schemas/BooksRow',
    )
  })
})

test('is 304 for those who have it, until the schema changes', async () => {
  const { headers } = await get({ key: project.secret })
  const again = await get({ key: project.secret }, '', { 'if-none-match': headers.etag })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag])
  await createTable('later', { name: 'text', data_type: 'text' })
  const changed = await get({ key: project.secret }, '', { 'if-none-match': headers.etag })
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('LaterRow')])
})

test('is refused where there is more than one description holds, and says how to get a part', () => {
  const column = {
    name: 'c',
    data_type: 'text',
    required: false,
    has_default: false,
    enum_values: [],
  } as const
  const schema = (count: number, width: number): SchemaShape => {
    const columns = new Map(Array.from({ length: width }, (_, index) => [`c${index}`, column]))
    const table = { id: '', schema: '', slug: '', version: '', read_only: false, soft_delete: true }
    const shape = { ...table, columns, owner_column: undefined }
    return {
      tables: new Map(Array.from({ length: count }, (_, i) => [`t${i}`, shape])),
      relations: new Map(),
    }
  }
  const all = ({ tables }: SchemaShape) => new Map([...tables.keys()].map((slug) => [slug, new Set<never>()]))
  const { tables, columns } = MOST_DESCRIBED
  const fits = schema(tables, columns / tables)
  expect(checkSize(fits, all(fits)).size).toBe(tables)
  for (const more of [schema(tables + 1, 1), schema(tables, columns / tables + 1)])
    expect(() => checkSize(more, all(more))).toThrow('Name some of them: ?tables=books,authors.')
})
