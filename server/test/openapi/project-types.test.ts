// GET /projects/{projectID}/types: a row of every data type fits its types in each language, and compilers read them.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pascal } from '#engine/types/type-names.ts'
import { LANGUAGES } from '#engine/types/write-types.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { compile, finds, MATRIX, problemsOf, succeed, VALUES } from './project-types.fixture.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const FILES = {
  ts: 'database.ts',
  kysely: 'kysely.ts',
  python: 'database.py',
  php: 'database.php',
  'json-schema': 'schema.json',
}
const PYTHON = (await finds('python3')) ? 'python3' : undefined
const PHP = (await finds('php')) ? 'php' : undefined
const ruff = process.env.MSINGI_TEST_RUFF ?? 'ruff'
const RUFF = (await finds(ruff)) ? ruff : undefined

for (const [what, found] of Object.entries({ Python: PYTHON, PHP, ruff: RUFF })) {
  if (found === undefined) console.log(`The test of types with ${what} is skipped: there is no ${what} here.`)
}

let app: TestApp
let project: TestProject
let folder: string
let base: string

const call = async (path: string, body: object) => {
  const { status, text, data } = await app.api('POST', `/projects/${project.id}${path}`, {
    token: project.token,
    body,
  })
  expect(status, text).toBe(201)
  return data
}
const types = async (query: string) => {
  const { status, text, headers } = await app.api('GET', `/projects/${project.id}/types?${query}`, {
    key: project.secret,
  })
  expect(status, text).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  return text
}

beforeAll(async () => {
  app = await startTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  project = await app.createProject()
  for (const { name, columns } of MATRIX) await call('/tables', { name, columns })
  const odd = ['class', 'str', 'this', 'row', 'a_b', 'a__b'].map((name) => ({ name, data_type: 'text' }))
  const labels = ['class', 'for sale', 'for-sale', '2nd', '$x', '€', 'it\'s "\\']
  await call('/tables', {
    name: 'list',
    description: 'Ends */ a comment\nand a line; $x.',
    columns: [...odd, { name: 'default', data_type: 'enum', enum_values: labels }],
  })
  await call('/tables', { name: 'a_bc', columns: [] })
  await call('/tables', { name: 'ab_c', columns: [] })
  await call('/schema/views', {
    name: 'shown',
    definition: 'select id, a_text, a_enum as kind from required_plain',
  })
  const link = { from_table: 'list', from_column: 'parent_id', to_table: 'list', to_column: 'id' }
  const { id } = await app
    .api('GET', `/projects/${project.id}/tables/list`, { token: project.token })
    .then(({ data }) => data)
  await call(`/tables/${id}/columns`, { name: 'parent_id', data_type: 'uuid' })
  await call('/schema/relationships', link)
  folder = await mkdtemp(join(tmpdir(), 'msingi-types-'))
  for (const lang of LANGUAGES) await writeFile(join(folder, FILES[lang]), await types(`lang=${lang}`))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a row of every type fits the JSON Schema and the TypeScript as it is written and read', async () => {
  const client = createClient(base, { project: project.id, key: project.secret })
  await call('/storage/buckets', { name: 'covers' })
  const { id: file } = await client.storage.from('covers').upload('a.txt', 'a')
  const full = Object.fromEntries(
    Object.entries({ ...VALUES, file }).map(([type, value]) => [`a_${type}`, value]),
  )
  const schemas = JSON.parse(await types('lang=json-schema')).$defs
  const exact = JSON.parse(await types('lang=json-schema&big=text')).$defs
  await writeFile(join(folder, 'big.ts'), await types('lang=ts&big=text'))
  const exactly = createClient(base, { project: project.id, key: project.secret, bigNumbers: 'text' })
  const lines = [
    "import type { Database } from './database.ts'",
    "import type { Database as Big } from './big.ts'",
  ]
  const typed = (what: string, value: unknown) =>
    lines.push(`export const v${lines.length}: Database${what} = ${JSON.stringify(value)}`)
  for (const { name, required, filled } of MATRIX) {
    const type = pascal(name)
    // What is required and has no default is all that a short insert has.
    const needed = Object.keys(full).filter(
      (key) => required && (key === 'a_file' || !(filled || key === 'a_serial')),
    )
    const short = Object.fromEntries(needed.map((key) => [key, full[key]]))
    expect(schemas[`${type}Insert`].required?.toSorted() ?? [], name).toEqual(needed.toSorted())
    for (const insert of [full, short]) {
      expect(problemsOf(schemas[`${type}Insert`], insert), name).toEqual([])
      const row = await client.from(name).insert(insert)
      expect(problemsOf(schemas[`${type}Row`], row), name).toEqual([])
      const texts = { a_bigint: '1', a_decimal: '1', a_money: '1' }
      expect(problemsOf(exact[`${type}Row`], { ...row, ...texts }), name).toEqual([])
      typed(`['${name}']['Row']`, row)
      const shown = await exactly.from(name).find(String(row.id))
      if ('a_bigint' in insert) expect(String(shown.a_bigint), name).toBe(VALUES.bigint)
      lines.push(`export const b${lines.length}: Big['${name}']['Row'] = ${JSON.stringify(shown)}`)
      typed(`['${name}']['Insert']`, insert)
      expect(problemsOf(schemas[`${type}Update`], full), name).toEqual([])
      const updated = await client.from(name).update(String(row.id), full)
      expect(problemsOf(schemas[`${type}Row`], updated), name).toEqual([])
      typed(`['${name}']['Update']`, full)
    }
    // Null goes where the types let it, and is refused where they do not.
    for (const key of Object.keys(full).filter((one) => one !== 'a_serial')) {
      const insert = { ...full, [key]: null }
      const fits = problemsOf(schemas[`${type}Insert`], insert).length === 0
      const taken = await client
        .from(name)
        .insert(insert)
        .then(
          () => true,
          () => false,
        )
      expect([key, fits, taken], name).toEqual([key, !required, !required])
      if (!fits) lines.push('// @ts-expect-error null')
      lines.push(`export const n${lines.length}: Database['${name}']['Insert']['${key}'] = null`)
    }
    for (const key of ['created_at', 'updated_at', 'deleted_at']) {
      const body = { ...full, [key]: '2026-01-01T00:00:00Z' }
      expect(problemsOf(schemas[`${type}Insert`], body)).toEqual([`row.${key}: is not known`])
      await expect(client.from(name).insert(body)).rejects.toMatchObject({ status: 400 })
    }
    expect(Object.keys(schemas[`${type}Update`].properties)).not.toContain('id')
  }
  const [shown] = await client.from('shown')
  expect(problemsOf(schemas.ShownRow, shown)).toEqual([])
  lines.push(
    `export const view: Database['shown']['Row'] = ${JSON.stringify(shown)}`,
    '// @ts-expect-error a column that is never null',
    `export const none: Database['shown']['Row']['a_text'] = null`,
    '// @ts-expect-error a view is not written',
    `export const insert: Database['shown']['Insert'] = {}`,
    '// @ts-expect-error no label',
    `export const label: Database['required_plain']['Row']['a_enum'] = 'dnoe'`,
    `export const self: Database['list']['Relationships']['parent']['many'] = false`,
    `export const back: Database['list']['Relationships']['list']['many'] = true`,
  )
  await writeFile(join(folder, 'values.ts'), `${lines.join('\n')}\n`)
  await compile(folder, 'values.ts')
})

test('Kysely takes its types', async () => {
  const use = `import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Database } from './kysely.ts'
export const rows = (db: Kysely<Database>) => db.selectFrom('required_filled').select(['id', 'a_enum']).execute()
export const short: Insertable<Database['required_filled']> = { a_file: 'x' }
export const text: Insertable<Database['nullable_plain']> = { a_bigint: '9007199254740993' }
export const read: Selectable<Database['nullable_plain']>['a_bigint'] = 1
// @ts-expect-error the server fills it in
export const made: Insertable<Database['nullable_plain']> = { created_at: 'x' }
// @ts-expect-error the id of a row does not change
export const id: Updateable<Database['nullable_plain']> = { id: 'x' }
export const filled: Insertable<Database['required_filled']> = { a_file: 'x', a_text: undefined }
// @ts-expect-error required
export const none: Insertable<Database['required_plain']> = {}
`
  await writeFile(join(folder, 'use-kysely.ts'), use)
  await compile(folder, 'use-kysely.ts')
})

test('Biome leaves the files alone, as it is by default and as this repository has it', async () => {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { formatter, javascript, linter } = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'))
  const ours = { formatter, javascript, linter: { rules: { preset: linter.rules.preset } } }
  for (const [name, config] of Object.entries({ plain: {}, ours })) {
    const own = join(folder, name)
    await mkdir(own)
    await writeFile(join(own, 'biome.json'), JSON.stringify({ root: true, ...config }))
    // JSON has no comments that tell it to.
    const langs = name === 'plain' ? (['ts', 'kysely', 'json-schema'] as const) : (['ts', 'kysely'] as const)
    for (const lang of langs) await writeFile(join(own, FILES[lang]), await types(`lang=${lang}`))
    const files = langs.map((lang) => FILES[lang])
    await succeed(own, process.execPath, biome, 'check', '--error-on-warnings', ...files)
  }
})

test.skipIf(PYTHON === undefined)('Python reads the file, and knows what is optional', async () => {
  const code = `import database, json
print(json.dumps([sorted(database.RequiredFilledInsert.__required_keys__), list(database.ListRow.__annotations__)]))`
  await succeed(folder, PYTHON ?? '', '-m', 'py_compile', FILES.python)
  const [required, columns] = JSON.parse(await succeed(folder, PYTHON ?? '', '-c', code))
  expect(columns).toContain('class')
  expect(required).toEqual(expect.arrayContaining(['a_file']))
})

test.skipIf(RUFF === undefined)('ruff leaves the Python file alone', async () => {
  await succeed(
    folder,
    RUFF ?? '',
    'check',
    '--isolated',
    '--select',
    'ALL',
    '--ignore',
    'PGH004',
    FILES.python,
  )
  await succeed(folder, RUFF ?? '', 'format', '--isolated', '--check', FILES.python)
})

test.skipIf(PHP === undefined)('PHP makes a row of what the API answers', async () => {
  await succeed(folder, PHP ?? '', '-l', FILES.php)
  const client = createClient(base, { project: project.id, key: project.secret })
  const row = await client.from('list').insert({ class: 'a', this: 'b', default: 'for-sale' })
  await writeFile(join(folder, 'row.json'), JSON.stringify(row))
  const code = `<?php
require 'database.php';
$row = Database\\ListRow::fromArray(json_decode(file_get_contents('row.json'), true));
echo json_encode([$row->class, $row->this2, $row->default->name, $row->parent_id]);`
  await writeFile(join(folder, 'use.php'), code)
  expect(JSON.parse(await succeed(folder, PHP ?? '', 'use.php'))).toEqual(['a', 'b', 'ForSale2', null])
})

test('is the same each time, has the tables that are named, and refuses what it does not know', async () => {
  for (const lang of LANGUAGES) expect(await types(`lang=${lang}`)).toBe(await types(`lang=${lang}`))
  const some = await types('lang=ts&tables=shown')
  expect(some).toContain('shown: {')
  expect(some).not.toContain('required_plain')
  expect(some).toContain('types?lang=ts&tables=shown')
  const refused = async (query: string) =>
    (await app.api('GET', `/projects/${project.id}/types${query}`, { key: project.secret })).status
  expect(await Promise.all(['?lang=go', '?lang=ts&big=yes', '?lang=ts&x=1'].map(refused))).toEqual([
    400, 400, 400,
  ])
  expect(await refused('?lang=ts&tables=nothing')).toBe(404)
  expect(await types('')).toBe(await types('lang=ts'))
  const open = await app.api('GET', `/projects/${project.id}/types?lang=ts`, { key: project.publishable })
  expect([open.status, open.text.includes('shown')]).toEqual([200, false])
})
