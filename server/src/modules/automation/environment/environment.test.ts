// Environment variables over HTTP: unique in their environment, written together or not at all, audited.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let path: string
beforeAll(async () => {
  app = await startTestApp()
  project = await fresh()
  path = pathOf(project)
})
afterAll(() => app.stop())

const fresh = () => app.createProject()
const pathOf = ({ id }: TestProject) => `/projects/${id}/env`
const call = (
  method: string,
  below: string,
  body?: unknown,
  credential: CallOptions = { token: project.token },
) => app.api(method, path + below, { ...credential, ...(body === undefined ? {} : { body }) })
const create = (key: string, value: string, environment = 'production') =>
  call('POST', '', { key, value, environment })

async function valuesIn(environment: string, of = project): Promise<Record<string, string>> {
  const { data } = await app.api('GET', `${pathOf(of)}?environment=${environment}`, { token: of.token })
  return Object.fromEntries(data.map(({ key, value }: { key: string; value: string }) => [key, value]))
}

async function audited(of = project) {
  const { rows } = await app.platform.clusters.main.admin.query(
    `select actor, address, action, target, details from platform.audit_log where project_id = $1 and action like 'env.%' and not details ? 'route' order by id`,
    [of.id],
  )
  return rows
}

describe('one variable', () => {
  test('is created, listed, changed, moved and deleted', async () => {
    const made = await create('API_URL', 'https://a.example')
    expect(made.status, made.text).toBe(201)
    expect(made.data).toEqual({
      id: expect.any(String),
      key: 'API_URL',
      value: 'https://a.example',
      environment: 'production',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await call('GET', '')).data).toContainEqual(made.data)
    const below = `/${made.data.id}`
    app.clock.advance(1)
    const changed = await call('PATCH', below, { value: '' })
    expect(changed.data).toMatchObject({ value: '', environment: 'production' })
    expect(changed.data.updated_at > made.data.updated_at).toBe(true)
    expect((await call('PATCH', below, { environment: 'preview' })).data.environment).toBe('preview')
    expect(await valuesIn('preview')).toEqual({ API_URL: '' })
    expect((await call('DELETE', below)).status).toBe(204)
    expect((await call('DELETE', below)).status).toBe(404)
    expect((await call('PATCH', below, { value: 'x' })).status).toBe(404)
  })

  test('is unique in its environment, and stands in each', async () => {
    const first = await create('TWICE', '1')
    expect((await create('TWICE', '2')).status).toBe(409)
    const other = await create('TWICE', '3', 'preview')
    expect(other.status).toBe(201)
    const moved = await call('PATCH', `/${other.data.id}`, { environment: 'production' })
    expect([moved.status, moved.body.message]).toEqual([
      409,
      expect.stringContaining('already has a variable TWICE'),
    ])
    expect(await valuesIn('production')).toMatchObject({ TWICE: '1' })
    for (const { data } of [first, other]) await call('DELETE', `/${data.id}`)
  })

  test.each([
    [{ key: 'lower', value: '', environment: 'production' }, 'key: must be upper-case'],
    [{ key: '1A', value: '', environment: 'production' }, 'key: must be upper-case'],
    [{ key: 'A-B', value: '', environment: 'production' }, 'key: must be upper-case'],
    [{ key: 'A\n', value: '', environment: 'production' }, 'key: must be upper-case'],
    [{ key: 'A'.repeat(129), value: '', environment: 'production' }, 'key: must have at most 128'],
    [{ key: 'A', value: 'x'.repeat(65_537), environment: 'production' }, 'value: must have at most 64 KB'],
    [{ key: 'A', value: 'é'.repeat(32_769), environment: 'production' }, 'value: must have at most 64 KB'],
    [{ key: 'A', value: 'a\0', environment: 'production' }, 'value: must not contain NUL'],
    [{ key: 'A', value: '', environment: 'staging' }, 'environment: must be one of production'],
    [{ key: 'A', environment: 'production' }, 'value is required'],
    [{ key: 'A', value: '', environment: 'production', more: 1 }, 'Unknown field: more'],
  ])('of %j is refused', async (body, message) => {
    const answer = await call('POST', '', body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
  })
})

describe('many at once', () => {
  const bulk = (vars: unknown, environment = 'development') => call('POST', '/bulk', { environment, vars })
  const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key)

  test('are created, changed and left, and others stay', async () => {
    expect((await bulk({ A: '1', B: '2', KEPT: 'k' })).data).toMatchObject({ changed: [], unchanged: [] })
    const { status, data } = await bulk({ C: '3', B: 'two', A: '1' })
    expect(status).toBe(200)
    expect(data.created).toMatchObject([{ key: 'C', value: '3', environment: 'development' }])
    expect(data.changed).toMatchObject([{ key: 'B', value: 'two' }])
    expect(data.unchanged).toMatchObject([{ key: 'A', value: '1' }])
    expect(await valuesIn('development')).toEqual({ A: '1', B: 'two', C: '3', KEPT: 'k' })
  })

  test('are refused all together where one of them is wrong', async () => {
    const before = await valuesIn('development')
    const attempts: [unknown, RegExp][] = [
      [{ NEW: '1', lower: '2' }, /vars\.lower: the key must be upper-case/],
      [{ NEW: '1', B: 2 }, /vars\.B: the value must be a string/],
      [{ NEW: '1', B: null }, /vars\.B: the value must be a string/],
      [{ NEW: '1', B: 'a\0' }, /vars\.B: the value must not contain NUL/],
      [{ NEW: '1', B: 'x'.repeat(65_537) }, /vars\.B: the value must have at most 64 KB/],
      [Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`N${i}`, ''])), /at most 1000 variables/],
      [[], /vars/],
      ['A=1', /vars/],
    ]
    for (const [vars, message] of attempts) {
      const answer = await bulk(vars)
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)])
    }
    expect(await valuesIn('development')).toEqual(before)
  })

  test('beyond what a project or an environment holds are refused, and nothing is written', async () => {
    const crowded = await fresh()
    const write = (vars: Record<string, string>, environment = 'production') =>
      app.api('POST', `${pathOf(crowded)}/bulk`, { token: crowded.token, body: { environment, vars } })
    const numbered = (count: number, value = '') =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`N${i}`, value]))
    expect((await write(numbered(999))).data.created).toHaveLength(999)
    const over = await write({ A: '', B: '' }, 'preview')
    expect([over.status, over.body.message]).toEqual([409, expect.stringContaining('at most 1000')])
    expect(await valuesIn('preview', crowded)).toEqual({})
    const one = { key: 'A', value: '', environment: 'preview' }
    const statuses = await Promise.all(
      ['A', 'B', 'C'].map(async (key) => {
        const { token } = crowded
        return (await app.api('POST', pathOf(crowded), { token, body: { ...one, key } })).status
      }),
    )
    expect(statuses.toSorted()).toEqual([201, 409, 409])
    const large = await write(numbered(5, 'x'.repeat(60_000)))
    expect([large.status, large.body.message]).toEqual([409, expect.stringContaining('at most 256 KB')])
    expect(await valuesIn('production', crowded)).toEqual(numbered(999))
  })

  test('by several writers end as if one had come after the other', async () => {
    const shared = await fresh()
    const keys = Array.from({ length: 40 }, (_, i) => `K${i}`)
    const write = (value: string, order: string[]) =>
      app.api('POST', `${pathOf(shared)}/bulk`, {
        token: shared.token,
        body: { environment: 'production', vars: Object.fromEntries(order.map((key) => [key, value])) },
      })
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((value, i) => write(value, i % 2 ? keys.toReversed() : keys)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(Object.values(await valuesIn('production', shared))).size).toBe(1)
    expect(answers.map(({ data }) => data.created.length).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 40])
  })

  test('come in and go out as the text of a .env file', async () => {
    const text = `# the shop\nexport URL=https://a.example # public\nKEY="line one\nline two"\nTITLE='Duka la "Asha"'\n`
    const answer = await call('POST', '/import', { environment: 'preview', text })
    expect(answer.status, answer.text).toBe(200)
    expect(keysOf(answer.data.created)).toEqual(['KEY', 'TITLE', 'URL'])
    await create('ALL_QUOTES', '\'"`', 'preview')
    const { data } = await call('GET', '/export?environment=preview')
    expect(data).toEqual({
      environment: 'preview',
      text:
        '# ALL_QUOTES is left out: no .env file can hold its value.\n' +
        "KEY='line one\nline two'\nTITLE='Duka la \"Asha\"'\nURL=https://a.example\n",
      omitted: ['ALL_QUOTES'],
    })
    const again = await call('POST', '/import', { environment: 'preview', text: data.text })
    expect(keysOf(again.data.unchanged)).toEqual(['KEY', 'TITLE', 'URL'])
    const wrong = await call('POST', '/import', { environment: 'preview', text: 'A=1\nB="siri' })
    expect([wrong.status, wrong.body.message, wrong.body.details]).toEqual([
      400,
      'text: Line 2: the value begins with ", which nothing closes.',
      { line: 2 },
    ])
    const many = Array.from({ length: 1001 }, (_, i) => `N${i}=`).join('\n')
    expect((await call('POST', '/import', { environment: 'preview', text: many })).status).toBe(400)
    expect(await valuesIn('preview')).not.toHaveProperty('A')
  })

  test('replaces an environment by the text, and shows first what would change', async () => {
    const own = await fresh()
    const at = pathOf(own)
    const { token } = own
    // No .env text can hold it: a text that leaves it out does not delete it.
    const quotes = `'"\\n\``
    const vars = { KEPT: '1', CHANGED: '1', GONE: '1', QUOTES: quotes }
    await app.api('POST', `${at}/bulk`, { token, body: { environment: 'preview', vars } })
    await app.api('POST', at, { token, body: { key: 'GONE', value: '1', environment: 'production' } })
    const stored = async () =>
      (await app.api('GET', at, { token })).data.map((row: Record<string, string>) =>
        [row.environment, row.key, row.value].join(' '),
      )
    const before = await stored()
    const body = { environment: 'preview', text: 'KEPT=1\nCHANGED=2\nADDED=1\n', replace: true }
    const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key)
    const expected = { created: ['ADDED'], changed: ['CHANGED'], unchanged: ['KEPT'], removed: ['GONE'] }
    for (const dry_run of [true, false]) {
      const answer = await app.api('POST', `${at}/import`, { token, body: { ...body, dry_run } })
      expect(answer.status).toBe(200)
      for (const [name, keys] of Object.entries(expected)) expect(keysOf(answer.data[name])).toEqual(keys)
      if (dry_run) expect(await stored()).toEqual(before)
    }
    expect(await stored()).toEqual([
      'preview ADDED 1',
      'preview CHANGED 2',
      'preview KEPT 1',
      `preview QUOTES ${quotes}`,
      'production GONE 1',
    ])
    expect((await audited(own)).map(({ details }) => details)).toContainEqual({
      environment: 'preview',
      created: ['ADDED'],
      changed: ['CHANGED'],
      removed: ['GONE'],
    })
    expect(await audited(own)).toHaveLength(3)
  })

  test('a text that was edited beside others writes what it changed, and is refused where they changed the same', async () => {
    const own = await fresh()
    const at = pathOf(own)
    const { token } = own
    const environment = 'preview'
    const bulk = (vars: object) => app.api('POST', `${at}/bulk`, { token, body: { environment, vars } })
    const stored = async () =>
      Object.fromEntries(
        (await app.api('GET', at, { token })).data.map((row: Record<string, string>) => [row.key, row.value]),
      )
    await bulk({ MINE: '1', THEIRS: '1', BOTH: '1', GONE: '1' })
    const base = await stored()
    await bulk({ THEIRS: '2', BOTH: '2', GONE: '2', NEW: '2' })
    const edit = (text: string, over = base) =>
      app.api('POST', `${at}/import`, { token, body: { environment, text, base: over, replace: true } })
    const refused = await edit('MINE=3\nTHEIRS=1\nBOTH=3\n')
    expect([refused.status, refused.body.details]).toEqual([409, { keys: ['BOTH', 'GONE'] }])
    const theirs = { MINE: '1', THEIRS: '2', BOTH: '2', GONE: '2', NEW: '2' }
    expect(await stored()).toEqual(theirs)
    expect((await edit('MINE=3\nTHEIRS=1\nBOTH=1\nGONE=1\n')).status).toBe(200)
    expect(await stored()).toEqual({ ...theirs, MINE: '3' })
    expect((await edit('MINE=1\nTHEIRS=1\nBOTH=3\n', { ...base, BOTH: '2', GONE: '2' })).status).toBe(200)
    expect(await stored()).toEqual({ MINE: '3', THEIRS: '2', BOTH: '3', NEW: '2' })
    expect((await edit('MINE=1', { lower: '1' })).body.message).toMatch(/^base\.lower: the key must be/)
    const quotes = `'"\n\``
    await bulk({ QUOTES: quotes })
    expect((await edit('QUOTES=1', { ...(await stored()), QUOTES: '0' })).status).toBe(409)
    expect((await edit('QUOTES=1', await stored())).status).toBe(200)
    expect(await stored()).toEqual({ QUOTES: '1' })
  })
})

test('every change is audited with who, from where and what, but without values', async () => {
  const own = await fresh()
  const at = pathOf(own)
  const { token, secret: key } = own
  const { data } = await app.api('POST', at, {
    token,
    body: { key: 'A', value: 'thamani', environment: 'preview' },
  })
  await app.api('PATCH', `${at}/${data.id}`, { key, body: { value: 'thamani 2', environment: 'production' } })
  await app.api('PATCH', `${at}/${data.id}`, { key, body: { value: 'thamani 2' } })
  const vars = { A: 'thamani 3', B: 'thamani 4' }
  await app.api('POST', `${at}/bulk`, { key, body: { environment: 'production', vars } })
  await app.api('POST', `${at}/bulk`, { key, body: { environment: 'production', vars } })
  await app.api('DELETE', `${at}/${data.id}`, { token })
  const entries = await audited(own)
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['env.create', { key: 'A', environment: 'preview' }],
    ['env.update', { key: 'A', environment: 'production', previous_environment: 'preview' }],
    ['env.bulk', { environment: 'production', created: ['B'], changed: ['A'] }],
    ['env.delete', { key: 'A', environment: 'production' }],
  ])
  expect(entries[0]).toMatchObject({
    actor: expect.stringMatching(/^dashboard:/),
    address: '127.0.0.1',
    target: data.id,
  })
  expect(entries[1]).toMatchObject({ actor: expect.stringMatching(/^api_key:/) })
  expect(JSON.stringify(entries)).not.toContain('thamani')
})

test('an entry names a hundred variables at most, and counts the rest', async () => {
  const own = await fresh()
  const vars = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`N${i}`, '']))
  await app.api('POST', `${pathOf(own)}/bulk`, { token: own.token, body: { environment: 'preview', vars } })
  const [{ details }] = await audited(own)
  expect(details.created).toHaveLength(101)
  expect(details.created.at(-1)).toBe('… and 30 more')
})

test('a project may make 300 changes a minute', async () => {
  const limited = await startTestApp({ rateLimits: true })
  try {
    const { id, token, secret: key } = await limited.createProject()
    const change = () => limited.api('DELETE', `/projects/${id}/env/${crypto.randomUUID()}`, { key })
    expect((await change()).headers).toMatchObject({ 'ratelimit-limit': '300', 'ratelimit-remaining': '299' })
    for (let n = 1; n < 300; n += 23) await Promise.all(Array.from({ length: Math.min(23, 300 - n) }, change))
    expect((await change()).status).toBe(429)
    expect((await limited.api('GET', `/projects/${id}/env`, { token })).status).toBe(200)
    limited.clock.advance(60)
    expect((await change()).status).toBe(404)
  } finally {
    await limited.stop()
  }
})

test('a change that fails leaves no entry', async () => {
  const own = await fresh()
  await app.api('POST', pathOf(own), {
    token: own.token,
    body: { key: 'a', value: '', environment: 'preview' },
  })
  await app.api('DELETE', `${pathOf(own)}/${crypto.randomUUID()}`, { token: own.token })
  expect(await audited(own)).toEqual([])
})

test('who may write and not read learns no value that is stored', async () => {
  const own = await fresh()
  const at = pathOf(own)
  const write = { environment: 'production', vars: { KEPT: 'siri', GONE: 'siri', MOVED: 'siri' } }
  const { created } = (await app.api('POST', `${at}/bulk`, { token: own.token, body: write })).data
  const moved = created.find(({ key }: { key: string }) => key === 'MOVED').id
  const made = await app.api('POST', '/me/tokens', {
    token: own.token,
    body: { name: 'writer', permissions: ['env:write'] },
  })
  const { token } = made.data
  expect((await app.api('GET', at, { token })).status).toBe(403)
  const text = { environment: 'production', text: 'KEPT=1\nMADE=1' }
  const calls: [method: string, below: string, body: object, status: number][] = [
    ['PATCH', `/${moved}`, {}, 200],
    ['PATCH', `/${moved}`, { environment: 'preview' }, 200],
    ['POST', '/import', { ...text, replace: true, dry_run: true }, 200],
    ['POST', '/import', { ...text, base: { KEPT: '2', MADE: '2' } }, 409],
    ['POST', '/import', { ...text, base: { KEPT: '1', MADE: '1' } }, 200],
    ['POST', '/import', { ...text, replace: true }, 200],
    ['POST', '/bulk', { environment: 'production', vars: { KEPT: '1', MADE: '2' } }, 200],
    ['POST', '', { key: 'ONE', value: '1', environment: 'preview' }, 201],
  ]
  for (const [method, below, body, status] of calls) {
    const answer = await app.api(method, at + below, { token, body })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.text).not.toMatch(/siri|"value"/)
  }
  expect(await valuesIn('production', own)).toEqual({ KEPT: '1', MADE: '2' })
  expect(await valuesIn('preview', own)).toEqual({ MOVED: 'siri', ONE: '1' })
})

test('who may call: members by their role, and secret keys by their scope', async () => {
  const own = await fresh()
  const keyWith = async (body: object) => {
    const made = await app.api('POST', `/projects/${own.id}/api-keys`, {
      token: own.token,
      body: { name: 'k', ...body },
    })
    return { key: made.data.key as string }
  }
  const stranger = await fresh()
  const { organisation_id } = (await app.api('GET', `/projects/${own.id}`, { token: own.token })).data
  const viewer = await app.register()
  await app.api('POST', `/organisations/${organisation_id}/members`, {
    token: own.token,
    body: { email: viewer.user.email, role: 'viewer' },
  })
  const cases: [string, CallOptions, read: number, write: number][] = [
    ['owner', { token: own.token }, 200, 201],
    ['viewer', { token: viewer.token }, 200, 403],
    ['secret key', { key: own.secret }, 200, 201],
    ['env:read', await keyWith({ scopes: ['env:read'] }), 200, 403],
    ['env:write', await keyWith({ scopes: ['env:write'] }), 200, 201],
    ['other scope', await keyWith({ scopes: ['secrets:write', 'data:write'] }), 403, 403],
    ['publishable key', { key: own.publishable }, 403, 403],
    ['key of another project', { key: stranger.secret }, 403, 403],
    ['owner of another project', { token: stranger.token }, 403, 403],
    ['nobody', {}, 401, 401],
  ]
  for (const [i, [who, credential, read, write]] of cases.entries()) {
    const body = { key: `BY_${i}`, value: '', environment: 'preview' }
    expect((await app.api('GET', pathOf(own), credential)).status, who).toBe(read)
    expect((await app.api('POST', pathOf(own), { ...credential, body })).status, who).toBe(write)
  }
})
