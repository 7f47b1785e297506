// Streams that follow a log end for whoever may no longer read it, and hold nothing of what came since.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await startTestApp()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const organisationOf = async ({ id, token }: TestProject): Promise<string> =>
  (await app.api('GET', `/projects/${id}`, { token })).data.organisation_id

async function colleagueOf(project: TestProject) {
  const colleague = await app.register()
  const body = { email: colleague.user.email, role: 'developer' }
  const path = `/organisations/${await organisationOf(project)}/members`
  expect((await app.api('POST', path, { token: project.token, body })).status).toBe(201)
  return colleague
}

async function follow({ id }: TestProject, token: string) {
  const stream = await openStream(`${base}/api/v1/projects/${id}/request-logs/stream`, {
    authorization: `Bearer ${token}`,
  })
  await stream.until((one) => one.text().includes('id: '))
  return stream
}

const visit = ({ secret }: TestProject, place: string) => app.api('GET', `/data/${place}`, { key: secret })

type Colleague = Awaited<ReturnType<typeof colleagueOf>>

test.each<[string, (project: TestProject, colleague: Colleague) => Promise<{ status: number }>]>([
  [
    'the project has moved to another organisation',
    async ({ id, token }) => {
      const { data } = await app.api('POST', '/organisations', { token, body: { name: 'Team' } })
      const body = { organisation_id: data.id }
      return app.api('POST', `/projects/${id}/transfer`, { token, body })
    },
  ],
  [
    'they are no longer a member',
    async (project, { user }) =>
      app.api('DELETE', `/organisations/${await organisationOf(project)}/members/${user.id}`, {
        token: project.token,
      }),
  ],
  [
    'their role no longer allows it',
    async (project, { user }) =>
      app.api('PATCH', `/organisations/${await organisationOf(project)}/members/${user.id}`, {
        token: project.token,
        body: { role: 'billing' },
      }),
  ],
  ['they have signed out', (_project, { token }) => app.api('POST', '/auth/logout', { token })],
])('a stream ends where %s', async (_why, lose) => {
  const project = await app.createProject()
  const colleague = await colleagueOf(project)
  const [lost, kept] = [await follow(project, colleague.token), await follow(project, project.token)]
  await visit(project, 'before')
  for (const one of [lost, kept]) await one.until((stream) => stream.text().includes('/data/before'))
  expect((await lose(project, colleague)).status).toBeLessThan(300)
  await visit(project, 'since')
  await kept.until((stream) => stream.text().includes('/data/since'))
  await lost.ended
  expect(lost.text()).not.toContain('/data/since')
  kept.close()
})

test('a stream goes on where the access token has expired that it began with, as long as its session', async () => {
  const project = await app.createProject()
  const stream = await follow(project, project.token)
  app.clock.advance(3600)
  const expired = await app.api('GET', `/projects/${project.id}`, { token: project.token })
  expect(expired.status).toBe(401)
  await visit(project, 'later')
  await stream.until((one) => one.text().includes('/data/later'))
  stream.close()
})

test('a stream ends with the personal access token that it began with', async () => {
  const project = await app.createProject()
  const expires_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const body = { name: 'watch', permissions: ['logs:read'], expires_at }
  const made = await app.api('POST', '/me/tokens', { token: project.token, body })
  const stream = await follow(project, made.data.token)
  await visit(project, 'before')
  await stream.until((one) => one.text().includes('/data/before'))
  const path = `/me/tokens/${made.data.id}`
  expect((await app.api('DELETE', path, { token: project.token })).status).toBe(204)
  await visit(project, 'since')
  await stream.ended
  expect(stream.text()).not.toContain('/data/since')
})
