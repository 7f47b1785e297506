// Independent tools read the description of a project's own API: every data type, a view, relations and policies.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DATA_TYPES } from '#engine/shapes/data-types.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { compileTypes, generatePython, lint, PYTHON, PYTHON_MS, runPython } from './tools.ts'

let app: TestApp
let project: TestProject
let base: string
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject('Duka')
  const { id, token } = project
  const make = async (path: string, body: object) => {
    const { status, text } = await app.api('POST', `/projects/${id}${path}`, { token, body })
    expect(status, text).toBe(201)
  }
  const columns = DATA_TYPES.map((data_type) => ({
    name: `a_${data_type}`,
    data_type,
    ...(data_type === 'enum' ? { enum_values: ['draft', 'for sale'] } : {}),
  }))
  await make('/tables', { name: 'everything', description: 'One of each.', columns })
  await make('/tables', { name: 'authors', columns: [{ name: 'name', data_type: 'string', required: true }] })
  await make('/tables', {
    name: 'books',
    columns: [
      {
        name: 'title',
        data_type: 'string',
        required: true,
        description: 'As on the "cover": \u{1f4d8}\u007f.',
      },
      {
        name: 'state',
        data_type: 'enum',
        enum_values: ['draft', 'sold'],
        required: true,
        default_value: 'draft',
      },
      { name: 'price', data_type: 'decimal' },
      { name: 'author_id', data_type: 'uuid' },
    ],
  })
  const link = { from_table: 'books', from_column: 'author_id', to_table: 'authors', to_column: 'id' }
  await make('/schema/relationships', link)
  const definition = 'select id, title, price from books where price < 100'
  await make('/schema/views', { name: 'cheap_books', definition })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'msingi-project-api-'))
  const { status, text } = await app.api('GET', `/projects/${id}/openapi.yaml`, { key: project.secret })
  expect(status, text).toBe(200)
  await writeFile(join(folder, 'openapi.yaml'), text)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('redocly finds no error and no warning', async () => {
  expect(await lint(folder)).toEqual({ problems: [], errors: 0, warnings: 0 })
})

test('openapi-typescript writes types that know columns, enums, relations and filters', async () => {
  await compileTypes(folder, USE)
})

const USE = `import type { components, operations } from './api'
type Schemas = components['schemas']
export const book: Schemas['BooksInsert'] = { title: 'Utengano', price: 12.5, state: 'sold' }
export const update: Schemas['BooksUpdate'] = { price: null }
export const read = (row: Schemas['BooksRow']): [string, number | null, string | undefined] =>
  [row.title, row.price, row.author?.name]
export const back = (row: Schemas['AuthorsRow']): string[] => (row.books ?? []).map(({ title }) => title)
export const list: operations['listBooks']['parameters']['query'] = { price: 'lt.100', or: '(price.gt.1)', limit: 5 }
export const rows = (answer: Schemas['BooksListAnswer']): string[] => answer.data.map(({ title }) => title)
export const view = (row: Schemas['CheapBooksRow']): [string, number | null] => [row.title, row.price]
export const everything: Schemas['EverythingRow']['a_bigint'] = 1
export const signUp = (answer: operations['postAuthSignup']['responses'][201]) => answer.content['application/json'].data
// @ts-expect-error the title is missing
export const untitled: Schemas['BooksInsert'] = { price: 1 }
// @ts-expect-error no value of the enum
export const wrong: Schemas['BooksInsert'] = { title: 'a', state: 'lost' }
// @ts-expect-error a text, not a number
export const typed: Schemas['BooksInsert'] = { title: 1 }
// @ts-expect-error no column
export const unknown: Schemas['BooksUpdate'] = { titel: 'a' }
// @ts-expect-error a view is not written
export type Insert = Schemas['CheapBooksInsert']
`

test.skipIf(PYTHON === undefined)(
  'a generated Python client inserts, lists and follows a relation',
  async () => {
    await generatePython(folder)
    expect(await runPython(folder, CLIENT, base, project.secret)).toEqual({
      inserted: ['Utengano', 'draft'],
      listed: ['Utengano'],
      author: 'Said Ahmed Mohamed',
      types: 1,
    })
  },
  PYTHON_MS,
)

const CLIENT = `
import json, sys
from msingi import AuthenticatedClient
from msingi.api.authors import insert_authors
from msingi.api.books import insert_books, list_books
from msingi.api.everything import insert_everything, list_everything
from msingi.models import AuthorsInsert, BooksInsert, EverythingInsert

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
author = insert_authors.sync(client=client, body=AuthorsInsert(name="Said Ahmed Mohamed")).data
book = insert_books.sync(client=client, body=BooksInsert(title="Utengano", author_id=author.id)).data
insert_books.sync(client=client, body=BooksInsert(title="Rosa Mistika"))
listed = list_books.sync(client=client, title="eq.Utengano", select="*,author(*)").data
insert_everything.sync(client=client, body=EverythingInsert(a_integer=1))
print(json.dumps({
    "inserted": [book.title, book.state],
    "listed": [one.title for one in listed],
    "author": listed[0].author.name,
    "types": list_everything.sync(client=client).data[0].a_integer,
}))
`
