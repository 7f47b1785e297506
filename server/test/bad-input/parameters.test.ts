// Query strings that ask for what cannot be, and SQL wherever text is taken.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Case, expectAlive, expectRefusal, tryCase, type Words } from './refusals.ts'

let app: TestApp
let project: TestProject
let words: Words

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token, secret } = project
  const columns = [
    { name: 'title', data_type: 'text' },
    { name: 'stars', data_type: 'integer' },
    { name: 'day', data_type: 'date' },
    { name: 'meta', data_type: 'json' },
  ]
  for (const name of ['notes', 'others']) {
    await app.api('POST', `/projects/${id}/tables`, { token, body: { name, columns } })
  }
  const made = async (table: string) =>
    (await app.api('POST', `/data/${table}`, { key: secret, body: { title: 'a' } })).data.id
  words = { ROW: await made('notes'), OTHERROW: await made('others'), PROJECT: id }
})
afterAll(async () => {
  await expectAlive(app, project.secret, 'notes')
  await app.stop()
})

const LISTS: readonly (readonly [query: string, names: string])[] = [
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=201', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=5.0', 'limit'],
  ['limit=%205', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=1.5', 'offset'],
  ['offset=10000001', 'offset'],
  ['offset=99999999999999999999', 'offset'],
  ['offset=1&offset=2', 'offset'],
  ['cursor=abc', 'cursor'],
  ['cursor=', 'cursor'],
  ['cursor=OTHERROW', 'cursor'],
  ['cursor=00000000-0000-4000-8000-000000000000', 'cursor'],
  ['cursor=ROW&order=title.asc', 'cursor'],
  ['cursor=ROW&order=created_at.asc,title.asc', 'cursor'],
  ['cursor=ROW&order=created_at.asc,id.desc', 'cursor'],
  ['cursor=ROW&order=id.asc', 'cursor'],
  ['cursor=ROW&cursor=ROW', 'cursor'],
  ['count=1', 'count'],
  ['count=guessed', 'count'],
  ['count=', 'count'],
  ['count=exact&count=exact', 'count'],
  ['order=colour.asc', 'colour'],
  ['order=title.up', 'title.up'],
  ['order=title.asc.nullsmiddle', 'title.asc.nullsmiddle'],
  ['order=title.ASC', 'title.ASC'],
  ['order=title.asc,,stars.desc', 'order'],
  ['order=meta.asc', 'meta'],
  ['order=title.asc&order=stars.asc', 'order'],
  ['order=1', 'column 1'],
  ['order=random()', 'random()'],
  ['select=title&select=stars', 'select'],
  ['colour=eq.red', 'colour'],
  ['Title=eq.a', 'Title'],
  ['title.x=eq.a', 'title.x'],
  ['=eq.a', 'has no column'],
  ['title', 'title'],
  ['title=', 'title'],
  ['title=a', 'title'],
  ['title=eq', 'title'],
  ['title=EQ.a', 'title'],
  ['title=is.nothing', 'title'],
  ['title=is.', 'title'],
  ['title=not.a', 'title'],
  ['title=not.not.eq.a', 'title'],
  ['author.title=eq.a', 'the select names no author'],
  ['select=author(title)', 'no relationship author'],
  ['or=(title.eq.a', 'not closed'],
  ['title->>a=eq.a', 'only those are looked into'],
  ['title=contains.a', 'contains'],
  ['title=constructor.a', 'constructor'],
  ['title=in.a,b', 'title'],
  ['title=in.(a,b', 'title'],
  ['title=in.("a)', 'title'],
  ['title=in.("a"b)', 'title'],
  [`title=in.(${'a,'.repeat(1000)})`, 'at most 1000'],
  ['title=like.a\\', 'title'],
  ['stars=eq.', 'stars'],
  ['stars=eq.a', 'stars'],
  ['stars=eq.1.5', 'stars'],
  ['stars=eq.2147483648', 'stars'],
  ['stars=in.(1,)', 'stars'],
  ['day=eq.2023-02-30', 'day'],
  ['day=gt.today', 'day'],
  ['meta=eq.{}', 'meta'],
  ['meta=in.({})', 'meta'],
  [Array.from({ length: 51 }, () => 'title=eq.a').join('&'), 'at most 50 filters'],
]

test.each(LISTS)('?%s', async (query, names) => {
  await tryCase(app, words, ['', 'GET', `/data/notes?${query}`, { key: project.secret }, 400, names])
})

test.each([
  'select=colour',
  'select=',
  'select=,,',
  'select=*',
  'select=__proto__',
  'select=title;drop table notes',
])('?%s is ignored where it is unknown', async (query) => {
  const answer = await app.api('GET', `/data/notes?${query}`, { key: project.secret })
  expect([answer.status, answer.data[0].title]).toEqual([200, 'a'])
})

const FRAGMENTS = [
  "'; drop table notes; --",
  "' or '1'='1",
  '" or ""="',
  '1; select pg_sleep(10)',
  ') or true --',
  "' union select * from platform.accounts --",
  '$1',
  '$\u{7b}7*7}',
  '{{7*7}}',
  '%27%20or%201=1',
  '\\',
  "\\'",
  '/* */',
  '$$x$$',
  "E'\\x27'",
  '../../etc/passwd',
  '<script>alert(1)</script>',
]

describe.each(FRAGMENTS)('%s', (text) => {
  const encoded = encodeURIComponent(text)
  const places: readonly Case[] = [
    ['table', 'GET', `/data/${encoded}`, {}, 404, 'was not found'],
    ['id', 'GET', `/data/notes/${encoded}`, {}, 404, 'was not found'],
    ['id of a change', 'PATCH', `/data/notes/${encoded}`, { body: { title: 'x' } }, 404, 'was not found'],
    ['id of a deletion', 'DELETE', `/data/notes/${encoded}`, {}, 404, 'was not found'],
    ['column of a filter', 'GET', `/data/notes?${encoded}=eq.1`, {}, 400, 'no column'],
    ['operator', 'GET', `/data/notes?title=${encoded}.a`, {}, 400, 'title'],
    ['number', 'GET', `/data/notes?stars=eq.${encoded}`, {}, 400, 'stars'],
    ['date', 'GET', `/data/notes?day=eq.${encoded}`, {}, 400, 'day'],
    ['order', 'GET', `/data/notes?order=${encoded}.asc`, {}, 400, 'no column'],
    ['direction', 'GET', `/data/notes?order=title.${encoded}`, {}, 400, 'order'],
    ['limit', 'GET', `/data/notes?limit=${encoded}`, {}, 400, 'limit'],
    ['offset', 'GET', `/data/notes?offset=${encoded}`, {}, 400, 'offset'],
    ['cursor', 'GET', `/data/notes?cursor=${encoded}`, {}, 400, 'cursor'],
    ['column of a row', 'POST', '/data/notes', { body: { [text]: 1 } }, 400, 'is not a column'],
    [
      'table of a batch',
      'POST',
      '/batch',
      { body: { operations: [{ method: 'POST', table: text, body: {} }] } },
      400,
      'no table',
    ],
    [
      'conflict',
      'POST',
      `/data/notes?on_conflict=${encoded}`,
      { body: {}, headers: { prefer: 'resolution=merge-duplicates' } },
      400,
      'on_conflict',
    ],
    [
      'preference',
      'POST',
      '/data/notes',
      { body: {}, headers: { prefer: `resolution=${text.replace(/[^ -~]/g, '')}` } },
      400,
      'Prefer',
    ],
  ]

  test.each(places)('as %s', async (...one) => {
    const [what, method, path, options, status, names] = one
    await tryCase(app, words, [what, method, path, { key: project.secret, ...options }, status, names])
  })

  test('as a value, a name, a description: kept as it is', async () => {
    const { token, secret, id } = project
    const row = await app.api('POST', '/data/notes', {
      key: secret,
      body: { title: text, meta: { [text]: text } },
    })
    expect(row.data).toMatchObject({ title: text, meta: { [text]: text } })
    const found = await app.api('GET', `/data/notes?title=eq.${encoded}`, { key: secret })
    expect(found.data).toEqual([row.data])
    const key = await app.api('POST', `/projects/${id}/api-keys`, { token, body: { name: text } })
    expect([key.status, key.data.name]).toEqual([201, text])
    const renamed = await app.api('PATCH', '/me', { token, body: { full_name: text } })
    expect(renamed.data.full_name).toBe(text)
    const table = await app.api('POST', `/projects/${id}/tables`, {
      token,
      body: { name: text, description: text },
    })
    if (table.status === 201)
      expect(table.data).toMatchObject({ name: text, slug: expect.stringMatching(/^[a-z0-9_]+$/) })
    // Two of the texts may come to the same slug.
    else expectRefusal(table, table.status === 409 ? 409 : 400, table.status === 409 ? 'already' : 'name')
    const column = await app.api('POST', `/projects/${id}/tables/notes/columns`, {
      token,
      body: { name: `x${text}`, data_type: 'text', default_value: text },
    })
    expect([column.status, column.data?.name], column.text).toEqual([
      201,
      expect.stringMatching(/^[a-z0-9_]+$/),
    ])
    const { data } = await app.api('POST', '/data/notes', { key: secret, body: {} })
    expect(data[column.data.name]).toBe(text)
    await app.api('DELETE', `/projects/${id}/tables/notes/columns/${column.data.id}`, { token })
  })
})
