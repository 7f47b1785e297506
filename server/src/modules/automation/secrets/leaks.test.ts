// A dump of the database and all logs together reveal no secret, and whoever writes to the database cannot pass one
// sealed text for another.
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '#platform/crypto/sealed.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { createLog } from '#platform/log/log.ts'
import { openRootKey } from '#platform/master-key/root-key.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { TEST_SECRET, testKeys } from '#test/test-database.ts'

const written: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    written.push(String(chunk))
    done()
  },
})

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp({}, { log: createLog('debug', destination) })
  project = await app.createProject()
})
afterAll(() => app.stop())

const sql = (text: string, values: unknown[] = []) => app.platform.clusters.main.admin.query(text, values)
const below = () => `/projects/${project.id}/secrets`

async function dump(): Promise<string> {
  const { rows } = await sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_schema)'`,
  )
  const parts: string[] = []
  for (const { name } of rows) parts.push(JSON.stringify((await sql(`select t::text from ${name} t`)).rows))
  return parts.join('\n')
}

function shapesOf(secret: Buffer): string[] {
  const encodings = ['utf8', 'hex', 'base64', 'base64url'] as const
  return encodings.map((encoding) => secret.toString(encoding).replace(/=+$/, ''))
}

test('neither tables, logs nor refusals hold a value, a data key or the master key', async () => {
  const values = ['siri-kubwa-0123456789-ya-kwanza', 'siri-kubwa-0123456789-ya-pili', 'fupi-siri']
  const { token, secret: key } = project
  const answers: string[] = []
  const call = async (...parts: Parameters<TestApp['api']>) => {
    const answer = await app.api(...parts)
    answers.push(answer.text)
    return answer
  }
  const { id } = (await call('POST', below(), { token, body: { key: 'A', value: values[0] } })).data
  await call('PATCH', `${below()}/${id}`, { token, body: { value: values[1], description: 'd' } })
  await call('POST', below(), { key, body: { key: 'B', value: values[2] } })
  await call('GET', below(), { token })
  await app.api('GET', `${below()}/${id}/value`, { token })
  await app.api('GET', '/secrets/resolve/A', { key })
  // What goes wrong: bodies of every wrong kind, and a value that no longer opens.
  for (const value of values) {
    const raw = [
      `{"key": "C", "value": ${value}}`,
      `{"key": "C", "value": "${value}`,
      `{"key": "C", "value": "x"} ${value}`,
      `${value}`,
      JSON.stringify({ key: 'C', value: [value] }),
      JSON.stringify({ key: 'C', value: value.repeat(10_000) }),
      JSON.stringify({ key: 'C', value, more: value }),
      JSON.stringify({ key: 'A', value }),
      JSON.stringify([value]),
    ]
    for (const text of raw) {
      expect((await call('POST', below(), { token, raw: text })).status).toBeGreaterThanOrEqual(400)
      expect((await call('PATCH', `${below()}/${id}`, { key, raw: text })).status).toBeGreaterThanOrEqual(400)
    }
  }
  await sql('update platform.secret_versions set sealed = reverse(sealed) where secret_id = $1', [id])
  expect((await call('GET', `${below()}/${id}/value`, { token })).status).toBe(500)
  await app.app.inject({ method: 'GET', url: '/healthz' })

  const { rows } = await sql('select wrapped from platform.project_data_keys where project_id = $1', [
    project.id,
  ])
  const dataKey = createSeal(testKeys, 'project-data-key').open(rows[0].wrapped, project.id)
  const plain = [
    ...values.flatMap((value) => shapesOf(Buffer.from(value))),
    ...shapesOf(Buffer.from(dataKey, 'base64url')).slice(1),
    ...shapesOf(Buffer.from(TEST_SECRET)),
    ...shapesOf(testKeys.derive('seal:project-data-key')).slice(1),
  ]
  const places = { tables: await dump(), log: written.join(''), answers: answers.join('\n') }
  expect(places.tables).toContain(rows[0].wrapped)
  expect(places.log).toContain('request failed')
  for (const [place, text] of Object.entries(places))
    for (const one of plain) expect(text.includes(one), `${place} hold ${one}`).toBe(false)
})

test('a sealed value opens only as the version of the secret and project that it was written for', async () => {
  const other = await app.createProject()
  const make = async ({ id, token }: TestProject, key: string, value: string) =>
    (await app.api('POST', `/projects/${id}/secrets`, { token, body: { key, value } })).data.id as string
  const [a, b] = [await make(project, 'PLACE_A', 'value of a'), await make(project, 'PLACE_B', 'value of b')]
  const foreign = await make(other, 'PLACE_A', 'value of another project')
  await app.api('PATCH', `${below()}/${a}`, { token: project.token, body: { value: 'second of a' } })
  const sealed = async (id: string, version = 1) =>
    (
      await sql('select sealed from platform.secret_versions where secret_id = $1 and version = $2', [
        id,
        version,
      ])
    ).rows[0].sealed as string
  const put = (text: string) =>
    sql('update platform.secret_versions set sealed = $2 where secret_id = $1 and version = 2', [a, text])
  const read = () => app.api('GET', `${below()}/${a}/value`, { token: project.token })
  const own = await sealed(a, 2)
  for (const moved of [await sealed(a), await sealed(b), await sealed(foreign), '', 'x', own.slice(0, -4)]) {
    await put(moved)
    const { status, text } = await read()
    expect(status).toBe(500)
    expect(text).not.toContain('value of')
  }
  await put(own)
  expect((await read()).data.value).toBe('second of a')

  // Nor does a data key open for another project, or a secret under another name.
  await sql('update platform.secrets set key = $2 where id = $1', [a, 'RENAMED'])
  expect((await read()).status).toBe(500)
  await sql('update platform.secrets set key = $2 where id = $1', [a, 'PLACE_A'])
  const wrapped = (
    await sql('select wrapped from platform.project_data_keys where project_id = $1', [project.id])
  ).rows[0].wrapped
  await sql('update platform.project_data_keys set wrapped = $2 where project_id = $1', [other.id, wrapped])
  const path = `/projects/${other.id}/secrets/${foreign}/value`
  expect((await app.api('GET', path, { token: other.token })).status).toBe(500)
})

test("a project's own logins reach neither secrets, variables, the audit log nor keys", async () => {
  const { main } = app.platform.clusters
  const connection = main.adminConfig()
  await openRootKey(connection, { present: 'a master key of this test alone, of 32', previous: [] })
  const { data, owner } = projectNames(project.id)
  for (const role of [data, owner, main.gatewayRole]) {
    const client = new pg.Client({ ...connection, user: role, password: main.passwordOf(role) })
    await client.connect()
    for (const table of [
      'platform.secrets',
      'platform.secret_versions',
      'platform.project_data_keys',
      'platform.environment_variables',
      'platform.audit_log',
      'msingi_keys.root_key',
    ])
      await expect(client.query(`select from ${table}`), `${role} ${table}`).rejects.toMatchObject({
        code: '42501',
      })
    await client.end()
  }
})
