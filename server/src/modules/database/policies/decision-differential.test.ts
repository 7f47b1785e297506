// Random policies × actors × actions × rows of a table of a project, with a file column. Files themselves are tried in storage.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileLiveAccess } from '#engine/access/live-access.ts'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { qualify } from '#engine/shapes/identifiers.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { storeFiles } from '#modules/storage/stored-files.fixture.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  ACTORS,
  AMINA,
  checkDecisions,
  JUMA,
  keyActor,
  PHOTO,
  randomPolicies,
} from './decision-differential.fixture.ts'
import { compilePolicies } from './policies.service.ts'
import type { PolicyRow } from './policies.store.ts'

const SEED = 20_261_122
const OTHER = randomUUID()

const CONDITIONS: readonly (string | null)[] = [
  null,
  'level > 1',
  'level is null or level < 2',
  'user_id = auth.uid()',
  "team = auth.claim('team')",
  "auth.claim('team') = 'red' and level < 3",
  "lower(team) = auth.claim('team')",
  // Callers see different rows of a table without policies, so that only PostgreSQL can decide.
  'exists (select 1 from teams where teams.name = notes.team)',
  'exists (select 1 from unrestricted(teams) t where t.name = notes.team)',
  'team in (select team from unrestricted(notes) where user_id = auth.uid())',
  'exists (select 1 from unrestricted(notes) n where n.team = notes.team and n.user_id = auth.uid())',
  'not exists (select 1 from unrestricted(notes) n where n.level = notes.level and n.user_id = auth.uid())',
  'level > (select count(*) from unrestricted(notes) n where n.team = notes.team and n.user_id = auth.uid())',
  'photo is not null and level > 0',
  "photo = auth.claim('photo')::uuid",
  "exists (select 1 from storage_objects o where o.id = notes.photo and o.bucket = 'open')",
]
const ROWS: readonly JsonRow[] = [AMINA, JUMA, null].flatMap((user_id, n) =>
  ['red', 'É'].map((team, m) => ({
    id: randomUUID(),
    user_id,
    team,
    level: [0, 1, 2, 3, null, 2][2 * n + m],
    photo: [PHOTO, null, null, OTHER, PHOTO, OTHER][2 * n + m],
  })),
)

const random = randomFrom(SEED)
let app: TestApp
let project: TestProject
let record: ProjectRecord
let table: TableShape

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const body = {
    name: 'notes',
    columns: [
      { name: 'user_id', data_type: 'uuid' },
      { name: 'team', data_type: 'text' },
      { name: 'level', data_type: 'integer' },
      { name: 'photo', data_type: 'file' },
    ],
  }
  await call('POST', '', body)
  await call('POST', '', { name: 'teams', columns: [{ name: 'name', data_type: 'text' }] })
  record = (await createProjectLookup(app.platform)(project.id)) as ProjectRecord
  table = await app.platform.shapes.get(record, 'notes')
  // Whoever cannot read a file can write no row that holds it, whatever the policies of the row say.
  await call('POST', '/storage_objects/rls', { action: 'select', subject: 'public', effect: 'allow' })
  await storeFiles(app, record, [
    { id: PHOTO, bucket: 'open', name: 'a.png' },
    { id: OTHER, bucket: 'private', name: 'b.png' },
  ])
  const values = [JSON.stringify(ROWS)]
  const text = `insert into ${relation()} (id, user_id, team, level, photo)
    select id, user_id, team, level, photo from json_populate_recordset(null::${relation()}, $1)`
  const teams = `insert into ${qualify(table.schema, 'teams')} (name) values ('red')`
  await app.platform.clusters
    .of(record)
    .executor.execute(record, keyActor('dashboard').context, [{ text, values }, { text: teams }])
})
afterAll(() => app.stop())

const relation = () => qualify(table.schema, table.slug)

async function call(method: string, path: string, body?: object) {
  const answer = await app.api(method, `/projects/${project.id}/tables${path}`, {
    token: project.token,
    ...(body && { body }),
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}

test('JavaScript, explain and PostgreSQL decide alike', async () => {
  const columns = 'user_id, team, level, photo'
  const insert = (row: JsonRow) => ({
    text: `insert into ${relation()} (${columns}) select ${columns} from json_populate_record(null::${relation()}, $1)`,
    values: [JSON.stringify(row)],
  })
  await checkDecisions({
    app,
    record,
    table,
    rows: ROWS,
    conditions: CONDITIONS,
    insert,
    column: 'level',
    random,
  })
}, 300_000)

test('the candidates among users include all whom the rule allows', async () => {
  const users = ACTORS.filter(({ kind }) => kind === 'user')
  const tables = await app.platform.shapes.of(record)
  const outcomes = new Set<string>()
  for (let round = 0; round < 200; round += 1) {
    const rows = randomPolicies({ random, conditions: CONDITIONS }).map(
      (policy, n) => ({ ...policy, id: `${n}` }) as unknown as PolicyRow,
    )
    const policies = await compilePolicies(tables, table, rows)
    const { of, indexes } = compileLiveAccess(table, policies)
    for (const row of ROWS) {
      const access = of(row)
      const candidates = access.candidates()
      outcomes.add(typeof candidates === 'string' ? candidates : 'lookups')
      for (const actor of users) {
        const verdict = access.decide(actor)
        if (candidates === 'all') expect(verdict).toBe(true)
        else if (candidates === 'none') expect(verdict).toBe(false)
        else if (candidates !== 'check' && verdict !== false) {
          const found = candidates.some(({ index, value }) => {
            const values = indexes.find(({ name }) => name === index)?.valuesOf(actor)
            return values === undefined || values.includes(value)
          })
          expect(found, `${actor.name} ${JSON.stringify(row)}`).toBe(true)
        }
      }
    }
  }
  expect([...outcomes].toSorted()).toEqual(['all', 'check', 'lookups', 'none'])
}, 300_000)

import { createProjectLookup } from '#modules/projects/projects.service.ts'
