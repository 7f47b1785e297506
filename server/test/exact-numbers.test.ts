// A number that a client sends reaches PostgreSQL, and comes back, with all its digits: on every path of the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bound, handler } from '#modules/automation/functions/functions.fixture.ts'
import {
  BIG,
  DOC,
  dense,
  type ExactLab,
  LONG,
  nextName,
  openExactLab,
  ROW,
  rowOf,
  textOf,
} from './exact-numbers.fixture.ts'

let lab: ExactLab
beforeAll(async () => {
  lab = await openExactLab()
})
afterAll(() => lab.stop())

/** Path sends long numbers some way, and returns the text that must hold all their digits. */
type Path = () => Promise<string>

const writes: [string, Path][] = [
  ['an insert', () => textOf(lab.data('POST', '/data/exact', rowOf()))],
  [
    'an insert of several rows',
    () => textOf(lab.data('POST', '/data/exact', `[${rowOf()},{"name":"${nextName()}"}]`)),
  ],
  ['a row', async () => textOf(lab.data('GET', `/data/exact/${await lab.inserted()}`))],
  [
    'an update',
    async () => {
      const { data: made } = await lab.data('POST', '/data/exact', `{"name":"${nextName()}"}`)
      return textOf(lab.data('PATCH', `/data/exact/${made.id}`, `{${ROW}}`))
    },
  ],
  [
    'an upsert',
    async () => {
      const name = nextName()
      await lab.data('POST', '/data/exact', `{"name":"${name}"}`)
      const prefer = { prefer: 'resolution=merge-duplicates' }
      return textOf(lab.data('POST', '/data/exact?on_conflict=name', `[${rowOf(name)}]`, prefer))
    },
  ],
  [
    'a batch',
    () =>
      textOf(
        lab.data('POST', '/batch', `{"operations":[{"method":"POST","table":"exact","body":${rowOf()}}]}`),
      ),
  ],
  ['a record', () => textOf(lab.inProject('POST', '/tables/exact/records', { raw: `{"data":${rowOf()}}` }))],
  [
    'a record that is changed',
    async () =>
      textOf(
        lab.inProject('PATCH', `/tables/exact/records/${await lab.inserted()}`, { raw: `{"data":{${ROW}}}` }),
      ),
  ],
  [
    'a repeated request',
    async () => {
      const [raw, key] = [rowOf(), { 'idempotency-key': nextName() }]
      await textOf(lab.data('POST', '/data/exact', raw, key))
      const again = await lab.data('POST', '/data/exact', raw, key)
      expect(again.headers['idempotency-replayed']).toBe('true')
      return textOf(again)
    },
  ],
  [
    'an import of NDJSON',
    async () => {
      const name = nextName()
      const headers = { 'content-type': 'application/x-ndjson' }
      await textOf(lab.inProject('POST', '/tables/exact/import', { raw: `${rowOf(name)}\n`, headers }))
      return textOf(lab.data('GET', `/data/exact?name=eq.${name}`))
    },
  ],
  [
    'an import of CSV',
    async () => {
      const name = nextName()
      const raw = `name,big,dec,doc\n${name},${BIG},${LONG},"${DOC.replaceAll('"', '""')}"\n`
      await textOf(
        lab.inProject('POST', '/tables/exact/import', { raw, headers: { 'content-type': 'text/csv' } }),
      )
      return textOf(lab.data('GET', `/data/exact?name=eq.${name}`))
    },
  ],
  [
    'an export of NDJSON',
    async () => {
      await lab.inserted()
      return textOf(lab.inProject('GET', `/tables/exact/export?format=ndjson&big=eq.${BIG}`))
    },
  ],
  [
    'a filter',
    async () => {
      await lab.inserted()
      return textOf(lab.data('GET', `/data/exact?big=eq.${BIG}&dec=eq.${LONG}`))
    },
  ],
  [
    'a structured query',
    async () => {
      await lab.inserted()
      const filters = `[{"column":"big","operator":"eq","value":${BIG}},{"column":"dec","operator":"in","values":[${LONG}]}]`
      const raw = `{"table_slug":"exact","config":{"filters":${filters}}}`
      return textOf(lab.inProject('POST', '/query/run', { raw }))
    },
  ],
  [
    'a saved query',
    async () => {
      await lab.inserted()
      const filters = `[{"column":"big","operator":"eq","value":${BIG}}]`
      const raw = `{"name":"q","table_slug":"exact","config":{"filters":${filters}}}`
      const saved = await lab.inProject('POST', '/query/saved', { raw })
      expect(saved.text).toContain(BIG)
      expect(await textOf(lab.inProject('GET', '/query/saved'))).toContain(BIG)
      return textOf(lab.inProject('POST', `/query/saved/${saved.data.id}/run`, { raw: '{}' }))
    },
  ],
  [
    'SQL with parameters',
    async () => {
      await lab.inserted()
      const sql = 'select big, dec, doc from exact where big = $1 and dec = $2 and doc = $3::jsonb'
      const raw = `{"sql":"${sql}","params":[${BIG},${LONG},${DOC}]}`
      return textOf(lab.inProject('POST', '/query/exec', { raw }))
    },
  ],
]

test.each(writes)('%s keeps all digits', async (_, path) => {
  expect(dense(await path())).toContain(ROW)
})

test('and nothing in the table was rounded', async () => {
  const schema = `p_${lab.project.id.replaceAll('-', '')}`
  const { rows: wrong } = await lab.app.platform.clusters.main.admin.query(
    `select name, big, dec, doc from ${schema}.exact
     where big is not null and (big, dec, doc) is distinct from (${BIG}, ${LONG}, '${DOC}'::jsonb)`,
  )
  expect(wrong).toEqual([])
})

test('an export of CSV has all digits', async () => {
  await lab.inserted()
  const csv = await textOf(lab.inProject('GET', `/tables/exact/export?format=csv&big=eq.${BIG}`))
  expect(dense(csv)).toContain(`,${BIG},${LONG},"${DOC.replaceAll('"', '""')}"`)
})

const LITERAL = `{big: ${BIG}, dec: ${LONG}, doc: {a: [${BIG}, {b: ${LONG}}]}}`
const queries: [string, string, string][] = [
  [
    'variables of a mutation',
    'mutation ($o: exactInsert!) { insert_exact_one(object: $o) { big dec doc } }',
    `{"o":{${ROW}}}`,
  ],
  ['literals', `mutation { insert_exact_one(object: ${LITERAL}) { big dec doc } }`, '{}'],
  [
    'variables of a filter',
    'query ($b: BigInt, $d: Decimal) { exact(where: {big: {_eq: $b}, dec: {_eq: $d}}) { big dec doc } }',
    `{"b":${BIG},"d":${LONG}}`,
  ],
]
test.each(queries)('GraphQL keeps all digits of %s', async (_, query, variables) => {
  await lab.inserted()
  const raw = `{"query":${JSON.stringify(query)},"variables":${variables}}`
  expect(dense(await textOf(lab.inProject('POST', '/graphql', { raw })))).toContain(ROW)
})

const wrong: [string, string, RegExp][] = [
  ['too large for bigint', '{"big":12345678901234567890}', /^big: must be between/],
  ['a fraction for bigint', '{"big":9007199254740993.5}', /^big: must be a whole number/],
  ['beyond every double', '{"big":1e400}', /^big: must be a whole number/],
  ['beyond every number', '{"dec":1e4000}', /^dec: the number 1e4000 is out of range/],
  ['within a document', '{"doc":{"a":[1e4000]}}', /^0: the number 1e4000 is out of range/],
]
test.each(wrong)('a number that is %s is a 400', async (_, raw, message) => {
  const { status, body } = await lab.data('POST', '/data/exact', raw)
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
  const batch = await lab.data('POST', '/data/exact', `[{"big":1},${raw}]`)
  expect(batch.status).toBe(400)
})

test.each(['12345678901234567890', '1'])('the number %s is no object', async (number) => {
  const raw = `{"name":"N","schedule":"0 0 1 1 *","target_type":"http","target_url":"https://example.com","payload":${number}}`
  const cron = await lab.inProject('POST', '/cron', { raw })
  expect([cron.status, cron.body.errors]).toEqual([400, ['payload: must be an object.']])
  const row = await lab.data('POST', '/data/exact', `[${number}]`)
  expect([row.status, row.body.message]).toEqual([400, '[0]: must be a JSON object of column values.'])
})

describe('outside of tables', () => {
  // Names in the order of jsonb.
  const payload = `{"d":[${LONG}],"n":${BIG}}`

  const kept: [string, Path][] = [
    ['the metadata of a user who signs up', async () => (await signedUp()).text],
    [
      'the metadata of a user',
      async () => {
        const { id } = (await signedUp()).data.user
        return textOf(lab.inProject('GET', `/auth/users/${id}`))
      },
    ],
    [
      'the payload of a cron job',
      async () => {
        const target = `"target_type":"http","target_url":"${lab.receiver.url}/cron"`
        const raw = `{"name":"${nextName()}","schedule":"0 0 1 1 *",${target},"payload":${payload}}`
        const made = await lab.inProject('POST', '/cron', { raw })
        expect(dense(made.text)).toContain(payload)
        expect(dense(await textOf(lab.inProject('GET', '/cron')))).toContain(payload)
        await lab.inProject('POST', `/cron/${made.data.id}/run`)
        await expect.poll(() => lab.receiver.of('/cron').length).toBe(1)
        return String(lab.receiver.of('/cron')[0]?.text)
      },
    ],
    [
      'the metadata of a file',
      async () => {
        const body = { name: 'Files', slug: 'files', is_public: false }
        const { data: bucket } = await lab.inProject('POST', '/storage/buckets', { body })
        const headers = { 'content-type': 'text/plain', 'x-object-metadata': payload }
        const path = `/storage/buckets/${bucket.id}/objects`
        const put = await lab.inProject('PUT', `${path}/a.txt`, { raw: 'a', headers })
        expect(dense(put.text)).toContain(payload)
        expect(dense(await textOf(lab.inProject('GET', path)))).toContain(payload)
        const raw = `{"metadata":${payload}}`
        expect(
          dense(await textOf(lab.inProject('PATCH', `/storage/objects/${put.data.id}`, { raw }))),
        ).toContain(payload)
        const huge = { ...headers, 'x-object-metadata': '{"a":1e4000}' }
        expect((await lab.inProject('PUT', `${path}/b.txt`, { raw: 'a', headers: huge })).status).toBe(400)
        return textOf(lab.data('GET', '/data/storage_objects'))
      },
    ],
    [
      'an item of the console',
      async () => {
        await lab.inProject('PUT', '/console/exact?for=me', { raw: `{"value":${payload}}` })
        return textOf(lab.inProject('GET', '/console/exact?for=me'))
      },
    ],
    [
      'a test event of a webhook',
      async () => {
        const body = { name: 'Hook', url: `${lab.receiver.url}/test`, events: ['row.*:exact'] }
        const { data: hook } = await lab.inProject('POST', '/webhooks', { body })
        const raw = `{"event":"row.inserted","payload":${payload}}`
        const sent = await textOf(lab.inProject('POST', `/webhooks/${hook.id}/send`, { raw }))
        expect(lab.receiver.of('/test')[0]?.text).toContain(payload)
        await lab.inProject('DELETE', `/webhooks/${hook.id}`)
        return sent
      },
    ],
  ]
  test.each(kept)('%s keeps all digits', async (_, path) => {
    expect(dense(await path())).toContain(payload)
  })

  test('a claim is compared digit by digit', async () => {
    const [own, other] = ['1234567890123456789', '1234567890123456800']
    const { user, tokens } = (await signedUp()).data
    await textOf(lab.inProject('PATCH', `/auth/users/${user.id}`, { raw: `{"claims":{"org":${own}}}` }))
    const body = { name: 'orgs', columns: [{ name: 'org', data_type: 'bigint' }] }
    const { data: table } = await lab.inProject('POST', '/tables', { body })
    const policy = { action: 'select', subject: 'authenticated', condition: "org::text = auth.claim('org')" }
    await textOf(lab.inProject('POST', `/tables/${table.id}/rls`, { body: policy }))
    await textOf(lab.data('POST', '/data/orgs', `[{"org":${own}},{"org":${other}}]`))
    const seen = lab.app.api('GET', '/data/orgs?select=org', { token: tokens.access_token })
    expect(dense((await seen).text)).toContain(`"data":[{"org":${own}}]`)
  })

  async function signedUp() {
    const name = nextName()
    const phone = `+2557123${name.slice(4).padStart(5, '0')}`
    const user = `"email":"${name}@example.com","password":"correct horse 1","full_name":"A","phone":"${phone}"`
    const raw = `{${user},"metadata":${payload}}`
    return lab.inProject('POST', '/auth/signup', { key: lab.project.secret, raw })
  }
})

test('the body and the answer of a function keep all digits', async () => {
  const { deployed } = bound(() => lab)
  const code = handler(
    `return new Response(await request.text(), { headers: { 'content-type': 'application/json' } })`,
  )
  const { id } = await deployed({ name: 'Echo', code })
  const raw = `{"method":"POST","body":${DOC}}`
  expect(await textOf(lab.inProject('POST', `/functions/${id}/invoke`, { raw }))).toContain(`"body":${DOC}`)
})

describe('versions of rows', () => {
  test('If-Match holds for a row whose numbers are long', async () => {
    const id = await lab.inserted()
    const { headers } = await lab.data('GET', `/data/exact/${id}`)
    const etag = String(headers.etag)
    const change = () =>
      lab.data('PATCH', `/data/exact/${id}`, '{"big":9007199254740995}', { 'if-match': etag })
    expect(await textOf(change())).toContain('9007199254740995')
    expect((await change()).status).toBe(412)
  })
})
