// Random policies × actors × actions × files: what the rule says of their rows is what PostgreSQL does with them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { AMINA, checkDecisions, JUMA } from '#modules/database/policies/decision-differential.fixture.ts'
import { recordOf } from '#modules/rows/data/routes/data.fixture.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { announceFile, insertFile, type StoredFile, storeFiles } from './stored-files.fixture.ts'

const SEED = 20_261_123

const CONDITIONS: readonly (string | null)[] = [
  null,
  "bucket = 'open'",
  "bucket = 'private' and size < 100",
  'size between 10 and 1000',
  "mime_type like 'image/%'",
  "folder = auth.claim('team')",
  "folder = 'red' or owner_id = auth.uid()",
  'owner_id is null',
  "name like 'red/%' and mime_type <> 'text/plain'",
  // Only PostgreSQL can decide.
  'exists (select 1 from teams where teams.name = storage_objects.folder)',
]

const FILES: readonly StoredFile[] = [AMINA, JUMA, null].flatMap((owner_id, n) =>
  ['red', 'blue'].map((folder, m) => ({
    id: randomUUID(),
    bucket: m === n % 2 ? 'open' : 'private',
    name: `${folder}/${n}.png`,
    folder,
    size: [5, 50, 500, 5, 5000, 50][2 * n + m] as number,
    mime_type: ['image/png', 'text/plain', 'image/webp', 'image/png', 'application/pdf', 'text/plain'][
      2 * n + m
    ] as string,
    owner_id,
  })),
)

let app: TestApp
let record: ProjectRecord
let table: TableShape
// Of each file, bytes that another one of its kind may have.
const versions = new Map<unknown, string>()

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  const teams = { name: 'teams', columns: [{ name: 'name', data_type: 'text' }] }
  const made = await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body: teams })
  expect(made.status, made.text).toBe(201)
  await app.api('POST', '/data/teams', { key: project.secret, body: { name: 'red' } })
  record = await recordOf(app, project.id)
  table = await app.platform.shapes.get(record, 'storage_objects')
  await storeFiles(app, record, FILES)
  for (const file of FILES) versions.set(file.id, await announceFile(app, record, file))
})
afterAll(() => app.stop())

test('JavaScript, explain and PostgreSQL decide alike on files', async () => {
  const rows = FILES as readonly unknown[] as readonly JsonRow[]
  const insert = (row: JsonRow) => {
    const file = row as unknown as StoredFile
    const twin = { ...file, id: randomUUID(), name: `${file.name}.png` }
    return insertFile(record, String(versions.get(file.id)), twin)
  }
  const random = randomFrom(SEED)
  await checkDecisions({
    app,
    record,
    table,
    rows,
    conditions: CONDITIONS,
    insert,
    column: 'cache_control',
    random,
  })
}, 300_000)
