// Examples of tables, columns, relationships, views, functions, triggers, policies and their history.
import type { ExampleStage } from './stage.ts'

/** BOOKS are the columns of the table that the examples of rows use. */
const BOOKS = [
  { name: 'title', data_type: 'string', required: true, description: 'As on the cover.' },
  { name: 'price', data_type: 'decimal' },
]

/** tables makes the tables `authors` and `books`, and calls the routes of tables, columns and relationships. */
export async function tables({ call, below, dashboard }: ExampleStage): Promise<{ booksID: string }> {
  const { token } = dashboard
  const make = async (path: string, body: object) =>
    (await call('POST', `${below}${path}`, { token, body })).data
  const books = await make('/tables', { name: 'Books', columns: BOOKS })
  await make('/tables', { name: 'authors', columns: [{ name: 'name', data_type: 'string' }] })
  await call('GET', `${below}/tables`, { token })
  const table = `${below}/tables/${books.id}`
  await call('GET', table, { token })
  await call('PATCH', table, { token, body: { description: 'What we sell.' } })
  const column = await make(`/tables/${books.id}/columns`, { name: 'author_id', data_type: 'uuid' })
  await call('PATCH', `${table}/columns/${column.id}`, { token, body: { indexed: true } })
  const spare = await make(`/tables/${books.id}/columns`, { name: 'isbn', data_type: 'string' })
  await call('DELETE', `${table}/columns/${spare.id}`, { token, query: { cascade: true } })
  const link = { from_table: 'books', from_column: 'author_id', to_table: 'authors', to_column: 'id' }
  const relationship = await make('/schema/relationships', link)
  await call('GET', `${below}/schema/relationships`, { token })
  const one = `${below}/schema/relationships/${relationship.id}`
  await call('PATCH', one, { token, body: { on_delete: 'set_null' } })
  await call('DELETE', one, { token })
  await make('/schema/relationships', link)
  const drafts = await make('/tables', { name: 'drafts' })
  await call('DELETE', `${below}/tables/${drafts.id}`, { token })
  await call('GET', `${below}/schema/preview/${books.id}`, { token })
  await call('GET', `${below}/schema/diagram`, { token })
  await call('GET', `${below}/schema/structure`, { token })
  return { booksID: books.id }
}

/** objects calls the routes of views, functions and triggers. */
export async function objects({ call, below, dashboard }: ExampleStage): Promise<void> {
  const { token } = dashboard
  const schema = `${below}/schema`
  const views = `${schema}/views`
  const definition = 'select id, title from books where price < 10'
  const view = await call('POST', views, { token, body: { name: 'cheap_books', definition } })
  await call('GET', views, { token })
  await call('GET', `${views}/${view.data.id}`, { token })
  const cheaper = 'select id, title from books where price < 5'
  await call('PUT', `${views}/${view.data.id}`, { token, body: { definition: cheaper } })
  await call('DELETE', `${views}/${view.data.id}`, { token })

  const work = { returns: 'trigger', body: 'begin new.title := trim(new.title); return new; end' }
  await call('POST', `${schema}/functions`, { token, body: { name: 'trim_title', ...work } })
  await call('GET', `${schema}/functions`, { token })
  await call('GET', `${schema}/functions/trim_title`, { token })
  await call('PUT', `${schema}/functions/trim_title`, { token, body: work })
  const when = { timing: 'before', events: ['insert', 'update'], function: 'trim_title' }
  const body = { name: 'tidy', table: 'books', ...when }
  const trigger = await call('POST', `${schema}/triggers`, { token, body })
  await call('GET', `${schema}/triggers`, { token })
  const one = `${schema}/triggers/${trigger.data.id}`
  await call('GET', one, { token })
  await call('PUT', one, { token, body: { ...when, events: ['insert'] } })
  await call('DELETE', one, { token })
  await call('DELETE', `${schema}/functions/trim_title`, { token })
}

/** history calls the routes of DDL as SQL and of the history of the schema. */
export async function history({ call, app, below, dashboard }: ExampleStage): Promise<void> {
  const { token } = dashboard
  const schema = `${below}/schema`
  const sql = 'create table publishers (name text not null)'
  await call('POST', `${schema}/exec-ddl`, { token, body: { sql, dry_run: true } })
  await call('GET', `${below}/openapi.yaml`, { token })
  await call('GET', `${below}/types`, { token, query: { lang: 'ts', tables: 'books' } })
  await call('GET', `${schema}/history`, { token, query: { limit: 20 } })
  const operation = { kind: 'column.create', table: 'books', input: { name: 'pages', data_type: 'integer' } }
  await call('POST', `${schema}/dry-run`, { token, body: { operation } })
  const { data } = await call('GET', `${schema}/migrations`, { token, query: { after: 0 } })
  const target = await app.createProject('Copy')
  const body = { project_id: data.project_id, migrations: data.migrations.slice(0, 1) }
  const apply = `/projects/${target.id}/schema/migrations/apply`
  await call('POST', apply, { token: target.token, body })
}

/** policies calls the routes of row-level security; afterwards everybody may read books, and users write them. */
export async function policies(stage: ExampleStage, booksID: string): Promise<void> {
  const { call, below, dashboard, refused } = stage
  const { token } = dashboard
  const rls = `${below}/tables/${booksID}/rls`
  const body = { action: 'select', subject: 'public', condition: 'price > 0' }
  const policy = await call('POST', rls, { token, body })
  await call('GET', rls, { token })
  await call('PATCH', `${rls}/${policy.data.id}`, { token, body: { condition: 'price >= 0' } })
  const list = [
    { ...body, condition: 'price >= 0' },
    { action: 'insert', subject: 'authenticated' },
  ]
  await call('PUT', rls, { token, body: { policies: list } })
  await call('GET', `${below}/rls`, { token })
  await call('POST', `${rls}/check`, { token, body: { condition: 'prise > 0' } })
  const row = { title: 'Utengano', price: '12.50' }
  await call('POST', `${rls}/explain`, { token, body: { action: 'select', key: 'publishable', row } })
  const cheap = await call('POST', `${below}/tables/${booksID}/records`, { token, body: { data: row } })
  const headers = { 'x-msingi-as': 'key:publishable' }
  const asked = { action: 'select', row_ids: [cheap.data.id] }
  await call('POST', `${rls}/explain-rows`, { token, headers, body: asked })
  await call('DELETE', `${below}/tables/${booksID}/records/${cheap.data.id}`, { token })
  await call('DELETE', `${rls}/${policy.data.id}`, { token })
  await refused(404, 'DELETE', `${rls}/${policy.data.id}`, { token })
  await refused(400, 'POST', rls, { token, body: { action: 'read', subject: 'public' } })
}
