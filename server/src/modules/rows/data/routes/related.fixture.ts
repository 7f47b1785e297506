// What the tests of related rows share: countries, authors and books, an editor beside the author, reviews, and shelves.
import type { TestApp, TestProject } from '#test/harness.ts'
import type { DataDriver } from './data.fixture.ts'

/** link makes a relationship, which must succeed; ends are written `table.column`. */
export async function link(
  app: TestApp,
  { id, token }: TestProject,
  from: string,
  to: string,
  name?: string,
): Promise<void> {
  const [from_table, from_column] = from.split('.')
  const [to_table, to_column] = to.split('.')
  const body = { from_table, from_column, to_table, to_column, name }
  const { status, text } = await app.api('POST', `/projects/${id}/schema/relationships`, { token, body })
  if (status !== 201) throw new Error(`could not link ${from}: ${text}`)
}

/** makeLibrary makes the tables and their relationships, without rows. */
export async function makeLibrary(app: TestApp, project: TestProject, data: DataDriver): Promise<void> {
  await data.table('countries', { name: 'text' })
  await data.table('authors', { name: 'text', country_id: 'uuid', meta: 'jsonb' })
  await data.table('books', {
    title: 'text',
    n: 'integer',
    price: 'decimal',
    author_id: 'uuid',
    editor_id: 'uuid',
    meta: 'jsonb',
    raw: 'json',
  })
  await data.table('reviews', { stars: 'integer', body: 'text', book_id: 'uuid' })
  await data.table('covers', { colour: 'text', book_id: { data_type: 'uuid', unique: true } })
  await data.table('people', { name: 'text', manager_id: 'uuid' })
  await data.table('shelves', { name: 'text' })
  await data.table('placings', { book_id: 'uuid', shelf_id: 'uuid' })
  await link(app, project, 'placings.book_id', 'books.id')
  await link(app, project, 'placings.shelf_id', 'shelves.id')
  await link(app, project, 'authors.country_id', 'countries.id')
  await link(app, project, 'books.author_id', 'authors.id')
  await link(app, project, 'books.editor_id', 'authors.id')
  await link(app, project, 'reviews.book_id', 'books.id')
  await link(app, project, 'covers.book_id', 'books.id')
  await link(app, project, 'people.manager_id', 'people.id')
}
