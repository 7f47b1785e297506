// Jobs that have failed for good: read, run again and discarded by those who administer the project; and their figures.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let error: Error | undefined
let done = 0
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  app.platform.jobs.define({
    name: 'test-failing',
    retries: 0,
    run: async () => {
      if (error !== undefined) throw error
      done += 1
    },
  })
  await app.platform.jobs.start({ work: true })
})
afterAll(() => app.stop())

const list = (token = project.token, query = '') => app.api('GET', `/jobs/failed${query}`, { token })
const fail = async (reason: Error) => {
  error = reason
  const { jobs, clusters } = app.platform
  await transaction(clusters.main.admin, (db) => jobs.send('test-failing', {}, db, project.id))
  await expect.poll(async () => (await list()).data.length, { interval: 20 }).toBe(1)
  return (await list()).data[0]
}

test('are listed with the reason, and run again', async () => {
  const job = await fail(invalidInput('The address of the receiver is wrong.'))
  expect(job).toEqual({
    id: expect.any(String),
    name: 'test-failing',
    project_id: project.id,
    error: 'The address of the receiver is wrong.',
    attempts: 1,
    created_at: expect.any(String),
    failed_at: expect.any(String),
  })
  expect((await list(project.token, '?name=test-failing')).data).toEqual([job])
  expect((await list(project.token, '?name=function-event')).data).toEqual([])
  expect((await list(project.token, `?name=${'x'.repeat(101)}`)).status).toBe(400)
  const { text } = await app.api('GET', '//metrics')
  expect(text).toContain('msingi_jobs_dead{job="test-failing"} 1')
  expect(text).toContain('msingi_jobs_runs{job="test-failing",outcome="failed"} 1')
  error = undefined
  const retried = await app.api('POST', `/jobs/failed/${job.id}/retry`, { token: project.token })
  expect(retried.status).toBe(202)
  await expect.poll(() => done, { interval: 20 }).toBe(1)
  expect((await list()).data).toEqual([])
  const again = await app.api('POST', `/jobs/failed/${job.id}/retry`, { token: project.token })
  expect(again.status).toBe(404)
})

test('are discarded; what went wrong on our side is not told, and strangers and viewers see nothing', async () => {
  const job = await fail(new Error('relation "platform.secrets" does not exist'))
  expect(job.error).toBe('Something went wrong on our side. The log of the server says what.')
  const stranger = await app.register()
  const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token: project.token })).data
  const body = { email: stranger.user.email, role: 'developer' }
  await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
  const { token } = stranger
  expect((await list(token)).data).toEqual([])
  expect((await app.api('DELETE', `/jobs/failed/${job.id}`, { token })).status).toBe(404)
  expect((await list(project.token, `?project_id=${crypto.randomUUID()}`)).data).toEqual([])
  const path = `/jobs/failed/${job.id}`
  expect((await app.api('DELETE', path, { token: project.token })).status).toBe(204)
  expect((await list()).data).toEqual([])
})
