// Functions: drafts, versions, who may call what, what a function is given, and its log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound, type FunctionsLab, handler, openFunctions } from './functions.fixture.ts'

let lab: FunctionsLab
const { call, deployed } = bound(() => lab)

beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

test('a function is created, deployed, invoked, changed, rolled back and deleted', async () => {
  const made = await call('POST', '', {
    name: 'Say hello',
    code: handler(`return Response.json({ version: 1 })`),
  })
  expect(made).toMatchObject({
    status: 201,
    data: { slug: 'say-hello', runtime: 'typescript', access: 'private', version: null, changed: true },
  })
  const { id } = made.data
  expect(await call('POST', `/${id}/invoke`)).toMatchObject({ status: 400, message: /never deployed/ })
  expect(await call('POST', `/${id}/deploy`)).toMatchObject({
    status: 200,
    data: { version: 1, changed: false },
  })
  const invoked = await call('POST', `/${id}/invoke`, {})
  expect(invoked).toMatchObject({
    status: 200,
    data: { status: 200, body: { version: 1 }, body_base64: false, error: null },
  })
  expect(invoked.data.duration_ms).toBeGreaterThan(0)

  const code = handler(`return Response.json({ version: 2 })`)
  expect(await call('PATCH', `/${id}`, { code })).toMatchObject({
    status: 200,
    data: { changed: true, version: 1 },
  })
  expect((await call('POST', `/${id}/invoke`)).data.body).toEqual({ version: 1 })
  await call('POST', `/${id}/deploy`)
  expect((await call('POST', `/${id}/invoke`)).data.body).toEqual({ version: 2 })
  expect(await call('GET', `/${id}/versions`)).toMatchObject({
    data: [
      { version: 2, live: true },
      { version: 1, live: false },
    ],
  })
  expect(await call('GET', `/${id}/versions/2`)).toMatchObject({
    data: { version: 2, live: true, files: { 'index.ts': code } },
  })
  expect(await call('GET', `/${id}/versions/9`)).toMatchObject({ status: 404 })
  expect(await call('GET', `/${id}/versions/0`)).toMatchObject({ status: 400 })
  expect(await call('POST', `/${id}/rollback`, { version: 1 })).toMatchObject({
    data: { version: 1, changed: true },
  })
  expect((await call('POST', `/${id}/invoke`)).data.body).toEqual({ version: 1 })
  expect(await call('POST', `/${id}/rollback`, { version: 9 })).toMatchObject({ status: 404 })

  expect((await call('GET', '')).data).toMatchObject([
    { id, url: expect.stringMatching(/\/fn\/.*\/say-hello$/) },
  ])
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('POST', `/${id}/invoke`)).status).toBe(404)
})

test('what does not compile is refused at its place, and leaves what runs alone', async () => {
  const live = await deployed({ name: 'Stays', files: { 'index.ts': handler(`return new Response('old')`) } })
  const files = {
    'index.ts': `import { a } from './lib/a'\n${handler('return new Response(a)')}`,
    'lib/a.ts': 'export const a: = 1',
  }
  await call('PATCH', `/${live.id}`, { files })
  const refused = await call('POST', `/${live.id}/deploy`)
  expect(refused).toMatchObject({
    status: 400,
    errors: [expect.stringMatching(/^lib\/a\.ts:1:17: /)],
    details: { problems: [{ file: 'lib/a.ts', line: 1, column: 17 }] },
  })
  expect((await call('POST', `/${live.id}/invoke`)).data.body).toBe('old')
  await call('PATCH', `/${live.id}`, { files: { ...files, 'lib/a.ts': `export const a: string = 'new'` } })
  await call('POST', `/${live.id}/deploy`)
  expect((await call('POST', `/${live.id}/invoke`)).data.body).toBe('new')
})

const UNREADABLE: readonly (readonly [imported: string, reason: RegExp])[] = [
  ['/etc/passwd', /There is no/],
  ['../../../../etc/passwd', /no file/],
  ['./../../../etc/passwd', /no file/],
  ['file:///etc/passwd', /There is no/],
  ['./nothing', /no file nothing/],
  ['left-pad', /There is no left-pad/],
  ['@msingi/server', /There is no/],
  ['data:text/javascript,export default 1', /There is no/],
  ['https://modules.example/x.js', /There is no/],
]

test.each(UNREADABLE)('importing %s is refused', async (imported, reason) => {
  const files = { 'index.ts': `import x from ${JSON.stringify(imported)}; export default x` }
  const made = await call('POST', '', {
    name: `import ${imported.length}${imported.replace(/\W/g, '')}`,
    files,
  })
  const refused = await call('POST', `/${made.data.id}/deploy`)
  expect(refused.status).toBe(400)
  expect(refused.errors?.[0]).toMatch(reason)
  expect(JSON.stringify(refused)).not.toContain('root:')
})

const BAD: readonly (readonly [what: string, body: object, field: RegExp])[] = [
  ['no name', {}, /name/],
  ['an unknown runtime', { name: 'x', runtime: 'python' }, /runtime/],
  ['a path that leads out', { name: 'x', files: { '../index.ts': '' } }, /files/],
  ['a path with NUL', { name: 'x', files: { 'a\0.ts': '' } }, /files/],
  ['no entry', { name: 'x', files: { 'main.ts': '' } }, /index\.ts/],
  ['code and the same file', { name: 'x', code: '', files: { 'index.ts': '' } }, /code/],
  ['a bad slug', { name: 'x', slug: 'A B' }, /slug/],
  ['a name without letters', { name: '!!!' }, /slug/],
  ['a timeout that is too long', { name: 'x', timeout_ms: 1e9 }, /timeout_ms/],
  ['too much code', { name: 'x', code: 'x'.repeat(1024 * 1024 + 1) }, /code/],
  ['an unknown field', { name: 'x', handler: 'x' }, /handler/],
]

test.each(BAD)('%s is refused', async (_what, body, field) => {
  const refused = await call('POST', '', body)
  expect(refused.status).toBe(400)
  expect(refused.errors?.join()).toMatch(field)
})

test('receives the variables of its environment and all secrets, and changes of them at once', async () => {
  const write = (path: string, body: object) =>
    lab.app.api('POST', `/projects/${lab.project.id}${path}`, { token: lab.project.token, body })
  await write('/env/bulk', { environment: 'production', vars: { SHOP: 'Duka', PLACE: 'Tanga' } })
  await write('/env/bulk', { environment: 'preview', vars: { SHOP: 'Trial' } })
  const secret = await write('/secrets', { key: 'TOKEN', value: 'a secret value' })
  const live = await deployed({
    name: 'Env',
    code: handler(
      `return Response.json([env.SHOP, env.PLACE, env.TOKEN, process.env.SHOP, Object.keys(env).sort()])`,
    ),
  })
  const seen = async () => (await call('POST', `/${live.id}/invoke`)).data.body
  expect(await seen()).toEqual([
    'Duka',
    'Tanga',
    'a secret value',
    'Duka',
    ['PLACE', 'SHOP', 'TOKEN', 'msingi', 'service'],
  ])
  await write('/env/bulk', { environment: 'production', vars: { SHOP: 'Soko' } })
  await lab.app.api('PATCH', `/projects/${lab.project.id}/secrets/${secret.data.id}`, {
    token: lab.project.token,
    body: { value: 'another value' },
  })
  expect((await seen()).slice(0, 3)).toEqual(['Soko', 'Tanga', 'another value'])
  await call('PATCH', `/${live.id}`, { environment: 'preview' })
  expect((await seen()).slice(0, 3)).toEqual(['Trial', null, 'another value'])
})

test('over HTTP, bodies are streamed both ways, and pages cannot act for the console', async () => {
  const { url } = await deployed({
    name: 'Http',
    access: 'public',
    code: handler(`if (request.method === 'POST') return new Response(request.body, { status: 202, headers: { 'x-type': request.headers.get('content-type') } })
      return new Response('<script>1</script>' + request.url, { headers: { 'content-type': 'text/html', 'clear-site-data': '"*"', 'content-security-policy': "default-src 'none'" } })`),
  })
  const path = `${lab.base}${new URL(url).pathname}`
  const bytes = Buffer.alloc(3_000_000, 'msingi')
  const echoed = await fetch(`${path}/upload`, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'application/json' },
  })
  expect(echoed.status).toBe(202)
  expect(echoed.headers.get('x-type')).toBe('application/json')
  expect(Buffer.from(await echoed.arrayBuffer()).equals(bytes)).toBe(true)
  const page = await fetch(`${path}/a%20b/?q=1`)
  expect(await page.text()).toMatch(/\/fn\/[^/]+\/http\/a%20b\/\?q=1$/)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none', sandbox allow-scripts/)
  expect(page.headers.get('clear-site-data')).toBeNull()
  expect((await fetch(path, { method: 'HEAD' })).status).toBe(200)
})

test('limits: 504 after the time of the function, 429 beyond its concurrency', async () => {
  const live = await deployed({
    name: 'Slow',
    timeout_ms: 300,
    concurrency: 1,
    code: handler(`await new Promise((done) => setTimeout(done, 60000)); return new Response('late')`),
  })
  const answers = await Promise.all([1, 2].map(() => call('POST', `/${live.id}/invoke`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([429, 504])
  expect(answers.find(({ status }) => status === 504)?.message).toBe(
    'The function slow did not finish within 0.3 s.',
  )
})

test('functions of a project are closed to others', async () => {
  const live = await deployed({ name: 'Mine', code: handler(`return new Response('x')`) })
  const other = await lab.app.createProject()
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/deploy'],
    ['POST', '/invoke'],
    ['GET', '/logs'],
    ['GET', '/invocations'],
    ['GET', '/versions'],
    ['GET', '/versions/1'],
    ['POST', '/rollback'],
  ] as const) {
    const body = path === '/rollback' ? { version: 1 } : {}
    const options = method === 'GET' || method === 'DELETE' ? {} : { body }
    const own = `/projects/${other.id}/functions/${live.id}${path}`
    expect((await lab.app.api(method, own, { token: other.token, ...options })).status, own).toBe(404)
    const theirs = `/projects/${lab.project.id}/functions/${live.id}${path}`
    expect((await lab.app.api(method, theirs, { token: other.token, ...options })).status, theirs).toBe(403)
    expect((await lab.app.api(method, theirs, { key: other.secret, ...options })).status, theirs).toBe(403)
    expect(
      (await lab.app.api(method, theirs, { key: lab.project.publishable, ...options })).status,
      theirs,
    ).toBe(403)
  }
})

test('what a function answers is JSON as it came, or text where it is none that a client could read', async () => {
  const live = await deployed({
    name: 'Answers',
    code: handler(`const { type = 'application/json', open = '', times = 0, close = '', text = '' } = await request.json()
      return new Response(open.repeat(times) + text + close.repeat(times), { headers: { 'content-type': type } })`),
  })
  const answer = async (body: object) => {
    const { status, data } = await call('POST', `/${live.id}/invoke`, { body })
    expect(status).toBe(200)
    return data.body
  }
  const nested = (times: number) => ({ open: '[', times, close: ']' })
  expect(await answer(nested(3))).toEqual([[[]]])
  expect(await answer({ text: '{"a": 1.50, "b": "\u00e9"}' })).toEqual({ a: 1.5, b: 'é' })
  for (const times of [101, 5000, 1_000_000])
    expect(await answer(nested(times))).toBe('['.repeat(times) + ']'.repeat(times))
  expect(await answer({ text: '{"a": 1} {' })).toBe('{"a": 1} {')
  expect(await answer({ text: '' })).toBe('')
  // More than a body may hold is not read to its end.
  const many = `[${'1e1,'.repeat(600_000)}1]`
  expect(await answer({ text: many })).toBe(many)
  expect(await answer({ type: 'text/plain', text: '[1]' })).toBe('[1]')
})
