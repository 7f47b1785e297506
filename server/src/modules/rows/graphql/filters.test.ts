// Filters beyond comparisons of columns: full-text search and places in json columns, and orders by related rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Library, makeLibrary } from './graphql.fixture.ts'

let app: TestApp
let project: TestProject
let library: Library

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  library = await makeLibrary(app, project)
  const meta = {
    Utubora: { pages: 90, tags: ['old', 'rare'], where: { city: 'Moshi' }, about: 'the cats of the house' },
    Kusadikika: { pages: 120, where: { city: '120' }, about: 'a dog' },
  }
  for (const [title, value] of Object.entries(meta))
    await library.ask(
      'mutation ($id: UUID!, $meta: JSON) { update_books_by_pk(id: $id, _set: {meta: $meta}) { id } }',
      { id: library.ids[title], meta: value },
    )
})
afterAll(() => app.stop())

async function titles(args: string, credential?: object) {
  const { books } = await library.ask(`{ books(${args}) { title } }`, undefined, credential)
  return books.map(({ title }: { title: string }) => title)
}

describe('where', () => {
  test.each([
    ['{title: {_fts: {query: "utubora | matigari"}}}', ['Matigari', 'Utubora']],
    ['{title: {_plfts: {query: "Utubora!"}}}', ['Utubora']],
    ['{title: {_phfts: {query: "kusadikika"}}, _not: {title: {_wfts: {query: "utubora"}}}}', ['Kusadikika']],
    ['{_not: {title: {_wfts: {query: "utubora or matigari"}}}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->>about", _wfts: {query: "cat", config: "english"}}}}', ['Utubora']],
    ['{meta: {_at: {path: "->>about", _wfts: {query: "cat"}}}}', []],
    ['{meta: {_at: {path: "->where->>city", _eq: "Moshi"}}}', ['Utubora']],
    ['{meta: {_at: {path: "->where->>city", _eq: 120}}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->where->city", _eq: 120}}}', []],
    ['{meta: {_at: {path: "->where->city", _eq: "120"}}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->pages", _gt: 100}}}', ['Kusadikika', 'Matigari']],
    ['{meta: {_at: [{path: "->pages", _gt: 100}, {path: "->pages", _lt: 150}]}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->pages", _gt: 100, _lt: 150}}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->pages", _in: [90, 175]}}}', ['Matigari', 'Utubora']],
    ['{meta: {_at: {path: "->pages", _nin: [90, 175]}}}', ['Kusadikika']],
    ['{meta: {_at: {path: "->tags->>0", _in: ["old", "x"]}}}', ['Utubora']],
    ['{meta: {_at: {path: "->tags->>-1", _ilike: "R%"}}}', ['Utubora']],
    ['{meta: {_at: {path: "->tags", _eq: ["old", "rare"]}}}', ['Utubora']],
    ['{meta: {_at: {path: "->where", _eq: {city: "Moshi"}}}}', ['Utubora']],
    ['{meta: {_at: {path: "->tags", _is_null: true}}}', ['Kusadikika', 'Matigari']],
    ['{meta: {_at: [], _is_null: false}}', ['Kusadikika', 'Matigari', 'Utubora']],
    ['{author: {books_by_author: {meta: {_at: {path: "->>pages", _eq: "90"}}}}}', ['Kusadikika', 'Utubora']],
  ])('%s', async (where, expected) => {
    expect(await titles(`where: ${where}, order_by: [{title: asc}]`)).toEqual(expected)
  })

  test.each([
    ['{meta: {_at: {path: "pages", _eq: 1}}}', 'path begins with -> or ->>'],
    ['{meta: {_at: {path: "->>a->b", _eq: 1}}}', '->> returns text'],
    ['{meta: {_at: {path: "->", _eq: 1}}}', 'must follow each arrow'],
    ['{meta: {_at: {path: "->>a", _eq: {b: 1}}}}', 'use -> in place of ->>'],
    ['{meta: {_at: {path: "->>a", _eq: null}}}', '_is_null'],
    ['{meta: {_at: {path: "->a", _wfts: {query: "x"}}}}', 'only texts can be searched'],
    ['{meta: {_at: {path: "->a\\u0000", _eq: 1}}}', 'arrow'],
    ['{kind: {_wfts: {query: "x", config: "klingon"}}}', 'no text search configuration klingon'],
    ['{title: {_wfts: null}}', 'takes a value'],
    ['{title: {_wfts: {query: "\\u0000"}}}', 'NUL'],
    [`{meta: {_at: [${'{path: "->a", _eq: 1} '.repeat(51)}]}}`, 'at most 50 filters'],
  ])('%s is refused', async (where, reason) => {
    const { status, errors } = await library.run(`{ books(where: ${where}) { title } }`)
    expect(status).toBe(200)
    expect(errors?.[0].message).toContain(reason)
    expect(errors?.[0].extensions.code).toBe('invalid_input')
  })

  test('what only PostgreSQL can refuse is refused, and not an error of ours', async () => {
    for (const where of ['{title: {_fts: {query: "a b"}}}', '{meta: {_at: {path: "->a", _eq: "\\u0000"}}}']) {
      const { errors } = await library.run(`{ books(where: ${where}) { title } }`)
      expect(errors?.[0].extensions.code, where).toBe('invalid_input')
    }
  })

  test('long numbers in a json column are compared to the last digit', async () => {
    await library.ask(
      'mutation { insert_books_one(object: {title: "Long", meta: {n: 9007199254740993}}) { id } }',
    )
    const at = (digits: string) => titles(`where: {meta: {_at: {path: "->n", _eq: ${digits}}}}`)
    expect(await at('9007199254740993')).toEqual(['Long'])
    expect(await at('9007199254740992')).toEqual([])
    await library.ask(
      `mutation { delete_books_by_pk(id: "${(await library.ask('{ books(where: {title: {_eq: "Long"}}) { id } }')).books[0].id}") { id } }`,
    )
  })
})

describe('order_by', () => {
  test('a column of the one row that is related', async () => {
    expect(await titles('order_by: [{author: {name: asc}}, {title: desc}]')).toEqual([
      'Matigari',
      'Utubora',
      'Kusadikika',
    ])
    expect(await titles('order_by: [{editor: {name: asc}, author: {name: desc}}, {title: asc}]')).toEqual([
      'Utubora',
      'Kusadikika',
      'Matigari',
    ])
    expect(await titles('order_by: [{author: null}, {title: asc}], limit: 1')).toEqual(['Kusadikika'])
  })

  test('on every level, one join for each relation', async () => {
    const query =
      '{ shelves(order_by: [{name: asc}]) { books_through_placings(order_by: [{author: {name: desc}}, {author: {id: asc}}]) { title } } }'
    const { shelves } = await library.ask(query)
    expect(shelves[0].books_through_placings).toEqual([{ title: 'Utubora' }, { title: 'Matigari' }])
  })

  test('sees only what the caller sees', async () => {
    const { token } = await signUp(app, project)
    expect(await titles('order_by: [{author: {name: desc}}, {title: asc}]', { token })).toEqual([
      'Kusadikika',
      'Matigari',
      'Utubora',
    ])
  })

  test.each([
    ['{ books(order_by: [{reviews: {stars: asc}}]) { id } }', 'reviews'],
    ['{ reviews(order_by: [{book: {author: {name: asc}}}]) { id } }', 'author'],
    ['{ books(order_by: [{author: asc}]) { id } }', 'authorsOrderByColumn'],
  ])('%s is not valid', async (query, reason) => {
    const { status, errors } = await library.run(query)
    expect(status).toBe(400)
    expect(errors?.[0].message).toContain(reason)
  })

  test('no cursor goes with it', async () => {
    const query = `{ books(cursor: "${library.ids.Utubora}", order_by: [{author: {created_at: desc}}]) { id } }`
    expect((await library.run(query)).errors?.[0].message).toContain('only with ordering by created_at')
  })
})
