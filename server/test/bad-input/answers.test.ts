// Refusals that say what to do: each names the field or the header, and shows the right form.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Case, tryCase, type Words } from './refusals.ts'

let app: TestApp
let project: TestProject
let words: Words

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  const columns = [
    { name: 'title', data_type: 'text', required: true },
    { name: 'day', data_type: 'date' },
    { name: 'at', data_type: 'timestamp' },
    { name: 'hour', data_type: 'time' },
    { name: 'wait', data_type: 'interval' },
    { name: 'host', data_type: 'inet' },
  ]
  const make = async (path: string, body: object) => {
    const made = await app.api('POST', `/projects/${id}${path}`, { token, body })
    expect(made.status, made.text).toBe(201)
  }
  await make('/tables', { name: 'notes', columns })
  await make('/schema/functions', { name: 'work', returns: 'trigger', body: 'begin return new; end' })
  await make('/schema/functions', {
    name: 'plain',
    arguments: 'n integer',
    returns: 'integer',
    body: 'begin return n; end',
  })
  words = { PROJECT: id, TOKEN: token, SECRET: project.secret }
})
afterAll(() => app.stop())

const key = { key: 'SECRET' }
const P = '/projects/PROJECT'
const by = (body: object) => ({ token: 'TOKEN', body })
const insert = (body: unknown) => ({ ...key, body })
const trigger = (fields: object) =>
  by({ name: 'on_write', table: 'notes', timing: 'before', events: ['update'], function: 'work', ...fields })
const sqlFunction = (fields: object) =>
  by({ name: 'f', returns: 'integer', body: 'begin return 1; end', ...fields })
const NEEDED = 'a trigger needs a function that takes no arguments and returns trigger.'

// The fields are those of `details`.
const CASES: readonly (readonly [...Case, fields?: readonly string[]])[] = [
  // Dates, times and addresses.
  [
    'a day before its month',
    'POST',
    '/data/notes',
    insert({ title: 'a', day: '31/12/2026' }),
    400,
    'day: must be a date such as 2026-12-31.',
    ['day'],
  ],
  [
    'a date in words',
    'POST',
    '/data/notes',
    insert({ title: 'a', day: 'next week' }),
    400,
    'day: must be a date such as 2026-01-31.',
    ['day'],
  ],
  [
    'a day that does not exist',
    'POST',
    '/data/notes',
    insert({ title: 'a', day: '2026-02-30' }),
    400,
    'a date is written as 2026-01-31.',
    ['day'],
  ],
  [
    'a word for a day',
    'POST',
    '/data/notes',
    insert({ title: 'a', day: 'today' }),
    400,
    'day: must be a date such as 2026-01-31.',
    ['day'],
  ],
  [
    'a number for a day',
    'POST',
    '/data/notes',
    insert({ title: 'a', day: 20261231 }),
    400,
    'day: must be a text such as 2026-01-31.',
    ['day'],
  ],
  [
    'a time without its date',
    'POST',
    '/data/notes',
    insert({ title: 'a', at: 'noon' }),
    400,
    'at: must be a date and time such as 2026-01-31T14:30:00Z.',
    ['at'],
  ],
  [
    'a number for a time',
    'POST',
    '/data/notes',
    insert({ title: 'a', hour: 14 }),
    400,
    'hour: must be a text such as 14:30:00.',
    ['hour'],
  ],
  [
    'a span of time',
    'POST',
    '/data/notes',
    insert({ title: 'a', wait: 'long' }),
    400,
    'wait: must be a span of time such as 3 days 04:30:00.',
    ['wait'],
  ],
  [
    'an address',
    'POST',
    '/data/notes',
    insert({ title: 'a', host: 'example.com' }),
    400,
    'host: must be an IP address such as 192.0.2.10.',
    ['host'],
  ],
  [
    'a date of a filter',
    'GET',
    '/data/notes?day=gt.31.12.2026',
    key,
    400,
    'day: must be a date such as 2026-12-31.',
    ['day'],
  ],
  [
    'a date of a query',
    'POST',
    `${P}/query/run`,
    by({
      table_slug: 'notes',
      config: { filters: [{ column: 'day', operator: 'eq', value: '31.12.2026' }] },
    }),
    400,
    'must be a date such as 2026-12-31',
    ['day'],
  ],
  // One style for what is required, and each field once.
  ['a column that is left out', 'POST', '/data/notes', insert({}), 400, 'title is required.', ['title']],
  [
    'a column that is null',
    'POST',
    '/data/notes',
    insert({ title: null }),
    400,
    'title is required.',
    ['title'],
  ],
  [
    'a column of a row of several',
    'POST',
    '/data/notes',
    insert([{ title: 'a' }, {}]),
    400,
    '[1].title is required.',
    ['[1].title'],
  ],
  [
    'a field that is left out',
    'POST',
    `${P}/auth/signup`,
    { ...key, body: { email: 'a@example.com', password: 'correct horse 1', full_name: 'A' } },
    400,
    'phone is required (require_phone in the auth settings).',
    ['phone'],
  ],
  [
    'a field of another type',
    'POST',
    `${P}/auth/signin`,
    { ...key, body: { email: 1, password: 'correct horse 1' } },
    400,
    'email: must be a text.',
    ['email'],
  ],
  [
    'a body that is no object',
    'POST',
    `${P}/auth/signin`,
    { ...key, body: [] },
    400,
    'The request body must be an object.',
  ],
  [
    'an array where a text belongs',
    'POST',
    `${P}/schema/functions`,
    sqlFunction({ arguments: ['n integer'] }),
    400,
    'arguments: must be a text.',
    ['arguments'],
  ],
  [
    'a text where an array belongs',
    'POST',
    `${P}/tables`,
    by({ name: 't', columns: 'a' }),
    400,
    'columns: must be an array.',
    ['columns'],
  ],
  [
    'a field of a list',
    'POST',
    `${P}/tables`,
    by({ name: 't', columns: [{ name: 'c' }] }),
    400,
    'columns.0.data_type is required.',
    ['columns.0.data_type'],
  ],
  [
    'the values of an enum',
    'POST',
    `${P}/tables`,
    by({ name: 't', columns: [{ name: 'c', data_type: 'enum' }] }),
    400,
    'columns.0.enum_values is required for an enum column.',
    ['columns.0.enum_values'],
  ],
  [
    'two problems of one field',
    'POST',
    `${P}/tables`,
    by({ name: 't', columns: [{ name: 'c', data_type: 'char', char_length: 0.5 }] }),
    400,
    'char_length',
    ['columns.0.char_length'],
  ],
  [
    'a column without a name',
    'POST',
    '/data/notes',
    insert({ title: 'a', '': 1 }),
    400,
    '"": is not a column of notes.',
    ['""'],
  ],
  // A request that is wrong as a whole has no fields.
  [
    'a body that is no object',
    'POST',
    '/data/notes',
    insert('title'),
    400,
    'The body must be a JSON object of column values.',
  ],
  [
    'a row that is no object',
    'POST',
    '/data/notes',
    insert([{ title: 'a' }, 'b']),
    400,
    '[1]: must be a JSON object of column values.',
    ['[1]'],
  ],
  ['no body', 'POST', '/auth/login', {}, 400, 'The request body is missing.'],
  ['a body that is a list', 'POST', '/projects', by([]), 400, 'The request body must be an object.'],
  // Credentials and bodies.
  [
    'a dashboard session on data',
    'GET',
    '/data/notes',
    { token: 'TOKEN' },
    403,
    'Send a key as X-PLATFORM-API-Key.',
  ],
  [
    'a token that has ended',
    'GET',
    '/me',
    { token: 'a.b.c' },
    401,
    'Get a new one with POST /api/v1/auth/refresh.',
  ],
  ["a user's token that has ended", 'GET', `${P}/query/saved`, { token: 'a.b.c' }, 401, '/auth/refresh'],
  [
    'a body that is too large',
    'POST',
    '/auth/login',
    { raw: `"${'x'.repeat(70_000)}"` },
    413,
    'it may have 64 KB without a credential',
  ],
  // Triggers.
  [
    'a trigger of no function',
    'POST',
    `${P}/schema/triggers`,
    trigger({ function: 'wrok' }),
    400,
    `function: there is no function wrok; ${NEEDED} Did you mean work?`,
    ['function'],
  ],
  [
    'a trigger of another function',
    'POST',
    `${P}/schema/triggers`,
    trigger({ function: 'plain' }),
    400,
    `function: plain(n integer) returns integer; ${NEEDED}`,
    ['function'],
  ],
  [
    'a trigger of no table',
    'POST',
    `${P}/schema/triggers`,
    trigger({ table: 'note' }),
    400,
    'table: there is no table note. Did you mean notes?',
    ['table'],
  ],
  [
    'a trigger of no column',
    'POST',
    `${P}/schema/triggers`,
    trigger({ columns: ['titel'] }),
    400,
    'columns: the table notes has no column titel. Did you mean title?',
    ['columns'],
  ],
  [
    'a condition of a trigger',
    'POST',
    `${P}/schema/triggers`,
    trigger({ condition: 'new.titel is null' }),
    400,
    'condition: column new.titel does not exist.',
    ['condition'],
  ],
  // Functions.
  [
    'a type of an argument',
    'POST',
    `${P}/schema/functions`,
    sqlFunction({ arguments: 'n nothing' }),
    400,
    'arguments: type nothing does not exist.',
    ['arguments'],
  ],
  [
    'a type that is returned',
    'POST',
    `${P}/schema/functions`,
    sqlFunction({ returns: 'nothing' }),
    400,
    'returns: type "nothing" does not exist.',
    ['returns'],
  ],
  [
    'a body that is no SQL',
    'POST',
    `${P}/schema/functions`,
    sqlFunction({ body: 'begin x' }),
    400,
    'body: ',
    ['body'],
  ],
]

test.each(CASES.map((one) => ({ name: `${one[0]}: ${one[1]} ${one[2]}`, one })))('$name', async ({ one }) => {
  const [what, method, path, options, status, names, fields] = one
  const answer = await tryCase(app, words, [what, method, path, options, status, names])
  expect(answer.body.details?.fields).toEqual(fields)
})
