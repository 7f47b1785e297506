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

test('a project whose table is locked delays no retry of another', async () => {
  const app = await startTestApp()
  const projects = [await app.createProject(), await app.createProject()]
  for (const { id, token } of projects) {
    const table = { name: 'notes', columns: [{ name: 'title', data_type: 'text' }] }
    await app.api('POST', `/projects/${id}/tables`, { token, body: table })
    const hook = { name: 'Hook', url: 'https://example.com/in', events: ['row.inserted:notes'] }
    const made = await app.api('POST', `/projects/${id}/webhooks`, { token, body: hook })
    expect(made.status, made.text).toBe(201)
  }
  const { rows } = await app.platform.clusters.main.admin.query('select * from platform.projects')
  const tried = new Set<string>()
  const waiting = new Set<string>()
  const unlocked = Promise.withResolvers<void>()
  const consumer: ChangeConsumer = {
    subscribe: async ({ id }) => {
      if (!tried.has(id)) {
        tried.add(id)
        throw new Error('the table is busy')
      }
      waiting.add(id)
      await unlocked.promise
    },
    unsubscribe: async () => {},
    tables: async () => new Map(),
    close: async () => {},
  }
  const find = (id: string) => rows.find((row) => row.id === id)
  const subscriptions = createSubscriptions(app.platform, consumer, find)
  for (const { id } of projects) await subscriptions.change(find(id), [], async () => {})
  await expect.poll(() => [...waiting].sort(), { timeout: 5000 }).toEqual(projects.map(({ id }) => id).sort())
  unlocked.resolve()
  await subscriptions.close()
  await app.stop()
})
