// Each row event reaches the function of its trigger, and what the function never handles is a failed job, while the server is
// killed with -9. `npm run drills -- triggers` does it with 3,000 events.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { findWorkerd } from '#platform/workerd/workerd-binary.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'
import { drillTriggers } from './drill.ts'

test.skipIf(findWorkerd() === undefined)(
  'kills amid deliveries to a function cost no event, and no failed job',
  { timeout: 480_000 },
  async () => {
    const database = await cloneDatabase(inject('server'))
    const dataDir = await mkdtemp(join(tmpdir(), 'msingi-triggers-'))
    await chmod(dataDir, 0o711)
    try {
      const verdict = await drillTriggers({
        settings: {
          DATABASE_URL: urlOf(database.connection),
          MSINGI_DATA: dataDir,
          MSINGI_MASTER_KEY: TEST_SECRET,
        },
        connection: database.connection,
        rows: 20,
        kills: 2,
        seed: 7,
      })
      expect(verdict).toMatchObject({ kills: 3, events: 60, refused: 6 })
      // Ten calls of each that is refused for good, and two of each that is refused once.
      expect(verdict.calls).toBeGreaterThan(60 + 6 * 9)
      expect(verdict).toMatchObject({ missing: 0, repeated: 0, unlisted: 0, given_up: 0, unsettled: 0 })
    } finally {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
