// Several servers that share one database, and what a load balancer does with their clients.
import { connect, createServer } from 'node:net'
import { type AppOptions, createApp } from '#app'
import type { Config } from '#platform/config/config.ts'
import { createCaller, type TestApp } from '#test/harness.ts'
import { CHEAP_PASSWORDS, quietLog, testKeys } from '#test/test-database.ts'

/** Node is one of several servers. */
export interface Node {
  readonly base: string
  readonly api: TestApp['api']
  readonly changes: TestApp['platform']['changes']
  readonly platform: TestApp['platform']
  /** close stops it; twice does no harm. */
  close(): Promise<void>
}

/** listenAs lets a server under test be one of them. */
export async function listenAs(app: TestApp): Promise<Node> {
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    base,
    api: app.api,
    changes: app.platform.changes,
    platform: app.platform,
    close: () => app.close(),
  }
}

/** startNode starts another server on the database of one; `more` is what it is made of besides. */
export async function startNode(
  app: TestApp,
  overrides: Partial<Config> = {},
  more: Partial<AppOptions> = {},
): Promise<Node> {
  const { config, clusters } = app.platform
  const node = await createApp({
    config: { ...config, ...overrides },
    log: quietLog,
    clock: app.clock,
    keys: testKeys,
    database: clusters.main.adminConfig(),
    work: false,
    passwordCost: CHEAP_PASSWORDS,
    ...more,
  })
  const base = await node.app.listen({ port: 0, host: '127.0.0.1' })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= node.close()
    return closed
  }
  return { base, api: createCaller(node), changes: node.platform.changes, platform: node.platform, close }
}

/** Balancer passes each connection on to the next server in turn. */
export interface Balancer {
  readonly base: string
  close(): void
}

/** openBalancer opens one. */
export async function openBalancer(nodes: readonly Node[]): Promise<Balancer> {
  let turn = 0
  const server = createServer((client) => {
    const { hostname, port } = new URL(nodes[turn++ % nodes.length]?.base ?? '')
    const upstream = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { base: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
