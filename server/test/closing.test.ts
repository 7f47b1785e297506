// The end of a server: what fails at it keeps nothing else open.
import { expect, test, vi } from 'vitest'
import { startTestApp } from './harness.ts'

test('a module that cannot be closed keeps no other open, and its failure is told', async () => {
  const app = await startTestApp()
  const project = await app.createProject()
  const { admin } = app.platform.clusters.main
  await app.api('GET', '/data/nothing', { key: project.secret })
  await admin.query('alter table platform.request_logs rename to request_logs_away')
  await app.api('GET', '/data/nothing', { key: project.secret })
  await expect(app.stop()).rejects.toThrow('request_logs')
  // The platform is closed last.
  await expect(admin.query('select')).rejects.toThrow('after calling end')
})

test('a module that cannot be drained keeps no other from it', async () => {
  const app = await startTestApp()
  vi.spyOn(app.modules.notifications, 'drain').mockRejectedValue(new Error('broken by the test'))
  const drained = vi.spyOn(app.modules.realtime, 'drain')
  await app.stop()
  expect(drained).toHaveBeenCalledOnce()
})
