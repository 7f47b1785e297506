// Independent tools read /openapi.yaml: a linter, a generator of TypeScript, and with Python a validator and a client.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../..')
/** The Python of a virtual environment that has openapi-spec-validator and openapi-python-client. */
const PYTHON = process.env.MSINGI_TEST_PYTHON

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
  // Two routes are for browsers alone and answer with a redirection only.
  const config = { extends: ['recommended'], rules: { 'operation-2xx-response': 'off' } }
  await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(config))
  const redocly = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [redocly, 'lint', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 })
  const { totals, problems } = JSON.parse(stdout)
  expect(problems).toEqual([])
  expect([totals.errors, totals.warnings]).toEqual([0, 0])
})

test('openapi-typescript writes types that tsc takes, and that know rows, refusals and parameters', async () => {
  const generator = join(ROOT, 'server/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, 'openapi.yaml', '-o', 'api.ts'], { cwd: folder })
  await writeFile(
    join(folder, 'use.ts'),
    `import type { components, operations } from './api'
export const project: components['schemas']['Project']['status'] = 'active'
export const list: operations['getDataByTable']['parameters']['query'] = { limit: 10, filters: { title: 'eq.a' } }
export const body: components['schemas']['LinkProof'] = { token: 'a' }
type Missing = operations['getDataByTableById']['responses'][404]['content']['application/json']
export const missing: Missing = { success: false, message: 'a', errors: [] }
// @ts-expect-error a number, not a text
export const wrong: operations['getDataByTable']['parameters']['query'] = { limit: 'ten' }
`,
  )
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', 'use.ts'],
    {
      cwd: folder,
    },
  )
})

if (PYTHON === undefined)
  console.log('Tests of Python tools are skipped: MSINGI_TEST_PYTHON names no Python.')

test.skipIf(PYTHON === undefined)(
  'a generated Python client lists, inserts, and meets a typed 404',
  async () => {
    const python = PYTHON as string
    await run(python, ['-m', 'openapi_spec_validator', 'openapi.yaml'], { cwd: folder })
    const generate = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.yaml', '--meta', 'none']
    await run(python, [...generate, '--output-path', 'msingi'], { cwd: folder })
    await writeFile(join(folder, 'use.py'), CLIENT)
    const { stdout } = await run(python, ['use.py', base, project.secret], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({ inserted: 'Tea', listed: ['Tea'], missing: 'Error' })
  },
)

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
