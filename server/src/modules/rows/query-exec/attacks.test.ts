// query/exec under attack: every attack is refused or harmless, tells nothing that the caller may not know,
// changes nothing, and leaves the server as it was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { belongingsOf } from '#test/isolation/belongings.ts'
import { ATTACKS_BY_AIM } from './attacks.fixture.ts'
import { ATTACKS_BY_MEANS, HARMLESS_ATTACKS } from './attacks-by-means.fixture.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

const REFUSED = { ...ATTACKS_BY_AIM, ...ATTACKS_BY_MEANS }

let app: TestApp
let shop: Shop
let other: string
let ids: string[]
let before: unknown

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
  const { id, token, secret } = await app.createProject('Other')
  other = projectNames(id).schema
  ids = [shop.id, id]
  const columns = [{ name: 'text', data_type: 'text' }]
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'loot', columns } })
  await app.api('POST', '/data/loot', { key: secret, body: { text: 'secret of others' } })
  before = await everything()
})
afterAll(() => app.stop())

const filled = (sql: string) => sql.replaceAll('SCHEMA', shop.schema).replaceAll('OTHER', other)

async function everything() {
  const { admin } = app.platform.clusters.main
  const { rows } = await admin.query(`
    select (select json_agg(n order by id) from ${shop.schema}.notes n) as notes,
      (select json_agg(l) from ${other}.loot l) as loot`)
  return [rows, await belongingsOf(admin, ids)]
}

// The next query of the same end user still runs as that user.
async function expectAlive() {
  const { status, data, text } = await shop.ask(
    'select auth.uid() as uid, count(*) as n from notes',
    [],
    shop.callers.amina,
  )
  expect([status, data?.rows], text).toEqual([200, [{ uid: shop.amina, n: 1 }]])
}

function expectNothingTold(text: string) {
  expect(text).not.toMatch(/juma's|deleted secret|secret of others|amina@|"[^"]*\bat .*\.ts|node_modules/)
  expect(text).not.toMatch(/[qrst]\$|p_[0-9a-f]{32}_|scram|SCRAM|root:/)
}

test('there are many of them, each once', () => {
  const all = [...Object.values(REFUSED).flat(), ...HARMLESS_ATTACKS.map(([sql]) => sql)]
  expect(all.length).toBeGreaterThanOrEqual(400)
  expect(all.filter((sql, index) => all.indexOf(sql) !== index)).toEqual([])
})

describe.each(Object.entries(REFUSED))('%s', (_what, attacks) => {
  test.each(attacks.map((sql) => [JSON.stringify(sql).slice(0, 100), sql] as const))(
    '%s',
    async (_name, sql) => {
      for (const caller of [shop.callers.amina, shop.callers.secret]) {
        const { status, text, body } = await shop.ask(filled(sql), [], caller)
        expect([400, 403], text).toContain(status)
        expect(body.message).toMatch(/^([A-Z]|sql: ).*[.?]$/s)
        // What a refusal quotes is the client's own text.
        expectNothingTold(JSON.stringify([body.message, body.errors]).replaceAll(/[qt]\$\d?/g, ''))
      }
      await expectAlive()
    },
  )
})

describe('harmless', () => {
  test.each(HARMLESS_ATTACKS.map(([sql, rows]) => [sql.slice(0, 100), sql, rows] as const))(
    '%s',
    async (_name, sql, rows) => {
      const { status, data, text } = await shop.ask(filled(sql), [], shop.callers.amina)
      expect(status, text).toBe(200)
      expect(data.rows.map((row: object) => Object.values(row))).toEqual(rows)
      await expectAlive()
    },
  )
})

test('nothing has changed', async () => {
  expect(await everything()).toEqual(before)
})
