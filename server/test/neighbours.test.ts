// Nobody waits for a neighbour: bullies abuse what they legitimately have while quiet projects work beside them, and every
// row, answer and event of these is accounted for. `npm run drills` does the same for half an hour, at full size.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { ABUSES } from './abuse/abuses.ts'
import { runDrill } from './abuse/drill.ts'
import { endProgram, startProgram } from './program.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from './test-database.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('what bullies do is nothing to their neighbours', { timeout: 300_000 }, async () => {
  const database = await cloneDatabase(inject('server'))
  cleanups.push(() => database.drop())
  const dataDir = await mkdtemp(join(tmpdir(), 'msingi-neighbours-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const { child, base } = await startProgram({
    DATABASE_URL: urlOf(database.connection),
    MSINGI_DATA: dataDir,
    MSINGI_MASTER_KEY: TEST_SECRET,
    MSINGI_RATE_LIMITS: 'off',
    MSINGI_TRUST_PROXY: 'on',
    // So that no machine is too slow for who comes back.
    MSINGI_CHANGE_RETENTION: '1800',
  })
  cleanups.push(() => endProgram(child, 'SIGKILL'))

  const abuses = ABUSES.map(({ name }) => name)
  const result = await runDrill({
    base,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    milliseconds: 5000,
    seed: 10,
    full: false,
    bullies: 4,
    neighbours: 2,
    listeners: 2,
    abuses,
    turn: 400,
  })

  expect(result.violations).toEqual([])
  // A drill in which nobody did anything would pass as well.
  const begun = result.bullies.turns?.map(([name]) => name).sort()
  expect(begun, JSON.stringify(result.bullies.failures)).toEqual(abuses.toSorted())
  expect(result.written).toBeGreaterThan(0)
  expect(result.events).toBe(result.written * 4)
  expect(await endProgram(child, 'SIGTERM')).toBe(0)
})
