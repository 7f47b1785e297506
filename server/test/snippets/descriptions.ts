// Calls to the bookshop of the README, what each returns in every language, and on which page of the documentation it stands.
import { type Description, HARD } from './description.ts'
import { SERVICES } from './service-descriptions.ts'

// A number that no double holds, as the console reads it.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object }
const LONG = '9007199254740993'
const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title)
const titled = ({ title }: { readonly title: string }) => title

/** DESCRIPTIONS are made in this order, each on what those before it have left. */
export const DESCRIPTIONS: readonly Description[] = [
  {
    name: 'related rows, a filter, an order and a limit',
    page: 'data-api',
    chain: () => [
      ['from', 'books'],
      ['select', 'title', 'price', 'author(name)'],
      ['lt', 'price', 15000],
      ['order', 'price', 'desc'],
      ['limit', 20],
      ['list'],
    ],
    returns: [
      { title: 'Kusadikika', price: 9000, author: { name: 'Shaaban Robert' } },
      { title: 'Utengano', price: 7500, author: null },
    ],
  },
  {
    name: 'every row',
    chain: () => [['from', 'books'], ['order', 'title'], ['all']],
    returns: null,
  },
  {
    name: 'the first row',
    chain: () => [['from', 'books'], ['select', 'title'], ['order', 'price'], ['first']],
    returns: { title: 'Utengano' },
  },
  {
    name: 'one row',
    chain: ({ book }) => [
      ['from', 'books'],
      ['select', 'title'],
      ['find', book],
    ],
    returns: { title: 'Kusadikika' },
  },
  {
    name: 'how many rows',
    chain: () => [['from', 'books'], ['gte', 'price', 9000], ['count']],
    returns: 2,
  },
  {
    name: 'rows with one of some values, whatever is in them',
    chain: () => [
      ['from', 'books'],
      ['in', 'title', ['Utengano', 'a,"b"', "it's"]],
      ['isNull', 'author_id'],
      ['isNotNull', 'price'],
      ['list'],
    ],
    returns: ['Utengano'],
    pick: titles,
  },
  {
    name: 'patterns and words of a language',
    chain: () => [
      ['from', 'books'],
      ['ilike', 'title', '*u*'],
      ['filter', 'title', 'not.eq', 'Utengano'],
      ['neq', 'price', 1],
      ['list'],
    ],
    returns: ['Kusadikika'],
    pick: titles,
  },
  {
    name: 'either of two conditions, and where nothing stands',
    chain: () => [
      ['from', 'books'],
      ['or', 'price.gt.10000,author_id.is.null'],
      ['order', 'author_id', 'desc', { nulls: 'last' }],
      ['order', 'title'],
      ['offset', 1],
      ['list'],
    ],
    returns: ['Utengano'],
    pick: titles,
  },
  {
    name: 'a row with all that is hard to write',
    chain: () => [
      ['from', 'books'],
      [
        'insert',
        { title: HARD, price: 12.5, meta: { list: [1, null, {}], object: {}, yes: true, '0': 'a' } },
      ],
    ],
    returns: { title: HARD, price: 12.5, meta: { list: [1, null], yes: true, '0': 'a' } },
    // PHP reads an object without members as a list without them.
    pick: ({ title, price, meta }) => {
      const { list, yes } = meta
      return { title, price, meta: { list: list.slice(0, 2), yes, '0': meta[0] } }
    },
  },
  {
    name: 'what was sent, found by all of it',
    chain: () => [
      ['from', 'books'],
      ['eq', 'title', HARD],
      ['filter', 'meta->object', 'eq', '{}'],
      ['count'],
    ],
    returns: 1,
  },
  {
    name: 'an object like a list stays an object',
    chain: () => [
      ['from', 'books'],
      [
        'insert',
        { title: 'Siku Njema', meta: { at: { '0': 'a', '1': 'b' } } },
        { idempotencyKey: 'siku-njema-1' },
      ],
    ],
    returns: 'Siku Njema',
    pick: titled,
  },
  {
    name: 'and is found as one',
    chain: () => [['from', 'books'], ['filter', 'meta->at', 'eq', '{"0":"a","1":"b"}'], ['count']],
    returns: 1,
  },
  {
    name: 'a title of digits',
    chain: () => [
      ['from', 'books'],
      ['insert', { title: '12.50' }],
    ],
    returns: '12.50',
    pick: titled,
  },
  {
    name: 'the digits of a filter',
    chain: () => [
      ['from', 'books'],
      ['eq', 'title', rawJSON('12.50')],
      ['in', 'title', [rawJSON('12.50'), rawJSON('7')]],
      ['list'],
    ],
    returns: ['12.50'],
    pick: titles,
  },
  {
    name: 'several rows, with numbers that no double holds',
    chain: () => [
      ['from', 'books'],
      [
        'insertMany',
        [
          { title: 'A', code: rawJSON(LONG) },
          { title: 'B', code: 1, price: 3 },
        ],
      ],
    ],
    returns: ['A', 'B'],
    pick: titles,
  },
  {
    name: 'they have all their digits',
    chain: () => [['from', 'books'], ['eq', 'code', rawJSON(LONG)], ['count']],
    returns: 1,
  },
  {
    name: 'a row that is there already',
    chain: () => [
      ['from', 'books'],
      ['upsert', { title: 'A', price: 4 }, { onConflict: 'title' }],
    ],
    returns: { title: 'A', price: 4 },
    pick: ({ title, price }) => ({ title, price }),
  },
  {
    name: 'rows of which one is there already',
    chain: () => [
      ['from', 'books'],
      [
        'upsertMany',
        [
          { title: 'A', price: 5 },
          { title: 'C', price: 6 },
        ],
        { onConflict: 'title' },
      ],
    ],
    returns: ['A', 'C'],
    pick: titles,
  },
  {
    name: 'a change of one row',
    chain: ({ book }) => [
      ['from', 'books'],
      ['update', book, { price: 9500 }],
    ],
    returns: 9500,
    pick: ({ price }) => price,
  },
  {
    name: 'several writes, all or none',
    chain: ({ book }) => [
      [
        'batch',
        [
          { method: 'POST', table: 'books', body: { title: 'D', price: 7 } },
          { method: 'PATCH', table: 'books', id: book, body: { price: 9000 } },
        ],
      ],
    ],
    returns: [201, 200],
    pick: (results: readonly { readonly status: number }[]) => results.map(({ status }) => status),
  },
  {
    name: 'a change of all rows that match',
    chain: () => [
      ['from', 'books'],
      ['lt', 'price', 10],
      ['updateAll', { price: 8 }, { maxAffected: 10 }],
    ],
    returns: 4,
    // Python tells how many and which in one.
    pick: (written) => written.count ?? written,
  },
  {
    name: 'the rows that were deleted',
    chain: () => [
      ['from', 'books'],
      ['select', 'title'],
      ['eq', 'price', 8],
      ['neq', 'title', 'A'],
      ['deleteAll', { returning: true }],
    ],
    returns: ['B', 'C', 'D'],
    pick: (written) => titles(written.rows ?? written).toSorted(),
  },
  {
    name: 'a row less',
    chain: ({ book }) => [
      ['from', 'books'],
      ['delete', book],
    ],
    returns: null,
  },
  {
    name: 'what is deleted',
    chain: ({ book }) => [['from', 'books'], ['onlyDeleted'], ['eq', 'id', book], ['list']],
    returns: ['Kusadikika'],
    pick: titles,
  },
  {
    name: 'a row that comes back',
    chain: ({ book }) => [
      ['from', 'books'],
      ['restore', book],
    ],
    returns: 'Kusadikika',
    pick: titled,
  },
  ...SERVICES,
]

/** LIVE is a call that goes on: what it prints of a row that is inserted. */
export const LIVE: Omit<Description, 'returns'> = {
  name: 'live changes',
  page: 'live-changes',
  chain: () => [['subscribe', 'books', { events: ['INSERT', 'DELETE'], filter: 'price.gt.100' }]],
}
