// Every committed change is consumed exactly once, as the consumer's own table says, while the process that reads and
// consumes is killed with -9 under load. `npm run drills -- consumers` kills more often.
import { afterEach, expect, test } from 'vitest'
import { type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { drillConsumers } from '#test/consumers/drill.ts'

let lab: Lab
afterEach(() => lab.stop())

test.each<readonly [string, CaptureWish]>([
  ['log', 'auto'],
  ['outbox', 'outbox'],
])('three kills amid writers cost no change and repeat none (%s)', async (_, capture) => {
  lab = await openLab(capture, 2)
  const table = await lab.addTable('notes', [{ name: 'title', data_type: 'text' }], false)
  const { changes, clusters } = lab.app.platform
  const consumer = changes.consume({
    name: 'audit',
    batch: async () => Promise.reject(new Error('not here')),
  })
  await consumer.subscribe({ id: lab.project.id, cluster: 'main' } as ProjectRecord, table)
  await changes.close()
  const connection = clusters.main.adminConfig() as Parameters<typeof drillConsumers>[0]['connection']
  const result = await drillConsumers({ connection, capture, schema: lab.schema, kills: 3, seed: 7 })
  expect(result.kills).toBe(3)
  expect(result.committed).toBeGreaterThan(100)
  expect(result).toMatchObject({ missing: 0, repeated: 0, disordered: 0, gaps: 0 })
})
