import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { SigningKeys } from './signing-keys.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

test('concurrent sign-ins find the first key of a project, also after a lookup before it existed', async () => {
  const { platform } = app
  const { id } = await app.createProject()
  const project = { id, cluster: 'main' } as ProjectRecord
  const { admin } = platform.clusters.main
  const others: Promise<unknown>[] = []
  const made = Promise.withResolvers<void>()
  const query = async (text: string, values: unknown[]) => {
    if (!text.startsWith('insert')) {
      const answer = await admin.query(text, values)
      if (others.length > 0) await made.promise
      return answer
    }
    // Just before the key is stored: a concurrent lookup finds none, and caches that afterwards.
    others.push(keys.signing(project))
    await setImmediate()
    const answer = await admin.query(text, values)
    setTimeout(made.resolve)
    return answer
  }
  const stub = { query } as unknown as Queryable
  const keys = new SigningKeys({ ...platform, clusters: { of: () => ({ admin: stub }) } as never })
  const first = await keys.signing(project)
  expect(others).toHaveLength(1)
  expect(await others[0]).toEqual(first)
})
