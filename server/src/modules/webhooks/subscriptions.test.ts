// Subscribing to the tables whose events somebody listens to.
import { expect, test } from 'vitest'
import type { ChangeConsumer } from '#platform/changes/consumers/change-consumers.ts'
import { startTestApp } from '#test/harness.ts'
import { createSubscriptions } from './subscriptions.ts'

test('a table that cannot be captured behind the commit of its webhook is captured soon after', async () => {
  const app = await startTestApp()
  const project = await app.createProject()
  const at = `/projects/${project.id}`
  const table = { name: 'notes', columns: [{ name: 'title', data_type: 'text' }] }
  const { id } = (await app.api('POST', `${at}/tables`, { token: project.token, body: table })).data
  const hook = { name: 'Hook', url: 'https://example.com/in', events: ['row.inserted:notes'] }
  const made = await app.api('POST', `${at}/webhooks`, { token: project.token, body: hook })
  expect(made.status, made.text).toBe(201)

  const { admin } = app.platform.clusters.main
  const { rows } = await admin.query('select * from platform.projects where id = $1', [project.id])
  const subscribed = new Map<string, boolean>()
  let attempts = 0
  const consumer: ChangeConsumer = {
    subscribe: async (_project, tableId) => {
      if (++attempts === 1) throw new Error('the table is busy')
      subscribed.set(tableId, true)
    },
    unsubscribe: async () => {},
    tables: async () => subscribed,
    close: async () => {},
  }
  const subscriptions = createSubscriptions(app.platform, consumer, () => rows[0])
  expect(await subscriptions.change(rows[0], [], async () => 'stored')).toBe('stored')
  expect(attempts).toBe(1)
  await expect.poll(() => [...subscribed.keys()]).toEqual([id])
  await subscriptions.close()
  await app.stop()
})
