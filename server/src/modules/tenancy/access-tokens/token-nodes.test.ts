// Personal access tokens on several nodes: one that is revoked at one of them ends at all of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { listenAs, type Node, startNode } from '#test/nodes.ts'

let app: TestApp
let nodes: [Node, Node]
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  nodes = [await listenAs(app), await startNode(app)]
})
afterAll(async () => {
  await nodes[1].close()
  await app.stop()
})

async function createToken(owner = project.token) {
  const { data } = await app.api('POST', '/me/tokens', { token: owner, body: { name: 'CI' } })
  return data as { id: string; token: string }
}
const statusAt = async ({ api }: Node, token: string) =>
  (await api('GET', `/projects/${project.id}`, { token })).status
const statuses = (token: string) => Promise.all(nodes.map((node) => statusAt(node, token)))

test('a revoked token ends everywhere, whichever node revokes it, and so do its live connections', async () => {
  for (const [revoking, other] of [nodes, nodes.toReversed()] as [Node, Node][]) {
    const { id, token } = await createToken()
    // Both nodes have it in memory from now on.
    expect(await statuses(token)).toEqual([200, 200])
    const ticket = await other.api('POST', `/projects/${project.id}/realtime/token`, {
      token,
      body: { table: 'users' },
    })
    expect(ticket.status, ticket.text).toBe(200)
    const events = `/api/v1/projects/${project.id}/realtime/events?token=${ticket.data.token}`
    // Without a broker, one node serves live changes.
    const streams = await Promise.all(nodes.map(({ base }) => fetch(base + events)))
    const stream = streams.find(({ status }) => status === 200) as Response
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 503])
    expect((await revoking.api('DELETE', `/me/tokens/${id}`, { token: project.token })).status).toBe(204)
    expect(await statusAt(revoking, token)).toBe(401)
    await expect.poll(() => statusAt(other, token)).toBe(401)
    // Reads until the server ends the stream.
    await stream.text()
    expect((await fetch(stream.url)).status).toBe(401)
  }
})

test('a token that was revoked while a node heard nothing ends there once it listens again', async () => {
  const { id, token } = await createToken()
  expect(await statuses(token)).toEqual([200, 200])
  const { admin } = app.platform.clusters.main
  // The connections of both nodes that carry invalidations.
  const { rowCount } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'msingi-invalidations' and datname = current_database()`,
  )
  expect(rowCount).toBe(2)
  expect((await nodes[0].api('DELETE', `/me/tokens/${id}`, { token: project.token })).status).toBe(204)
  await expect.poll(() => statuses(token), { timeout: 20_000 }).toEqual([401, 401])
})

test('a token ends everywhere with the account of its owner', async () => {
  const owner = await app.register()
  const { token } = await createToken(owner.token)
  const at = async ({ api }: Node) => (await api('GET', '/me', { token })).status
  expect([await at(nodes[0]), await at(nodes[1])]).toEqual([200, 200])
  const body = { current_password: 'correct horse 1' }
  expect((await app.api('DELETE', '/me', { token: owner.token, body })).status).toBe(204)
  for (const node of nodes) await expect.poll(() => at(node)).toBe(401)
})
