// The end of a server: what fails at it keeps nothing else open.
import { expect, test } from 'vitest'
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
