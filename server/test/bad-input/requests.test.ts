// Requests that are no requests: addresses, methods, headers and bodies, before any route looks at them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Case, expectAlive, tryCase, type Words } from './refusals.ts'

let app: TestApp
let project: TestProject
let words: Words

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token, secret } = project
  const columns = [
    { name: 'title', data_type: 'text' },
    { name: 'meta', data_type: 'jsonb' },
  ]
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes', columns } })
  const { data } = await app.api('POST', '/data/notes', { key: secret, body: { title: 'a' } })
  words = { PROJECT: id, TOKEN: token, SECRET: secret, ROW: data.id }
})
afterAll(async () => {
  await expectAlive(app, project.secret, 'notes')
  await app.stop()
})

const key = { key: 'SECRET' }
const token = { token: 'TOKEN' }
const raw = (text: string | Buffer, headers?: Record<string, string>) => ({
  ...key,
  raw: text,
  ...(headers && { headers }),
})
const typed = (type: string) => ({ ...key, raw: '{}', headers: { 'content-type': type } })
const nested = (open: string, close: string, depth: number) =>
  `{"meta":${open.repeat(depth)}1${close.repeat(depth)}}`

const CASES: readonly Case[] = [
  // Addresses and methods.
  ['an unknown route', 'GET', '/nothing', {}, 404, 'GET /api/v1/nothing'],
  ['an unknown route outside', 'GET', '//nothing', {}, 404, 'GET /nothing'],
  ['a route without its prefix', 'GET', '//data/notes', key, 404, 'begin with /api/v1'],
  ['two slashes', 'GET', '/data//notes', key, 400, 'table: must not be empty'],
  ['a preview that is no route', 'GET', '//rest/v1/notes', key, 404, '/rest/v1/notes'],
  [
    'a wrong method',
    'PUT',
    '/data/notes',
    { ...key, body: {} },
    405,
    'POST to insert one row or several, PATCH to change all rows that match a filter or DELETE to',
  ],
  [
    'a wrong method on a row',
    'PUT',
    '/data/notes/ROW',
    { ...key, body: {} },
    405,
    'PATCH to change part of a row',
  ],
  ['a wrong method without a credential', 'PUT', '/data/notes', { body: {} }, 405, 'Use GET'],
  ['DELETE of a whole table', 'DELETE', '/data/notes', key, 400, 'Say which rows'],
  [
    'a change of a whole table',
    'PATCH',
    '/data/notes',
    { ...key, raw: '{"title":"b"}' },
    400,
    '/data/notes/{id}',
  ],
  ['a wrong method on the root', 'POST', '//', {}, 405, 'Use GET'],
  ['OPTIONS of an unknown route', 'OPTIONS', '/nothing', key, 404, 'OPTIONS'],
  ['TRACE', 'TRACE', '/data/notes', key, 405, 'TRACE'],
  ['a method of other protocols', 'PROPFIND', '/data/notes', key, 405, 'PROPFIND'],
  ['a percent sign alone', 'GET', '/data/%', key, 400, 'not a valid URL'],
  ['percent and no digits', 'GET', '/data/%zz', key, 400, 'not a valid URL'],
  ['invalid UTF-8 in the path', 'GET', '/data/%ff', key, 400, 'not a valid URL'],
  ['half a surrogate pair in the path', 'GET', '/data/%ED%A0%80', key, 400, 'not a valid URL'],
  ['NUL in the path', 'GET', '/data/%00', key, 404, 'was not found'],
  ['a long part of the path', 'GET', `/data/${'x'.repeat(300)}`, key, 400, 'too long'],
  ['a long row id', 'GET', `/data/notes/${'x'.repeat(255)}`, key, 404, 'was not found'],
  ['a path of dots', 'GET', '/data/..%2f..%2fetc%2fpasswd', key, 404, 'was not found'],
  ['percent alone in the query', 'GET', '/data/notes?title=eq.%', key, 400, 'query string'],
  ['invalid UTF-8 in the query', 'GET', '/data/notes?title=eq.%c3%28', key, 400, 'query string'],
  ['half a surrogate pair in the query', 'GET', '/data/notes?title=eq.%ED%B0%80', key, 400, 'query string'],
  ['NUL in the query', 'GET', '/data/notes?title=eq.%00', key, 400, 'title'],
  ['__proto__ in the query', 'GET', '/data/notes?__proto__=eq.1', key, 400, '__proto__'],
  ['constructor in the query', 'GET', '/data/notes?constructor=eq.1', key, 400, 'constructor'],
  ['brackets in the query', 'GET', '/data/notes?title[eq]=1', key, 400, 'title[eq]'],
  // Names that are nearly right.
  ['a column nearly right in a filter', 'GET', '/data/notes?titel=eq.a', key, 400, 'Did you mean title?'],
  [
    'a column nearly right in an order',
    'GET',
    '/data/notes?order=titel.asc',
    key,
    400,
    'Did you mean title?',
  ],
  [
    'a column nearly right in a body',
    'POST',
    '/data/notes',
    { ...key, raw: '{"titel":"a"}' },
    400,
    'Did you mean title?',
  ],
  ['a table nearly right', 'GET', '/data/note', key, 404, 'Did you mean notes?'],
  [
    'a table of records nearly right',
    'GET',
    '/projects/PROJECT/tables/note/records',
    key,
    404,
    'Did you mean notes?',
  ],
  ['a dashboard session on data', 'GET', '/data/notes', token, 403, 'Send a key as X-PLATFORM-API-Key'],
  ['a token that ended', 'GET', '/me', { token: 'a.b.c' }, 401, 'POST /api/v1/auth/refresh'],
  // Types of bodies.
  ['a form', 'POST', '/data/notes', typed('application/x-www-form-urlencoded'), 415, 'application/json'],
  ['plain text', 'POST', '/data/notes', typed('text/plain'), 415, 'application/json'],
  ['files', 'POST', '/data/notes', typed('multipart/form-data; boundary=x'), 415, 'application/json'],
  ['XML', 'POST', '/data/notes', typed('application/xml'), 415, 'application/json'],
  ['a type that is none', 'POST', '/data/notes', typed('json'), 415, 'application/json'],
  [
    'a type without a body',
    'POST',
    '/data/notes',
    { ...key, headers: { 'content-type': 'application/json' } },
    400,
    'JSON object',
  ],
  [
    'another type without a body',
    'POST',
    '/data/notes',
    { ...key, headers: { 'content-type': 'application/octet-stream', 'content-length': '0' } },
    400,
    'JSON object',
  ],
  ['no body', 'POST', '/data/notes', key, 400, 'JSON object'],
  ['no body on login', 'POST', '/auth/login', {}, 400, 'body is missing'],
  ['an empty body on login', 'POST', '/auth/login', { raw: '' }, 400, 'body is missing'],
  // Bodies that are no JSON.
  ['half an object', 'POST', '/data/notes', raw('{"title":'), 400, 'not valid JSON'],
  ['a comma too many', 'POST', '/data/notes', raw('{"title":"a",}'), 400, 'not valid JSON'],
  ['single quotes', 'POST', '/data/notes', raw("{'title':'a'}"), 400, 'not valid JSON'],
  ['NaN', 'POST', '/data/notes', raw('{"title":NaN}'), 400, 'not valid JSON'],
  ['two values', 'POST', '/data/notes', raw('{} {}'), 400, 'not valid JSON'],
  ['a byte order mark', 'POST', '/data/notes', raw('\ufeff{}'), 400, 'not valid JSON'],
  ['UTF-16', 'POST', '/data/notes', raw(Buffer.from('{"title":"ä"}', 'utf16le')), 400, 'UTF-8'],
  ['Latin-1', 'POST', '/data/notes', raw(Buffer.from('{"title":"ä"}', 'latin1')), 400, 'UTF-8'],
  ['half a character', 'POST', '/data/notes', raw(Buffer.from('{"title":"ä').subarray(0, -1)), 400, 'UTF-8'],
  ['compressed bytes', 'POST', '/data/notes', raw(Buffer.from('1f8b08000000000000ff', 'hex')), 400, 'UTF-8'],
  ['a control character in a string', 'POST', '/data/notes', raw('{"title":"a\nb"}'), 400, 'not valid JSON'],
  ['NUL in a string', 'POST', '/data/notes', raw('{"title":"\\u0000"}'), 400, 'title'],
  ['NUL in a name', 'POST', '/data/notes', raw('{"\\u0000":1}'), 400, 'is not a column'],
  ['half a surrogate pair', 'POST', '/data/notes', raw('{"title":"\\ud83d"}'), 400, 'title'],
  ['a huge number', 'POST', '/data/notes', raw('{"meta":1e100000}'), 400, 'meta'],
  ['arrays 10,000 deep', 'POST', '/data/notes', raw(nested('[', ']', 10_000)), 400, 'levels deep'],
  ['objects 10,000 deep', 'POST', '/data/notes', raw(nested('{"a":', '}', 10_000)), 400, 'levels deep'],
  ['arrays 500,000 deep', 'POST', '/data/notes', raw('['.repeat(500_000)), 400, ''],
  [
    'deep numbers to be kept exact',
    'POST',
    '/data/notes',
    raw(nested('[1e9,', ']', 10_000)),
    400,
    'levels deep',
  ],
  // Bodies of the wrong shape.
  ['a string', 'POST', '/data/notes', raw('"title"'), 400, 'JSON object'],
  ['a number', 'PATCH', '/data/notes/ROW', raw('1'), 400, 'JSON object'],
  ['null', 'POST', '/data/notes', raw('null'), 400, 'JSON object'],
  ['an array for a change', 'PATCH', '/data/notes/ROW', raw('[{"title":"b"}]'), 400, 'JSON object'],
  ['an array for a project', 'POST', '/projects', { ...token, raw: '[]' }, 400, 'must be an object'],
  ['a change of nothing', 'PATCH', '/data/notes/ROW', raw('{}'), 400, 'no column'],
  ['__proto__ as a column', 'POST', '/data/notes', raw('{"__proto__":{"title":"a"}}'), 400, '__proto__'],
  [
    '__proto__ in a project',
    'POST',
    '/projects',
    { ...token, raw: '{"name":"x","__proto__":{}}' },
    400,
    '__proto__',
  ],
  [
    'an unknown field in a project',
    'POST',
    '/projects',
    { ...token, raw: '{"name":"x","owner":1}' },
    400,
    'owner',
  ],
  [
    'a word that is not in the list',
    'POST',
    '/projects/PROJECT/api-keys',
    { ...token, raw: '{"name":"x","kind":"public"}' },
    400,
    'kind: must be one of secret, publishable.',
  ],
  ['1,000 columns', 'POST', '/data/notes', raw(manyColumns()), 400, 'c999'],
  [
    'more than a megabyte',
    'PATCH',
    '/data/notes/ROW',
    raw(`{"title":"${'x'.repeat(1_048_576)}"}`),
    413,
    'too large',
  ],
  [
    'more than 16 megabytes',
    'POST',
    '/data/notes',
    raw(`{"title":"${'x'.repeat(16_777_216)}"}`),
    413,
    'too large',
  ],
  ['a large login', 'POST', '/auth/login', { raw: `{"email":"${'x'.repeat(1_048_576)}"}` }, 413, 'too large'],
]

function manyColumns(): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`c${n}`, n])))
}

test.each(CASES)('%s: %s %s', async (...one) => {
  await tryCase(app, words, one)
})

test('HEAD answers like GET, without a body', async () => {
  for (const path of ['/data/notes', '/data/notes?limit=0', '/data/nothing', '/nothing', '/data/%']) {
    const options = { key: project.secret }
    const [get, head] = [await app.api('GET', path, options), await app.api('HEAD', path, options)]
    expect([head.status, head.text], path).toEqual([get.status, ''])
  }
})

test('a browser may ask beforehand for every method and header', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = {
      origin: 'https://shop.example.com',
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,x-platform-api-key,idempotency-key',
    }
    const answer = await app.api('OPTIONS', '/data/notes', { headers })
    expect(answer.status).toBe(204)
    expect(String(answer.headers['access-control-allow-methods']).split(', ')).toContain(method)
    expect(answer.headers['access-control-allow-headers']).toContain('x-platform-api-key')
  }
})

test('a browser of another origin may read whether a 401 is about its credentials', async () => {
  const headers = { origin: 'https://shop.example.com' }
  const answer = await app.api('GET', '/data/notes', { token: 'not.a.token', headers })
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(String(answer.headers['access-control-expose-headers']).split(', ')).toContain('www-authenticate')
})

test('what looks wrong and is not', async () => {
  const { secret } = project
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const ok = [
    await app.api(
      'DELETE',
      `/data/notes/${(await app.api('POST', '/data/notes', { key: secret, raw: '{}' })).data.id}`,
      { key: secret, headers },
    ),
    await app.api('POST', '/data/notes', { key: secret, raw: '{"title":"first","title":"last"}', headers }),
    await app.api('POST', '/data/notes', { key: secret, raw: ' \n{"meta": -0} ' }),
    await app.api('POST', '/data/notes', { key: secret, raw: nested('[', ']', 98) }),
    await app.api('GET', '/data/notes/?limit=1', { key: secret }),
    await app.api('GET', '/data/%6eotes?%74itle=eq.a', { key: secret }),
  ]
  expect(ok.map(({ status }) => status)).toEqual([204, 201, 201, 201, 200, 200])
  expect(ok[1]?.data.title).toBe('last')
  expect(ok[5]?.data).toHaveLength(1)
})
