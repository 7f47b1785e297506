// Independent tools read /openapi.yaml: a linter, a generator of TypeScript, and with Python a validator and a client.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { operationsOf } from './document.ts'
import { compileTypes, generatePython, lint, PYTHON, PYTHON_MS, runPython } from './tools.ts'

let app: TestApp
let project: TestProject
let base: string
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  const columns = [{ name: 'title', data_type: 'text' }]
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'books', columns } })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'msingi-openapi-'))
  await writeFile(join(folder, 'openapi.yaml'), (await app.api('GET', '//openapi.yaml')).text)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('redocly finds no error and no warning', async () => {
  expect(await lint(folder)).toEqual({ problems: [], errors: 0, warnings: 0 })
})

test('openapi-typescript writes types that tsc takes, and that know rows, refusals and parameters', async () => {
  await compileTypes(folder, USE)
})

if (PYTHON === undefined)
  console.log('Tests of Python tools are skipped: MSINGI_TEST_PYTHON names no Python.')

test.skipIf(PYTHON === undefined)(
  'a generated Python client lists, inserts, and meets a typed 404',
  async () => {
    await generatePython(folder)
    expect(await runPython(folder, CLIENT, base, project.secret)).toEqual({
      inserted: 'Tea',
      listed: ['Tea'],
      missing: 'Error',
    })
    // One for each operation, and one for each named schema: what has no name would get one for each place.
    const files = await readdir(join(folder, 'msingi'), { recursive: true })
    const document = parse(await readFile(join(folder, 'openapi.yaml'), 'utf8'))
    expect(files.filter((name) => name.endsWith('.py')).length).toBeLessThan(
      3 * operationsOf(document).length,
    )
  },
  PYTHON_MS,
)

const USE = `import type { components, operations } from './api'
export const project: components['schemas']['Project']['status'] = 'active'
export const list: operations['getDataByTable']['parameters']['query'] = { limit: 10, filters: { title: 'eq.a' } }
export const body: components['schemas']['LinkProof'] = { token: 'a' }
type Missing = operations['getDataByTableById']['responses'][404]['content']['application/json']
export const missing: Missing = { success: false, code: 'not_found', message: 'a', errors: [] }
// @ts-expect-error a number, not a text
export const wrong: operations['getDataByTable']['parameters']['query'] = { limit: 'ten' }`

const CLIENT = `
import json, sys, uuid
from msingi import AuthenticatedClient
from msingi.api.data import get_data_by_table, get_data_by_table_by_id, post_data_by_table
from msingi.models import GetDataByTableFilters, RowInput

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
row = RowInput()
row["title"] = "Tea"
inserted = post_data_by_table.sync(table="books", client=client, body=row)
post_data_by_table.sync(table="books", client=client, body=RowInput.from_dict({"title": "Coffee"}))
filters = GetDataByTableFilters()
filters["title"] = "eq.Tea"
listed = get_data_by_table.sync(table="books", client=client, filters=filters)
missing = get_data_by_table_by_id.sync(table="books", id=str(uuid.uuid4()), client=client)
print(json.dumps({
    "inserted": inserted.data["title"],
    "listed": [one["title"] for one in listed.data],
    "missing": type(missing).__name__,
}))
`
