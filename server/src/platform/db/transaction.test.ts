// Transactions whose connection breaks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { transaction } from './transaction.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
  const { admin } = app.platform.clusters.main
  const broken = transaction(admin, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    // `once` of node:events would reject at the error that comes first, with nobody there yet to hear of it.
    const end = new Promise((resolve) => client.once('end', resolve))
    await admin.query('select pg_terminate_backend($1)', [rows[0].pid])
    await end
    await client.query('select 1')
  })
  await expect(broken).rejects.toThrow()
  expect((await admin.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
