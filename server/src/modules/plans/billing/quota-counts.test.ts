// Quotas are counted in memory between two looks at what is written down: how far one node, and several, go beyond them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#test/harness.ts'
import { startNode } from '#test/nodes.ts'
import { startBilledApp, use } from './billing.fixture.ts'

const PLANS = `
plans:
  - id: free
    name: Free
    currency: USD
    meters:
      requests: { limit: 60 }
      sign_ins: { limit: 3 }
  - id: pro
    name: Pro
    price: 100
    currency: USD
    meters:
      requests: { limit: 300 }
`
const LIMIT = 60
const EXCESS = 10

let app: TestApp
beforeAll(async () => {
  app = await startBilledApp({}, PLANS)
})
afterAll(() => app.stop())

type Api = TestApp['api']

// A project, and how many requests it has left: creating it has taken some.
async function begin() {
  const project = await app.createProject()
  const { id, token } = project
  const { data } = await app.api('GET', `/projects/${id}/usage`, { token })
  return { ...project, rest: LIMIT - data[0].requests }
}

// How many of so many requests get through, all at once, in turn by each node.
async function through(nodes: readonly Api[], key: string, count: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => (nodes[n % nodes.length] as Api)('GET', '/data/users', { key })),
  )
  return answers.filter(({ status }) => status !== 429).length
}

test('one node lets through as many as the plan has, however many come at once', async () => {
  const { secret: key, id, token, rest } = await begin()
  // The first ones are below half, of which nothing is written down.
  expect(await through([app.api], key, 20)).toBe(20)
  expect(await through([app.api], key, 211)).toBe(rest - 20)
  const refused = await app.api('GET', '/data/users', { key })
  expect(refused.body.details).toMatchObject({ quota: 'requests', limit: LIMIT })
  // Refused ones count as well, and each once.
  const { data } = await app.api('GET', `/projects/${id}/usage`, { token })
  expect(data[0].requests).toBe(LIMIT - rest + 20 + 211 + 2)
})

test('one after the other the last one that the plan has is let through, and the next is not', async () => {
  const { secret: key, rest } = await begin()
  await through([app.api], key, rest - 1)
  expect(await through([app.api], key, 1)).toBe(1)
  expect(await through([app.api], key, 1)).toBe(0)
})

test('two nodes share a quota, and go beyond it by little', async () => {
  const other = await startNode(app)
  try {
    const both = [app.api, other.api]
    const one = await begin()
    let passed = 0
    for (let round = 0; round < 7; round++) passed += await through(both, one.secret, 30)
    expect(passed).toBeGreaterThanOrEqual(one.rest)
    expect(passed).toBeLessThanOrEqual(one.rest + EXCESS)
    // One that looked early, when the other uses up the most.
    const two = await begin()
    expect(await through([other.api], two.secret, 1)).toBe(1)
    expect(await through([app.api], two.secret, two.rest - 6)).toBe(two.rest - 6)
    expect(await through([other.api], two.secret, 211)).toBeLessThanOrEqual(5 + EXCESS)
  } finally {
    await other.close()
  }
})

test('a larger plan helps at once, on every node, and has its own limit', async () => {
  const other = await startNode(app)
  try {
    const { id, token, secret: key, rest } = await begin()
    expect(await through([app.api], key, rest + 3)).toBe(rest)
    expect(await through([other.api], key, 2 * EXCESS)).toBeLessThanOrEqual(EXCESS)
    expect(await through([other.api], key, 1)).toBe(0)
    await app.api('PATCH', `/projects/${id}/billing`, { token, body: { plan_id: 'pro' } })
    await vi.waitFor(async () => expect(await through([other.api], key, 1)).toBe(1), { timeout: 10_000 })
    const passed = await through([app.api, other.api], key, 300)
    expect(passed).toBeGreaterThan(150)
    expect(passed).toBeLessThanOrEqual(300 - LIMIT + 15)
  } finally {
    await other.close()
  }
})

test('the month turns between two requests', async () => {
  const { secret: key, rest } = await begin()
  expect(await through([app.api], key, 100)).toBe(rest)
  const now = app.clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  app.clock.advance((next - now.getTime()) / 1000)
  expect(await through([app.api], key, 100)).toBe(LIMIT)
})

test('sign-ins are counted in memory, and what other nodes have written down is seen', async () => {
  const project = await begin()
  const { quotas, usage } = app.platform
  await through([app.api], project.secret, 1)
  usage.of(project.id).sign_ins += 2
  expect(() => quotas.check(project.id, ['sign_ins'])).not.toThrow()
  usage.of(project.id).sign_ins += 1
  expect(() => quotas.check(project.id, ['sign_ins'])).toThrow('The quota of sign_ins is exceeded: 3 of 3.')
  await use(app, project, { requests: LIMIT })
  expect(await through([app.api], project.secret, 100)).toBeLessThanOrEqual(EXCESS)
})

test('a node that cannot look goes by what it knows, and looks again some seconds later', async () => {
  const project = await begin()
  const { secret: key, rest } = project
  expect(await through([app.api], key, 20)).toBe(20)
  const { admin } = app.platform.clusters.main
  const query = admin.query.bind(admin)
  const failing = vi
    .spyOn(admin, 'query')
    .mockImplementation(((text: string, ...rest: never[]) =>
      /usage_(days|flushes)/.test(text)
        ? Promise.reject(new Error('connection refused'))
        : query(text, ...rest)) as never)
  try {
    expect(await through([app.api], key, 15)).toBe(15)
    expect(failing).toHaveBeenCalled()
  } finally {
    failing.mockRestore()
  }
  // Another node has used up the rest.
  await use(app, project, { requests: rest })
  expect(await through([app.api], key, 1)).toBe(1)
  app.clock.advance(6)
  expect(await through([app.api], key, 10)).toBe(0)
})
