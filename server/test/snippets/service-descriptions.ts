// Calls to what a project has besides its rows.
import { type Description, HARD } from './description.ts'

/** SERVICES are made in this order, behind those of rows. */
export const SERVICES: readonly Description[] = [
  {
    name: 'a new user',
    page: 'auth',
    isPublic: true,
    chain: () => [
      ['auth'],
      [
        'signUp',
        {
          email: 'neema@example.com',
          password: 'correct horse 1',
          full_name: 'Neema',
          phone: '+255712345678',
        },
      ],
    ],
    returns: 'neema@example.com',
    pick: ({ user }) => user.email,
  },
  {
    name: 'a user who comes back',
    chain: () => [['auth'], ['signIn', { email: 'neema@example.com', password: 'correct horse 1' }]],
    returns: 'neema@example.com',
    pick: ({ user, session }) => (user ?? session.user).email,
  },
  {
    name: 'a bucket',
    chain: () => [['storage'], ['createBucket', 'Avatars', { isPublic: true, fileSizeLimit: 1000 }]],
    returns: { slug: 'avatars', is_public: true, file_size_limit: 1000 },
    pick: ({ slug, is_public, file_size_limit }) => ({ slug, is_public, file_size_limit }),
  },
  {
    name: 'a file',
    page: 'storage',
    chain: () => [
      ['storage'],
      ['from', 'avatars'],
      ['upload', '2026/habari.txt', 'Habari!', { contentType: 'text/plain' }],
    ],
    returns: { name: '2026/habari.txt', size: 7, mime_type: 'text/plain' },
    pick: ({ name, size, mime_type }) => ({ name, size, mime_type }),
  },
  {
    name: 'a file with a name that is hard to write',
    chain: () => [
      ['storage'],
      ['from', 'avatars'],
      ['upload', "2026/it's 100% #1?.txt", HARD, { contentType: 'text/plain', overwrite: true }],
    ],
    returns: "2026/it's 100% #1?.txt",
    pick: ({ name }) => name,
  },
  {
    name: 'the bytes of a file',
    chain: () => [['storage'], ['from', 'avatars'], ['download', "2026/it's 100% #1?.txt"]],
    returns: HARD,
  },
  {
    name: 'files',
    chain: () => [['storage'], ['from', 'avatars'], ['list', { prefix: '2026/', limit: 5 }]],
    returns: ['2026/habari.txt', "2026/it's 100% #1?.txt"],
    pick: (page) =>
      (Array.isArray(page) ? page : page.entries).map(({ name }: { readonly name: string }) => name),
  },
  {
    name: 'a function',
    page: 'functions',
    chain: ({ book }) => [['functions'], ['invoke', 'place-order', { body: { book } }]],
    returns: { ordered: 'Kusadikika' },
  },
  {
    name: 'a header without a value, and an address with what is hard to write',
    chain: () => [
      ['functions'],
      [
        'invoke',
        'echo',
        { method: 'GET', path: "/it's%0A2%20b", query: { q: "it's\n2 & 3" }, headers: { 'x-empty': '' } },
      ],
    ],
    returns: { path: "/it's%0A2%20b", q: "it's\n2 & 3", empty: '' },
  },
  {
    name: 'a row whose id has a slash',
    chain: () => [
      ['from', 'books'],
      ['find', '../books'],
    ],
    returns: null,
    isRefused: true,
  },
  {
    name: 'a query over several tables',
    page: 'query',
    chain: () => [
      ['query'],
      [
        'run',
        'orders',
        {
          columns: ['customers.name'],
          joins: [{ type: 'LEFT JOIN', table: 'customers', on: 'orders.customer_id = customers.id' }],
          aggregates: [{ fn: 'SUM', column: 'amount', alias: 'spent' }],
          group_by: ['customers.name'],
          sort: [{ column: 'spent', direction: 'desc' }],
        },
      ],
    ],
    returns: [{ name: 'Neema', spent: 18000 }],
    pick: ({ rows }) => rows,
  },
  {
    name: 'SQL that reads',
    chain: () => [['query'], ['exec', 'select title from books where price < :most', { most: 8000 }]],
    returns: [{ title: 'Utengano' }],
    pick: ({ rows }) => rows.filter(({ title }: { readonly title: string }) => title === 'Utengano'),
  },
  {
    name: 'GraphQL',
    chain: ({ book }) => [
      [
        'graphql',
        'query ($id: UUID!) {\n  books_by_pk(id: $id) { title }\n}',
        { variables: { id: book }, idempotencyKey: 'reads-once-1' },
      ],
    ],
    returns: { title: 'Kusadikika' },
    pick: (answer) => (answer.data ?? answer).books_by_pk,
  },
  {
    name: 'any route',
    chain: () => [['request', 'GET', '/data/books', { query: { select: 'title', title: 'eq.Utengano' } }]],
    returns: [{ title: 'Utengano' }],
  },
]
