// Rate limits of several nodes with a broker: a caller gets no more through all of them than through one.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_NATS, startNats, type TestNats } from '#test/nats.ts'
import { listenAs, type Node, startNode } from '#test/nodes.ts'

const WAIT = { timeout: 60_000, interval: 20 }
// A machine under load is not what these tests are about.
const PATIENT = { countsAnswerMs: 30_000 }

describe.skipIf(NO_NATS)('two nodes', () => {
  let nats: TestNats
  let app: TestApp
  let nodes: [Node, Node]
  let project: TestProject

  beforeAll(async () => {
    nats = await startNats()
    app = await startTestApp(
      { rateLimits: true, natsUrls: [nats.url], keyLimit: 40, projectMails: 80 },
      PATIENT,
    )
    project = await app.createProject()
    nodes = [await listenAs(app), await startNode(app, {}, PATIENT)]
    await together()
  })
  afterAll(async () => {
    await nodes[1].close()
    await app.stop()
    await nats.stop()
  })

  const together = () =>
    vi.waitFor(() => {
      for (const { platform } of nodes) expect(platform.counts?.nodes.others).toHaveLength(1)
    }, WAIT)
  const call = ({ api }: Node, key = project.secret) => api('GET', '/data/users', { key })
  const admitted = async (key?: string) => {
    const both = Array.from({ length: 30 }, () => nodes.map((node) => call(node, key))).flat()
    const answers = await Promise.all(both)
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 429]))).toBe(true)
    return answers.filter(({ status }) => status === 200)
  }

  test("admit together what the server's own limit says, and count down to nothing", async () => {
    const right = await admitted()
    expect(right).toHaveLength(40)
    const refused = await call(nodes[1])
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '40', 'ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    app.clock.advance(60)
    expect((await call(nodes[1])).headers['ratelimit-remaining']).toBe('39')
  })

  test("admit together what a project's own rule says", async () => {
    app.clock.advance(60)
    const rules = [{ group: 'data', by: 'key', limit: 10, window_seconds: 60 }]
    const changed = await app.api('PATCH', `/projects/${project.id}/rate-limits`, {
      token: project.token,
      body: { rules },
    })
    expect(changed.status, changed.text).toBe(200)
    const limitAt = async (node: Node) => {
      const { headers } = await call(node, project.publishable)
      return headers['ratelimit-limit']
    }
    for (const node of nodes) await expect.poll(() => limitAt(node)).toBe('10')
    app.clock.advance(60)
    expect(await admitted()).toHaveLength(10)
  })

  test('admit together what single routes bound for themselves', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const path = `/projects/${project.id}/integrations/${unknown}/test`
    const send = ({ api }: Node) => api('POST', path, { token: project.token, body: { to: 'a@example.com' } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => nodes.map(send)).flat())
    expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({
      404: { length: 10 },
      429: { length: 10 },
    })
  })

  test('send together no more messages than a network can request', async () => {
    let people = 0
    const ask = ({ api }: Node) =>
      api('POST', `/projects/${project.id}/auth/reset-password`, {
        key: project.publishable,
        body: { email: `person-${++people}@example.com` },
      })
    const answers = await Promise.all(Array.from({ length: 8 }, () => nodes.map(ask)).flat())
    expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({
      200: { length: 8 },
      429: { length: 8 },
    })
  })

  test('one that stops leaves what it has counted behind', async () => {
    app.clock.advance(60)
    for (const node of nodes.toReversed())
      for (let n = 0; n < 4; n++) expect((await call(node)).status).toBe(200)
    await nodes[1].close()
    await vi.waitFor(() => expect(app.platform.counts?.nodes.others).toEqual([]), WAIT)
    const rest = await Promise.all(Array.from({ length: 20 }, () => call(nodes[0])))
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(2)
  })
})
