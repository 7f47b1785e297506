// Flags in query strings are true or false, on every route that has one; whatever else stands there is a 400 naming it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const id = crypto.randomUUID()
test.each([
  ['DELETE', `/storage/buckets/${id}`, 'force'],
  ['PUT', `/storage/buckets/${id}/objects/a.txt`, 'overwrite'],
  ['DELETE', '/tables/notes', 'cascade'],
  ['DELETE', '/schema/views/notes', 'cascade'],
  ['POST', '/tables/notes/import', 'header'],
  ['POST', '/tables/notes/import', 'dry_run'],
  ['GET', '/auth/users', 'confirmed'],
  ['GET', '/auth/users', 'count'],
])('%s %s?%s=', async (method, path, flag) => {
  const call = (value: string) =>
    app.api(method, `/projects/${project.id}${path}?${flag}=${value}`, { token: project.token })
  for (const value of ['', '1', 'yes', 'TRUE', 'true,false', `true&${flag}=false`]) {
    const { status, body } = await call(value)
    expect([status, body?.details, body?.message], value).toEqual([
      400,
      { fields: [flag] },
      expect.stringMatching(new RegExp(`^${flag}: .*must be (?:true or false|one of true, false)`)),
    ])
  }
  for (const value of ['true', 'false'])
    expect((await call(value)).body.details?.fields ?? []).not.toContain(flag)
})
