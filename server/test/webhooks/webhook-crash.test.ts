// Each event arrives, signed, in order where that is asked for, and not again after its success is stored, while the receiver
// fails at random and the server is killed with -9. `npm run drills -- webhooks` does it with 10,000 events.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'
import { drillWebhooks } from './drill.ts'

test('two kills amid changes cost no event', { timeout: 480_000 }, async () => {
  const database = await cloneDatabase(inject('server'))
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-webhooks-'))
  await chmod(dataDir, 0o711)
  try {
    const verdict = await drillWebhooks({
      settings: {
        DATABASE_URL: urlOf(database.connection),
        MSINGI_DATA: dataDir,
        MSINGI_MASTER_KEY: TEST_SECRET,
      },
      connection: database.connection,
      rows: 100,
      kills: 2,
      seed: 7,
    })
    expect(verdict).toMatchObject({ kills: 2, events: 300 })
    expect(verdict.arrivals).toBeGreaterThan(600)
    expect(verdict).toMatchObject({ missing: 0, unverified: 0, late: 0, disordered: 0, undelivered: 0 })
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
