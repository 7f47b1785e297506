// Related rows in a select: to one and to many, nested, filtered, sorted and paged; what names mean and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'
import { makeLibrary } from './related.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await makeLibrary(app, project, data)
  const keep = async (table: string, rows: Record<string, unknown>[]) => {
    for (const [index, row] of (await data.insert(table, rows)).entries())
      ids[String(Object.values(rows[index] as object)[0])] = row.id
  }
  await keep('countries', [{ name: 'Tanzania' }, { name: 'Kenya' }])
  await keep('authors', [
    { name: 'Shaaban', country_id: ids.Tanzania, meta: { born: { year: 1909 }, tags: ['poet'] } },
    { name: 'Ngugi', country_id: ids.Kenya, meta: { born: { year: 1938 } } },
    { name: 'Unknown' },
  ])
  await keep('books', [
    { title: 'Utubora', n: 1, author_id: ids.Shaaban, editor_id: ids.Ngugi, meta: { pages: 90, a: 'x' } },
    { title: 'Kusadikika', n: 2, author_id: ids.Shaaban, meta: { pages: 120 } },
    { title: 'Matigari', n: 3, author_id: ids.Ngugi, editor_id: ids.Ngugi, raw: { pages: 9 } },
    { title: 'Nobody', n: 4 },
    { title: 'Deleted', n: 5, author_id: ids.Shaaban },
  ])
  await keep('reviews', [
    { body: 'the cats are fine', stars: 5, book_id: ids.Utubora },
    { body: 'a cat', stars: 3, book_id: ids.Utubora },
    { body: 'dull', stars: 1, book_id: ids.Matigari },
  ])
  await keep('covers', [{ colour: 'red', book_id: ids.Utubora }])
  await keep('people', [{ name: 'Amina' }])
  await keep('people', [{ name: 'Juma', manager_id: ids.Amina }])
  await keep('people', [{ name: 'Neema', manager_id: ids.Amina }])
  await data.call('DELETE', `/data/books/${ids.Deleted}`)
})
afterAll(() => app.stop())

async function get(path: string) {
  const answer = await data.call('GET', `/data/${path}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

async function refusal(path: string): Promise<string> {
  const answer = await data.call('GET', `/data/${path}`)
  expect(answer.status, answer.text).toBe(400)
  return answer.body.message
}

const TITLES = 'order=n&select=title'

describe('one related row', () => {
  test.each(['author(name)', 'author_id(name)', 'authors!author(name)', 'authors!author_id(name)'])(
    '%s',
    async (entry) => {
      const key = entry.slice(0, entry.search(/[!(]/))
      const rows = await get(`books?${TITLES},${entry}`)
      const [shaaban, ngugi] = [{ name: 'Shaaban' }, { name: 'Ngugi' }]
      expect(rows.map((row: Record<string, unknown>) => row[key])).toEqual([shaaban, shaaban, ngugi, null])
      expect(Object.keys(rows[0])).toEqual(['title', key])
    },
  )

  test('of one row, by its id', async () => {
    const row = await get(`books/${ids.Utubora}?select=title,author(name,country(name))`)
    expect(row).toEqual({ title: 'Utubora', author: { name: 'Shaaban', country: { name: 'Tanzania' } } })
  })

  test('from the other side, where the column that refers is unique', async () => {
    const rows = await get(`books?${TITLES},covers(colour)&n=lte.2`)
    expect(rows.map((row: { covers: unknown }) => row.covers)).toEqual([{ colour: 'red' }, null])
  })

  test('with all columns, with an alias, and beside all columns', async () => {
    const [row] = await get('books?n=eq.1&select=*,by:author(*),editor(name)')
    expect(row.by).toMatchObject({ name: 'Shaaban', country_id: ids.Tanzania, deleted_at: null })
    expect(Object.keys(row)).toContain('price')
    expect(row.editor).toEqual({ name: 'Ngugi' })
  })
})

describe('many related rows', () => {
  test('come as an array, newest first, without those that are deleted', async () => {
    const rows = await get('authors?select=name,books!author(title)&order=name&books.order=n.desc')
    expect(rows).toEqual([
      { name: 'Ngugi', books: [{ title: 'Matigari' }] },
      { name: 'Shaaban', books: [{ title: 'Kusadikika' }, { title: 'Utubora' }] },
      { name: 'Unknown', books: [] },
    ])
  })

  test('with filters, order, limit and offset of their own, also by an alias and further down', async () => {
    const query =
      'authors?name=eq.Shaaban&select=works:books!author(title,reviews(stars))' +
      '&works.order=n.asc&works.limit=1&works.offset=0&works.reviews.stars=gte.4'
    expect(await get(query)).toEqual([{ works: [{ title: 'Utubora', reviews: [{ stars: 5 }] }] }])
    const second = query.replace('works.offset=0', 'works.offset=1')
    expect(await get(second)).toEqual([{ works: [{ title: 'Kusadikika', reviews: [] }] }])
    expect(await get(query.replace('works.limit=1', 'works.limit=0'))).toEqual([{ works: [] }])
    const either = 'works.or=(title.eq.Utubora,n.gt.100)'
    expect(await get(`${query.replace('works.limit=1', 'works.limit=9')}&${either}`)).toEqual(
      await get(query),
    )
  })

  test('a table that refers to itself: by its name the rows that refer, by the relationship the other', async () => {
    const rows = await get('people?select=name,manager(name),people(name)&people.order=name.asc&order=name')
    expect(rows).toEqual([
      { name: 'Amina', manager: null, people: [{ name: 'Juma' }, { name: 'Neema' }] },
      { name: 'Juma', manager: { name: 'Amina' }, people: [] },
      { name: 'Neema', manager: { name: 'Amina' }, people: [] },
    ])
  })

  test('round and round, to the depth that is allowed', async () => {
    const nest = (levels: number): string =>
      levels === 0
        ? 'title'
        : levels % 2
          ? `author(${nest(levels - 1)})`
          : `books!author(${nest(levels - 1)})`
    const [row] = await get(
      `books?n=eq.1&limit=1&select=author(books!author(author(books!author(title))))
      &author.books.limit=9&author.books.author.books.limit=9`.replace(/\s/g, ''),
    )
    expect(row.author.books[0].author.books).toHaveLength(2)
    expect(await refusal(`books?limit=1&select=${nest(9)}`)).toContain('at most 8 levels deep')
  })
})

describe('inner', () => {
  const titles = async (query: string) =>
    (await get(`books?order=n&${query}`)).map((row: { title: string }) => row.title)

  test.each([
    ['select=title,author!inner(name)', ['Utubora', 'Kusadikika', 'Matigari']],
    ['select=title,author!inner()', ['Utubora', 'Kusadikika', 'Matigari']],
    ['select=title,author!inner(name)&author.name=eq.Ngugi', ['Matigari']],
    ['select=title,authors!editor!inner(name)', ['Utubora', 'Matigari']],
    ['select=title,author!inner(country!inner(name))&author.country.name=eq.Kenya', ['Matigari']],
    ['select=title,reviews!inner(stars)&reviews.stars=lt.4', ['Utubora', 'Matigari']],
    ['select=title,reviews!inner(stars)&reviews.stars=gt.5', []],
    ['select=title,author(name)&author.name=eq.Ngugi', ['Utubora', 'Kusadikika', 'Matigari', 'Nobody']],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
    expect(await get(`books?count=exact&${query}`)).toEqual({ count: expected.length })
  })

  test('what only filters is not shown', async () => {
    expect(await get('books?n=eq.1&select=title,author!inner()')).toEqual([{ title: 'Utubora' }])
    expect(await get('books?n=eq.1&select=author!inner()')).toEqual([{}])
  })

  test('a value that PostgreSQL refuses is named once', async () => {
    const answer = await data.call(
      'GET',
      '/data/books?select=author!inner(name)&author.created_at=eq.2026-02-30',
    )
    expect([answer.status, answer.body.errors]).toEqual([400, [expect.stringMatching(/^created_at: /)]])
  })

  test('a row that does not pass is not found by its id', async () => {
    const path = `/data/books/${ids.Nobody}?select=title,author!inner(name)`
    expect((await data.call('GET', path)).status).toBe(404)
  })
})

describe('or, and, not', () => {
  test.each([
    ['or=(n.eq.1,n.eq.3)', [1, 3]],
    ['or=(n.eq.1,and(n.gt.2,author_id.is.null))', [1, 4]],
    ['and=(n.gt.1,n.lt.4)&n=neq.2', [3]],
    ['or=(n.in.(1,2),title.eq."Matigari")', [1, 2, 3]],
    ['not.or=(n.eq.1,n.eq.3)', [2, 4]],
    ['not.and=(n.gt.1,n.lt.4)', [1, 4]],
    ['or=(not.and(n.gt.1,n.lt.4),n.eq.2)', [1, 2, 4]],
    ['or=(n.not.eq.1,n.not.in.(1,2))', [2, 3, 4]],
    ['n=not.in.(1,2)', [3, 4]],
    ['n=not.eq.1', [2, 3, 4]],
    ['author_id=not.is.null', [1, 2, 3]],
    ['author_id=not.is.not.null', [4]],
    ['title=not.ilike.%25u%25', [3, 4]],
    ['or=(title.eq."a,b(\\"",title.like."(",n.eq.4)', [4]],
    ['or=( n.eq.1 , n.eq.2 )', [1, 2]],
    ['meta->>a=eq.x', [1]],
    ['meta->pages=gt.100', [2]],
    ['meta->pages=eq.90', [1]],
    ['meta->>pages=in.(90,120)', [1, 2]],
    ['raw->>pages=eq.9', [3]],
    ['or=(meta->>a.eq.x,raw->>pages.like.9)', [1, 3]],
    ['meta->>a=is.null&meta=is.not.null', [2]],
  ])('%s', async (query, expected) => {
    expect(await data.list('books', `${query}&order=n`, 'n')).toEqual(expected)
  })
})

describe('json', () => {
  test('in a select, under its last name or an alias, and in an order', async () => {
    const select = 'name,meta->born->>year,tag:meta->tags->>0,born:meta->born,missing:meta->x->y'
    expect(await get(`authors?select=${select}&order=meta->born->year.desc&meta=is.not.null`)).toEqual([
      { name: 'Ngugi', year: '1938', tag: null, born: { year: 1938 }, missing: null },
      { name: 'Shaaban', year: '1909', tag: 'poet', born: { year: 1909 }, missing: null },
    ])
  })
})

describe('full-text search', () => {
  test.each([
    ['body=fts.cat', ['a cat']],
    ['body=fts(english).cat', ['a cat', 'the cats are fine']],
    ['body=fts.dull|fine', ['dull', 'the cats are fine']],
    ['body=not.fts(english).cat', ['dull']],
    ['body=plfts(english).fine cats', ['the cats are fine']],
    ['body=phfts.are fine', ['the cats are fine']],
    ['body=phfts.fine are', []],
    ['body=wfts(english).cat -fine', ['a cat']],
    ['or=(body.fts(english).fine,stars.eq.1)', ['dull', 'the cats are fine']],
  ])('%s', async (query, expected) => {
    expect(await data.list('reviews', `${query}&order=body`, 'body')).toEqual(expected)
  })

  test.each([
    ['body=fts.a b', 'plfts and wfts take any text'],
    ['body=fts.%26', 'plfts and wfts take any text'],
    ["body=fts.'a", 'plfts and wfts take any text'],
    ['body=fts.a\\', 'plfts and wfts take any text'],
    ['body=fts.a:*x', 'plfts and wfts take any text'],
    ['body=fts.a <99999> b', 'must be an integer value'],
    ['body=fts(klingon).a', 'no text search configuration klingon'],
    ["body=fts(').a", 'unknown operator'],
    ['stars=fts.a', 'only texts can be searched'],
    ['body=wfts.%00', 'NUL'],
  ])('%s is refused', async (query, reason) => {
    expect(await refusal(`reviews?${query}`)).toContain(reason)
  })
})

describe('what is refused says why', () => {
  test.each([
    ['books?select=authors(name)', 'write one of authors!author, authors!editor'],
    ['authors?select=books(title)', 'write one of books!author, books!editor'],
    [
      'books?select=publisher(name)',
      'no relationship publisher. There are author, editor, covers!book, placings!book, reviews!book',
    ],
    ['books?select=author!nobody(name)', 'no relationship author!nobody'],
    ['books?select=author!a!b(name)', 'is not name(columns)'],
    ['books?select=author(name', 'a parenthesis is not closed'],
    ['books?select=author(name))', 'never opened'],
    ['books?select=author(name)x', 'is not name(columns)'],
    ['books?select=author_id,author_id:author(name)', 'two entries are called author_id'],
    ['books?select=author(name),author(id)', 'two relationships go by one name'],
    ['books?select="x":title', 'the alias'],
    [`books?select=${'x'.repeat(64)}:title`, 'too long a name'],
    ['books?author.name=eq.x', 'the select names no author(…)'],
    ['books?select=author(name)&author.nothing=eq.x', 'The table authors has no column nothing'],
    ['books?select=author(name)&author.name=x', 'a filter is written operator.value'],
    ['books?select=author(name)&author.country.name=eq.x', 'the select names no author.country(…)'],
    [
      'books?select=reviews(stars)&reviews.limit=201',
      'reviews.limit: must be a whole number between 0 and 200',
    ],
    ['books?select=reviews(stars)&reviews.order=stars.up', 'order: stars.up'],
    ['books?select=author(name)&author.id=eq.x', 'id: must be a UUID'],
    ['books?or=(n.eq.1', 'or: a parenthesis is not closed'],
    ['books?or=()', 'is not column.operator.value'],
    ['books?or=(n.eq.1,nothing.eq.1)', 'no column nothing'],
    ['books?or=(title.eq."x)', 'a quote is not closed'],
    [`books?or=(${'and('.repeat(12)}n.eq.1${')'.repeat(12)})`, 'at most 10 levels deep'],
    [`books?or=(${Array(51).fill('n.eq.1').join()})`, 'at most 50 filters'],
    ['books?n=not.not.eq.1', 'unknown operator not'],
    ['books?title->>x=eq.1', 'only those are looked into'],
    ['books?meta->>a->b=eq.1', 'must be the last step'],
    ['books?meta->=eq.1', 'must follow each arrow'],
    ['books?raw->a=eq.1', 'needs ->> before its last name'],
    ['books?meta->a=eq.x', 'must be JSON'],
    ['books?order=raw->a', 'has no order'],
    [
      'books?limit=200&select=reviews(book(reviews(id)))&reviews.limit=200&reviews.book.reviews.limit=200',
      'more than 1000000 rows',
    ],
    [
      `books?select=${Array.from({ length: 31 }, (_, i) => `a${i}:author(name)`).join()}`,
      'at most 30 relationships',
    ],
  ])('%s', async (path, reason) => {
    expect(await refusal(path.replaceAll('"', '%22'))).toContain(reason)
  })
})

test('what is written behind an arrow never reaches the statement as SQL', async () => {
  for (const step of ["' or true --", '"', '$1', '\\', "'"]) {
    const path = encodeURIComponent(`meta->>${step}`)
    expect(await data.list('books', `${path}=eq.x`, 'n')).toEqual([])
    expect((await get(`books?n=eq.1&select=${encodeURIComponent(`x:meta->>${step}`)}`))[0]).toEqual({
      x: null,
    })
  }
})

describe('an order by related rows', () => {
  const titles = async (query: string) =>
    (await get(`books?${query}`)).map(({ title }: { title: string }) => title)

  test('sorts by what each row refers to, those without it at the end of what ascends', async () => {
    const select = 'select=title,author(name)'
    expect(await titles(`${select}&order=author(name).asc,n.desc`)).toEqual([
      'Matigari',
      'Kusadikika',
      'Utubora',
      'Nobody',
    ])
    expect(await titles(`${select}&order=author(name).desc,n`)).toEqual([
      'Nobody',
      'Utubora',
      'Kusadikika',
      'Matigari',
    ])
    expect(await titles(`${select}&order=author(name),n&limit=2&offset=1`)).toEqual(['Utubora', 'Kusadikika'])
  })

  test('goes by the name in the select, without showing anything there, and into json', async () => {
    expect(await titles('select=title,by:authors!editor_id()&order=by(name),n.desc')).toEqual([
      'Matigari',
      'Utubora',
      'Nobody',
      'Kusadikika',
    ])
    expect(
      await titles('select=title,author()&order=author(meta->born->year).desc,n&author_id=is.not.null'),
    ).toEqual(['Matigari', 'Utubora', 'Kusadikika'])
    expect(await titles('select=title,covers()&order=covers(colour),n&limit=1')).toEqual(['Utubora'])
  })

  test('sees the related rows that the filters let through', async () => {
    const query = 'select=title,author(name)&author.name=eq.Shaaban&order=author(name),n.desc'
    expect(await titles(query)).toEqual(['Kusadikika', 'Utubora', 'Nobody', 'Matigari'])
    expect(await titles(`${query}&author.name=neq.x`)).toHaveLength(4)
  })

  test('is there for related rows, and beside an inner relation', async () => {
    const select = 'name,authors(books!author(title,editor()))'
    const [country] = await get(
      `countries?select=${select}&name=eq.Tanzania&authors.books.order=editor(name),n`,
    )
    const [{ books }] = country.authors
    expect(books.map(({ title }: { title: string }) => title)).toEqual(['Utubora', 'Kusadikika'])
    expect(await titles('select=title,author!inner(name)&order=author(name),author(id),n')).toEqual([
      'Matigari',
      'Utubora',
      'Kusadikika',
    ])
  })

  test('goes on from a cursor', async () => {
    const path = '/data/books?select=title,author()&order=author(created_at)&limit=1'
    const first = await data.call('GET', path)
    const second = await data.call('GET', `${path}&cursor=${first.headers['x-next-cursor']}`)
    const both = await data.call('GET', path.replace('limit=1', 'limit=2'))
    expect([...first.data, ...second.data]).toEqual(both.data)
    expect(
      await refusal(`books?select=author()&order=author(created_at),id&cursor=${ids.Utubora}`),
    ).toContain('cursor')
  })

  test.each([
    ['books?order=author(name)', 'the select names no author(…)'],
    ['authors?select=books!author(title)&order=books(title)', 'may be several rows'],
    ['books?select=author(name)&order=author(nmae)', 'no column nmae'],
    ['books?select=author(name)&order=author().asc', 'column'],
    ['authors?select=books()&order=books(raw)', 'books'],
    ['reviews?select=book(title)&order=book(raw)', 'json'],
    ['books?select=author(name)&order=author(name).up', 'column.asc'],
    ['books?select=author(name)&order=author(name)x', 'no column author(name)x'],
    ['books?order=title.1; select pg_sleep(10)', 'column.asc'],
    ['books?select=author(name)&order=author(country(name))', 'no column country(name)'],
    ["books?select=author(name)&order=author(name');drop table books;--)", 'no column'],
  ])('is refused: %s', async (path, message) => {
    expect(await refusal(path)).toContain(message)
  })
})
