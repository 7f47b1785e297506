// What the client knows of tables by a generated `Database`: what compiles, what does not, and that it is so.
import { readFile, writeFile } from 'node:fs/promises'
import type { Client, List } from '@msingi/client'
import { createClient } from '@msingi/client'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import type { Book } from './client.fixture.ts'
import type { Database, Json } from './database.fixture.ts'

const FILE = new URL('./database.fixture.ts', import.meta.url)
const TABLES = 'authors,book_tags,books,countries,cheap_books,tags'

let app: TestApp
let project: TestProject
let client: Client<Database>

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const make = async (path: string, body: object) => {
    const { status, text } = await app.api('POST', `/projects/${project.id}${path}`, {
      token: project.token,
      body,
    })
    expect(status, text).toBe(201)
  }
  const uuids = (...names: string[]) => names.map((name) => ({ name, data_type: 'uuid' }))
  const name = { name: 'name', data_type: 'string', required: true }
  await make('/tables', { name: 'countries', columns: [name] })
  await make('/tables', { name: 'tags', columns: [name] })
  await make('/tables', { name: 'authors', columns: [name, ...uuids('country_id')] })
  await make('/tables', {
    name: 'books',
    columns: [
      { name: 'title', data_type: 'string', required: true },
      {
        name: 'state',
        data_type: 'enum',
        enum_values: ['draft', 'sold'],
        required: true,
        default_value: 'draft',
      },
      { name: 'price', data_type: 'decimal' },
      { name: 'meta', data_type: 'jsonb' },
      ...uuids('author_id', 'editor_id'),
    ],
  })
  await make('/tables', { name: 'book_tags', columns: uuids('book_id', 'tag_id') })
  const links = [
    ['authors', 'country_id', 'countries'],
    ['books', 'author_id', 'authors'],
    ['books', 'editor_id', 'authors'],
    ['book_tags', 'book_id', 'books'],
    ['book_tags', 'tag_id', 'tags'],
  ]
  for (const [from_table, from_column, to_table] of links)
    await make('/schema/relationships', { from_table, from_column, to_table, to_column: 'id' })
  await make('/schema/views', {
    name: 'cheap_books',
    definition: 'select id, title, price from books where price < 10',
  })
  client = createClient<Database>('http://localhost', {
    project: project.id,
    key: project.secret,
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const { method = 'GET', headers, body } = init ?? {}
      const answer = await app.app.inject({
        method: method as 'GET',
        url: url.pathname + url.search,
        headers: headers as Record<string, string>,
        ...(body === undefined ? {} : { payload: body as string }),
      })
      return new Response(answer.statusCode === 204 ? null : answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      })
    },
  })
})
afterAll(() => app.stop())

test('the types are those of the tables', async () => {
  const path = `/projects/${project.id}/types?tables=${TABLES}`
  const { text } = await app.api('GET', path, { key: project.secret })
  if (process.env.UPDATE_TYPES === 'on') await writeFile(FILE, text)
  expect(await readFile(FILE, 'utf8')).toBe(text)
})

test('what they say of related rows is what the server answers', async () => {
  const country = await client.from('countries').insert({ name: 'Tanzania' })
  const author = await client.from('authors').insert({ name: 'Shaaban Robert', country_id: country.id })
  const book = await client
    .from('books')
    .insert({ title: 'Kusadikika', author_id: author.id, meta: { colour: 'red' } })
  const tag = await client.from('tags').insert({ name: 'novel' })
  await client.from('book_tags').insert({ book_id: book.id, tag_id: tag.id })
  const [row] = await client
    .from('books')
    .select(
      'title, kind:state, meta->>colour, hue:meta->colour, author(name,country(name, authors(name))), editor_id(name), tags(name)',
    )
    .eq('id', book.id)
  expectTypeOf(row).toEqualTypeOf<
    | {
        title: string
        kind: 'draft' | 'sold'
        colour: string | null
        hue: unknown
        author: { name: string; country: { name: string; authors: { name: string }[] } | null } | null
        editor_id: { name: string } | null
        tags: { name: string }[]
      }
    | undefined
  >()
  expect(row).toEqual({
    title: 'Kusadikika',
    kind: 'draft',
    colour: 'red',
    hue: 'red',
    author: { name: 'Shaaban Robert', country: { name: 'Tanzania', authors: [{ name: 'Shaaban Robert' }] } },
    editor_id: null,
    tags: [{ name: 'novel' }],
  })
  const [written] = await client.from('authors').select('*,books!author(title)')
  expectTypeOf(written?.books).toEqualTypeOf<{ title: string }[] | undefined>()
  expect(written?.books).toEqual([{ title: 'Kusadikika' }])
  const [shown] = await client.from('books').select('author_id(name),*').eq('id', book.id)
  expectTypeOf(shown?.author_id).toEqualTypeOf<{ name: string } | null | undefined>()
  expectTypeOf(shown?.title).toEqualTypeOf<string | undefined>()
  const found = await client.from('books').select('title,author(name)').find(book.id)
  expectTypeOf(found).toEqualTypeOf<{ title: string; author: { name: string } | null }>()
  expect(found).toEqual({ title: 'Kusadikika', author: { name: 'Shaaban Robert' } })
  expect(shown).toMatchObject({ author_id: { name: 'Shaaban Robert' }, title: 'Kusadikika' })
})

test('related rows are chosen, sorted and limited by themselves, also those of theirs, and rows sorted by them', async () => {
  const names = ['Angola', 'Benin', 'Chad']
  const countries = await client.from('countries').insert(names.map((name) => ({ name })))
  const writers = await client
    .from('authors')
    .insert(
      ['Ada', 'Bibi', 'Chidi', 'Dada'].map((name, n) => ({ name, country_id: countries[n % 2]?.id ?? '' })),
    )
  await client
    .from('books')
    .insert(
      writers.flatMap(({ id, name }) =>
        [1, 2, 3].map((n) => ({ title: `${name} ${n}`, editor_id: id, price: n })),
      ),
    )
  const shown = await client
    .from('countries')
    .select('name,authors(name,written:books!editor(title))')
    .in('name', names)
    .order('name')
    .related('authors', (authors) =>
      authors
        .or('name.eq.Ada,name.eq.Chidi,name.eq.Dada')
        .order('name', 'desc')
        .related('written', (books) => books.gt('price', 1).order('title', 'desc').limit(1)),
    )
    .related('authors', (authors) => authors.limit(1))
  expect(shown).toEqual([
    { name: 'Angola', authors: [{ name: 'Chidi', written: [{ title: 'Chidi 3' }] }] },
    { name: 'Benin', authors: [{ name: 'Dada', written: [{ title: 'Dada 3' }] }] },
    { name: 'Chad', authors: [] },
  ])
  const sorted = client.from('authors').select('name,home:country(name)').in('name', ['Ada', 'Bibi', 'Chidi'])
  const titles = async (query: PromiseLike<{ name: string }[]>) => (await query).map(({ name }) => name)
  expect(await titles(sorted.order('home(name)', 'desc').order('name', 'desc'))).toEqual([
    'Bibi',
    'Chidi',
    'Ada',
  ])
})

test('a list of a view goes on where there are no cursors', async () => {
  await client.from('books').insert(Array.from({ length: 60 }, (_, n) => ({ title: `Cheap ${n}`, price: 1 })))
  const cheap = client.from('cheap_books').like('title', 'Cheap %').order('title')
  const list = await cheap
  expect([list.length, list.more, (await list.next()).length]).toEqual([50, true, 10])
  const titles = new Set<string | null>()
  for await (const { title } of cheap.limit(25)) titles.add(title)
  expect(titles.size).toBe(60)
})

test('a function knows the tables by the same types', async () => {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')
  const [handler, database] = await Promise.all([read('./handler.fixture.ts'), read('./database.fixture.ts')])
  const files = { 'index.ts': handler, 'database.fixture.ts': database }
  const functions = `/projects/${project.id}/functions`
  const { token } = project
  const body = { name: 'typed', runtime: 'typescript', files }
  const made = await app.api('POST', functions, { token, body })
  expect(made.status, made.text).toBe(201)
  const live = await app.api('POST', `${functions}/${made.data.id}/deploy`, { token })
  expect(live.status, live.text).toBe(200)
  const { parts } = await client.functions.invoke<{ parts: string[] }>('typed', {
    body: { title: 'Kichwamaji' },
  })
  expect(parts).toEqual(['Kichwamaji', 'nobody', 'secret', 'no greeting'])
})

// Compiled by `npm run check`, and never run.
describe('what compiles', () => {
  const books = () => client.from('books')

  test('select', () => {
    expectTypeOf(books().select('id', 'title')).toExtend<PromiseLike<List<{ id: string; title: string }>>>()
    expectTypeOf<Awaited<ReturnType<typeof all>>>().toEqualTypeOf<List<Database['books']['Row']>>()
    const all = async () => await books()
    type Of<Make extends () => PromiseLike<unknown[]>> = Awaited<ReturnType<Make>>[number]
    const inner = () => books().select('id,author!inner(name)')
    expectTypeOf<Of<typeof inner>['author']>().toEqualTypeOf<{ name: string }>()
    const filtering = () => books().select('id,author!inner()')
    expectTypeOf<Of<typeof filtering>>().toEqualTypeOf<{ id: string }>()
    const named = () => books().select<{ id: string }>('id,whatever(x)')
    expectTypeOf<Of<typeof named>>().toEqualTypeOf<{ id: string }>()
    const row = { meta: null as Json | null }
    expectTypeOf<Database['books']['Row']['meta']>().toEqualTypeOf<typeof row.meta>()
  })

  test('and what does not', () => {
    const wrong = async (text: string) => {
      // @ts-expect-error no column
      books().select('id,titel')
      // @ts-expect-error no column of the related table
      books().select('id,author(title)')
      // @ts-expect-error no column three levels down
      books().select('author(country(authors(title)))')
      // @ts-expect-error no relationship
      books().select('id,publisher(name)')
      // @ts-expect-error two relationships lead there
      books().select('id,authors(name)')
      // @ts-expect-error its shape is not known
      books().select(text)
      // @ts-expect-error a view has no relationships
      client.from('cheap_books').select('id,author(name)')
      // @ts-expect-error no table
      client.from('boks')
      // @ts-expect-error no label of the enum
      books().eq('state', 'dnoe')
      // @ts-expect-error one of them is no label
      books().in('state', ['draft', 'dnoe'])
      // @ts-expect-error a number, or its digits
      books().gt('price', 'cheap')
      // @ts-expect-error no column
      books().isNull('titel')
      // @ts-expect-error no column
      books().order('titel')
      // @ts-expect-error no column of the related table
      books().order('author(title)')
      // @ts-expect-error there are many of them
      books().order('tags(name)')
      // @ts-expect-error no relationship
      books().order('publisher(name)')
      // @ts-expect-error no relationship
      books().related('publisher', (rows) => rows)
      // @ts-expect-error no column of the related table
      books().related('author', (rows) => rows.eq('title', 'a'))
      // @ts-expect-error no column two levels down
      books().related('author', (rows) => rows.related('country', (countries) => countries.order('title')))
      // @ts-expect-error a column is no related row
      books().related('title', (rows) => rows)
      // @ts-expect-error this is not how they are shown
      client.from('authors').related('books!author', (rows) => rows)
      // @ts-expect-error related rows are not read by themselves
      await books().related('author', (rows) => rows.select('name'))
      // @ts-expect-error the title is missing
      await books().insert({ price: 1 })
      // @ts-expect-error the title is missing in one of them
      await books().insert([{ title: 'a' }, { price: 1 }])
      // @ts-expect-error the server fills it in
      await books().insert({ title: 'a', created_at: '2026-01-01' })
      // @ts-expect-error never null
      await books().insert({ title: null })
      // @ts-expect-error the id of a row does not change
      await books().update('1', { id: '2' })
      // @ts-expect-error nor that of many
      await books().eq('state', 'sold').updateAll({ id: '2' })
      // @ts-expect-error no column
      await books().upsert({ title: 'a' }, { onConflict: 'titel' })
      // @ts-expect-error a view is not written
      await client.from('cheap_books').insert({ title: 'a' })
      // @ts-expect-error nor changed
      await client.from('cheap_books').update('1', { title: 'a' })
      // @ts-expect-error no column
      client.subscribe('books', ({ record }) => record.titel)
      // @ts-expect-error no label of the enum
      books().subscribe(({ record }) => record.state === 'dnoe')
      // @ts-expect-error the title is missing
      await client.batch([{ method: 'POST', table: 'books', body: { price: 1 } }])
      // @ts-expect-error the id of a row does not change
      await client.batch([{ method: 'PATCH', table: 'books', id: '1', body: { id: '2' } }])
      // @ts-expect-error no table
      await client.batch([{ method: 'DELETE', table: 'boks', id: '1' }])
    }
    expectTypeOf(wrong).toBeFunction()
  })

  test('writes, filters, subscriptions and batches', () => {
    const right = async () => {
      books()
        .eq('state', 'sold')
        .gt('price', 1)
        .lt('price', '12345678901234567890.5')
        .gte('created_at', new Date())
      books()
        .in('state', ['draft', 'sold'])
        .isNull('author_id')
        .order('price', 'desc')
        .filter('meta->>colour', 'eq', 'red')
        .order('meta->>colour')
        .order('author(name)', 'desc', { nulls: 'last' })
      books()
        .select('id,who:author(name)')
        .order('who(name)')
        .related('who', (authors) => authors.eq('anything', 1))
        .related('tags', (tags) => tags.in('name', ['a']).limit(0))
      expectTypeOf(await books().insert({ title: 'a', price: '1.50', meta: { a: [null] } })).toEqualTypeOf<
        Database['books']['Row']
      >()
      await books().update('1', { price: null, state: 'sold' })
      await books().upsert([{ id: '1', title: 'a' }], { onConflict: 'id' })
      client.subscribe('books', ({ record }) => record.state === 'sold')
      await client.batch([
        { method: 'POST', table: 'books', body: { title: 'a' } },
        { method: 'PATCH', table: 'authors', id: '1', body: { name: 'b' } },
        { method: 'DELETE', table: 'tags', id: '1' },
      ])
    }
    expectTypeOf(right).toBeFunction()
  })

  test('rows alone, as before, and no types at all', () => {
    const options = { project: crypto.randomUUID(), key: 'mpk_x' }
    const plain = async () => {
      const rows = createClient<{ books: Book }>('http://localhost', options)
      expectTypeOf(await rows.from('books')).toExtend<Book[]>()
      expectTypeOf(await rows.from('books').select('id')).toExtend<Pick<Book, 'id'>[]>()
      expectTypeOf(await rows.from('books').select<{ a: string }>('a:title')).toExtend<{ a: string }[]>()
      await rows.from('books').eq('pages', '5')
      await rows.from('books').insert({ title: 'a' })
      await rows.batch([{ method: 'POST', table: 'books', body: { anything: 1 } }])
      // @ts-expect-error no column
      rows.from('books').eq('titel', 'a')
      // A client with types goes where one without is expected.
      expectTypeOf(rows).toExtend<Client>()
      expectTypeOf(client).toExtend<Client>()
      const any = createClient('http://localhost', options)
      await any
        .from('anything')
        .select('a,b(c)')
        .eq('x', 1)
        .order('b(c)')
        .related('b', (rows) => rows.eq('c', 1))
      await rows
        .from('books')
        .order('author(name)')
        .related('author', (rows) => rows.eq('name', 'a'))
      await any.from('anything').insert({ whatever: 1 })
    }
    expectTypeOf(plain).toBeFunction()
  })
})
