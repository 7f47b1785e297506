// A library with rows, some of them deleted, for the tests of queries.
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { makeLibrary } from '#modules/rows/data/routes/related.fixture.ts'
import type { Answer, CallOptions, TestApp, TestProject } from './harness.ts'

/** Library is the project, and a way to ask it. */
export interface Library {
  readonly project: TestProject
  readonly data: DataDriver
  readonly schema: string
  /** ask runs a query, with the secret key unless said otherwise. */
  ask(table: string, config?: unknown, caller?: CallOptions): Promise<Answer>
  /** rows runs a query, which must succeed, and gives its rows. */
  rows(table: string, config: unknown, caller?: CallOptions): Promise<Record<string, unknown>[]>
}

/** openLibrary makes the project: three authors of two countries, of which one has no book, and five books. */
export async function openLibrary(app: TestApp): Promise<Library> {
  const project = await app.createProject('Library')
  const data = driveData(app, project)
  await makeLibrary(app, project, data)
  const [tz, ke] = await data.insert('countries', [{ name: 'Tanzania' }, { name: 'Kenya' }])
  const [gurnah, ngugi, nobody] = await data.insert('authors', [
    { name: 'Gurnah', country_id: tz.id, meta: { prizes: ['Nobel'], born: { year: 1948 } } },
    { name: 'Ngũgĩ', country_id: ke.id, meta: { born: { year: 1938 } } },
    { name: 'Nobody', country_id: null, meta: null },
  ])
  const book = (title: string, n: number, price: string, author: { id: string } | null, editor = ngugi) => ({
    ...{ title, n, price, author_id: author?.id ?? null, editor_id: editor.id },
    ...{ meta: { colour: title[0] }, raw: {} },
  })
  const books = await data.insert('books', [
    book('Paradise', 3, '12.50', gurnah),
    book('Afterlives', 1, '20.00', gurnah, nobody),
    book('Petals of Blood', 2, '9.99', ngugi),
    book('Anonymous', 2, '5.00', null),
    book('Deleted', 9, '99.00', gurnah),
  ])
  await data.insert('reviews', [
    { stars: 5, body: 'good', book_id: books[0].id },
    { stars: 3, body: 'so so', book_id: books[0].id },
    { stars: 4, body: 'fine', book_id: books[2].id },
  ])
  const [boss] = await data.insert('people', [{ name: 'Boss', manager_id: null }])
  await data.insert('people', [
    { name: 'Anna', manager_id: boss.id },
    { name: 'Ben', manager_id: boss.id },
  ])
  await data.call('DELETE', `/data/books/${books[4].id}`)
  const ask: Library['ask'] = (table_slug, config, caller = { key: project.secret }) =>
    app.api('POST', `/projects/${project.id}/query/run`, { ...caller, body: { table_slug, config } })
  return {
    ...{ project, data, ask },
    schema: `p_${project.id.replaceAll('-', '')}`,
    rows: async (table, config, caller) => {
      const { status, text, data: result } = await ask(table, config, caller)
      if (status !== 200) throw new Error(`expected rows: ${text}`)
      return result.rows
    },
  }
}
