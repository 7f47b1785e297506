// Rows: reading, writing, filters, pages and batches.
import { isMsingiError } from '@msingi/client'
import type { Book } from '#test/client/client.fixture.ts'
import { type ClientCall, failureOf } from './client-call.fixture.ts'

const pagesOf = (rows: readonly Book[]) => rows.map(({ pages }) => pages)

/** DATA_CALLS are those. */
export const DATA_CALLS: readonly ClientCall[] = [
  {
    name: 'rows are inserted, read, updated and deleted',
    async run(client, tag) {
      const books = client.from('books')
      const row = await books.insert({ title: tag, pages: 250 })
      const read = await books.find(row.id)
      const part = await books.select('pages').find(row.id)
      const updated = await books.update(row.id, { pages: 251 })
      const unfit = await Promise.all(
        [books.eq('pages', 250), books.limit(1), books.withCount()].map((query) =>
          failureOf(query.find(row.id)),
        ),
      )
      await books.delete(row.id)
      const gone = await failureOf(books.find(row.id))
      const same = JSON.stringify(read) === JSON.stringify(row)
      return [row.title === tag, same, part, updated.pages, unfit, gone]
    },
    result: [
      ...[true, true, { pages: 250 }, 251],
      ['pages', 'limit', 'withCount'].map((other) => ({
        message: `find reads one row by its id: ${other} does not go with it.`,
      })),
      { name: 'MsingiError', status: 404, code: 'not_found' },
    ],
  },
  {
    name: 'every filter reaches the server as it is meant',
    async run(client, tag) {
      const names = ['A, "quoted"', 'B\\', 'C%20&x=y', 'd+e']
      const titleOf = (name: string) => `${tag} ${name}`
      const books = client.from('books')
      await books.insert(names.map((name, n) => ({ title: titleOf(name), pages: n === 3 ? null : n * 100 })))
      const mine = books.like('title', `${tag}%`)
      const read = async (query: PromiseLike<Book[]>) =>
        (await query).map(({ title }) => names.indexOf(title.slice(tag.length + 1))).sort()
      return {
        in: await read(books.in('title', names.map(titleOf))),
        eq: await read(books.eq('title', titleOf('C%20&x=y'))),
        like: await read(books.like('title', titleOf('d+%'))),
        ilike: await read(books.ilike('title', titleOf('D+_'))),
        compared: await read(mine.neq('pages', 100).gte('pages', 0).lt('pages', 201)),
        between: await read(mine.gt('pages', 0).lte('pages', 100)),
        null: await read(mine.isNull('pages')),
        filled: await read(mine.isNotNull('pages').lt('created_at', new Date(4e12))),
        filter: await read(mine.filter('pages', 'eq', 200)),
        or: await read(mine.or('pages.eq.0,pages.is.null')),
        count: [await mine.count(), await mine.isNotNull('pages').count('estimated')],
        planned: typeof (await mine.count('planned')),
        ordered: await mine.select('pages').order('pages', 'desc', { nulls: 'last' }).limit(2).offset(1),
        first: (await mine.order('pages').order('title').first())?.pages,
        none: await books.eq('title', `${tag} nobody wrote it`).first(),
      }
    },
    result: {
      ...{ in: [0, 1, 2, 3], eq: [2], like: [3], ilike: [3], compared: [0, 2], between: [1], null: [3] },
      ...{ filled: [0, 1, 2], filter: [2], or: [0, 3], count: [4, 3], planned: 'number' },
      ...{ ordered: [{ pages: 100 }, { pages: 0 }], first: 0, none: null },
    },
  },
  {
    name: 'pages follow each other both ways, and iterating returns every row once',
    async run(client, tag) {
      const books = client.from('books')
      await books.insert(Array.from({ length: 120 }, (_, pages) => ({ title: `${tag} ${pages}`, pages })))
      const query = books.like('title', `${tag}%`).order('pages').limit(50)
      const first = await query.page()
      const second = await query.after(String(first.next)).page()
      const back = await query.before(String(second.previous)).page()
      const seen = new Set<string>()
      for await (const { title } of books.like('title', `${tag}%`).limit(50)) seen.add(title)
      return [...[first, second, back].map(({ rows }) => [rows[0]?.pages, rows.length]), seen.size]
    },
    result: [[0, 50], [50, 50], [0, 50], 120],
  },
  {
    name: 'a list says whether a page follows, and how many rows match',
    async run(client, tag) {
      const books = client.from('books')
      await books.insert(Array.from({ length: 60 }, (_, pages) => ({ title: `${tag} ${pages}`, pages })))
      const query = books.like('title', `${tag}%`).order('pages')
      const list = await query.withCount()
      const rest = await list.next()
      const none = await rest.next()
      const seen: unknown[] = []
      for await (const { pages } of list) seen.push(pages)
      const plain = [
        JSON.stringify(list).length === JSON.stringify([...list]).length,
        list.map(String).length,
      ]
      const counts = [list.count, (await query).count ?? null]
      return [[list, rest, none].map(({ length, more }) => [length, more]), counts, seen.length, plain]
    },
    result: [
      [
        [50, true],
        [10, false],
        [0, false],
      ],
      [60, null],
      60,
      [true, 50],
    ],
  },
  {
    name: 'upserts, batches and repeats',
    async run(client, tag) {
      const books = client.from('books')
      const key = { idempotencyKey: tag }
      const first = await books.insert({ title: tag }, key)
      const again = await books.insert({ title: tag }, key)
      const options = { onConflict: 'title' } as const
      const merged = await books.upsert([{ title: tag, pages: 9 }], options)
      const ignored = await books.upsert([{ title: tag, pages: 1 }], { ...options, ignoreExisting: true })
      const done = await client.batch([
        { method: 'POST', table: 'books', body: { title: `${tag} 2` } },
        { method: 'PATCH', table: 'books', id: first.id, body: { pages: 10 } },
        { method: 'DELETE', table: 'books', id: first.id },
      ])
      const statuses = done.map(({ status }) => status)
      return [again.id === first.id, pagesOf(merged), pagesOf(ignored), statuses]
    },
    result: [true, [9], [], [201, 200, 204]],
  },
  {
    name: 'writes by filter, and deleted rows',
    async run(client, tag) {
      const books = client.from('books')
      await books.insert([1, 2, 3].map((n) => ({ title: `${tag} ${n}`, pages: 1 })))
      const found = books.like('title', `${tag} _`)
      const tooMany = await failureOf(found.updateAll({ pages: 2 }, { maxAffected: 2 }))
      const updated = await found.updateAll({ pages: 2 }, { maxAffected: 3 })
      const changed = await found.select('pages').updateAll({ pages: 3 }, { returning: true })
      const deleted = await found.neq('title', `${tag} 1`).deleteAll()
      const [row] = await found.deleteAll({ returning: true })
      const counts = [await found.count(), await found.onlyDeleted().count()]
      const restored = await books.restore(row?.id ?? '')
      const all = await found.withDeleted()
      const unbounded = await failureOf(books.deleteAll())
      return [tooMany, updated, changed, deleted, counts, restored.pages, all.length, unbounded]
    },
    result: [
      { name: 'MsingiError', status: 400, code: 'invalid_input' },
      ...[3, [{ pages: 3 }, { pages: 3 }, { pages: 3 }], 2, [0, 3], 3, 3],
      { name: 'MsingiError', status: 400, code: 'invalid_input' },
    ],
  },
  {
    name: 'what the server refuses is an error that says why',
    async run(client, tag) {
      const books = client.from('books')
      await books.insert({ title: tag })
      const taken = await failureOf(books.insert({ title: tag }))
      const wrong = await books.insert({ titel: 'x' } as Partial<Book>).then(Object, (error) => error)
      const named = (wrong.errors as string[]).some((sentence) => sentence.includes('titel'))
      return [taken, isMsingiError(wrong), isMsingiError(new Error('another')), wrong.status, named]
    },
    result: [{ name: 'MsingiError', status: 409, code: 'already_exists' }, true, false, 400, true],
  },
]
