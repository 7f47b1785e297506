// PostgreSQL prepares the statements of the server against its schema, also those that no other test runs.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyMigrations } from '#migrations/keys/key-migrations.ts'
import { migrate } from '#platform/db/migrations/migrate.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { Collector } from './collect.ts'

// The stores with statements that are put together at run time, which no other store may have.
const COMPOSED = {
  'modules/tenancy/access-tokens/access-tokens.store.ts': 'one of two columns',
  'modules/rows/advisor/figures.store.ts': 'one of several constants, handed to a function',
  'modules/auth/providers/provider-signin.store.ts': 'one of two tables',
  'modules/auth/providers/providers.store.ts': 'with a lock or without',
  'modules/plans/billing/invoices.store.ts': 'one of two owners',
  'modules/automation/functions/log/function-figures.store.ts': 'a count of each kind',
  'modules/automation/functions/log/function-log.store.ts': 'one of two tables',
  'modules/operations/notifications/events.store.ts': 'events or notifications, in either direction',
  'modules/tenancy/organisations/members.store.ts': 'a page',
  'modules/payments/evidence/differences.store.ts': 'one of two conflicts',
  'modules/payments/evidence/payments.store.ts': 'names of columns',
  'modules/payments/reconciliation/differences.store.ts': 'filters',
  'modules/payments/statements/imports.store.ts': 'one of several conditions',
  'modules/payments/transactions/list.store.ts': 'filters',
  'modules/database/policies/policies.store.ts': 'columns of a constant, with an alias',
  'modules/projects/projects.store.ts': 'a page',
  'modules/operations/request-logs/partitions.store.ts': 'a table of each day',
  'modules/operations/request-logs/request-logs.store.ts': 'filters',
  'modules/database/schema-history/schema-history.store.ts': 'one of several constants, handed to a function',
  'modules/tenancy/single-sign-on/sign-in.store.ts': 'one of two tables',
  'modules/storage/objects/file-uses.store.ts': 'tables of a project',
  'modules/plans/usage/usage.store.ts': 'meters, some with another function',
  'modules/automation/webhook-deliveries/upkeep/upkeep.store.ts':
    'one of two constants, handed to a function',
}

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i

let app: TestApp
let db: pg.PoolClient

beforeAll(async () => {
  app = await startTestApp()
  const { admin } = app.platform.clusters.main
  await migrate(admin, 'msingi_keys', keyMigrations)
  db = await admin.connect()
})
afterAll(async () => {
  db.release()
  await app.stop()
})

const collector = new Collector(SRC)
const statements = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .flatMap((file) => collector.collect(file))

async function problemOf(text: string): Promise<string | undefined> {
  try {
    await db.query({ text: `prepare statement as ${text}`, queryMode: 'extended' } as pg.QueryConfig)
    await db.query('deallocate statement')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('PostgreSQL prepares each statement', async () => {
  const problems: string[] = []
  for (const { place, texts = [] } of statements)
    for (const text of texts.filter((one) => PREPARABLE.test(one))) {
      const problem = await problemOf(text)
      if (problem !== undefined) problems.push(`${place}: ${problem}`)
    }
  expect(problems).toEqual([])
})

test('no store puts statements together at run time but those that are listed', () => {
  const unknown = statements
    .filter(({ texts }) => texts === undefined)
    .map(({ place }) => place.split(':')[0])
  const stores = new Set(unknown.filter((file) => file?.endsWith('.store.ts')))
  expect([...stores].sort()).toEqual(Object.keys(COMPOSED).sort())
})
