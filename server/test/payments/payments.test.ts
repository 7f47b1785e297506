// Payments under all faults at once, with kills: the small form of `npm run drills -- payments`.
import { expect, inject, test } from 'vitest'
import { cloneDatabase, TEST_SECRET } from '#test/test-database.ts'
import { drillPayments } from './drill.ts'

test('after faults and kills, every payment is what it truly is', { timeout: 600_000 }, async () => {
  const database = await cloneDatabase(inject('server'))
  const { user, password, host, port, database: name } = database.connection as Record<string, string>
  const url = `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${name}?host=${host}`
  try {
    const result = await drillPayments({
      connection: database.connection,
      environment: { DATABASE_URL: url, MSINGI_MASTER_KEY: TEST_SECRET },
      payments: 60,
      kills: 1,
      seed: 7,
    })
    expect(result.wrong).toEqual([])
    expect([result.payments, result.completed > 20]).toEqual([60, true])
  } finally {
    await database.drop()
  }
})
