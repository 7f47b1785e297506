// A server with a table, a receiver, and what tests of deliveries do with them.
import type http from 'node:http'
import { expect } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { type Answer, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { LOOPBACK, type Received, type Receiver, startReceiver } from './receiver.fixture.ts'

/** WebhooksLab is all that. */
export interface WebhooksLab {
  readonly app: TestApp
  readonly receiver: Receiver
  readonly project: TestProject
  /** call calls a route below /webhooks of the project. */
  call(method: string, path?: string, body?: unknown): Promise<Answer>
  /** listen makes a webhook of the table `notes` at a path of the receiver, and returns its id and secret. */
  listen(path: string, more?: object): Promise<{ id: string; secret: string }>
  /** insert adds rows and returns them. */
  insert(...titles: string[]): Promise<any[]>
  update(id: string, title: string): Promise<void>
  /** arrived waits until so many requests have arrived at a path. */
  arrived(path: string, count: number): Promise<Received[]>
  /** deliveries waits until the deliveries of a webhook, oldest first, satisfy a check. */
  deliveries(id: string, check: (deliveries: any[]) => void): Promise<any[]>
  stop(): Promise<void>
}

/** titleOf returns the title of the row that an event is about. */
export function titleOf({ body }: Received): string | undefined {
  return body.data.record?.title
}

/** refuse answers with a status and headers. */
export function refuse(response: http.ServerResponse, status: number, headers: Record<string, string> = {}) {
  response.writeHead(status, headers).end('no')
}

/** openWebhooksLab starts it; `overrides` change single settings. */
export async function openWebhooksLab(overrides: Partial<Config> = {}): Promise<WebhooksLab> {
  const receiver = await startReceiver()
  const app = await startTestApp({ internalNetworks: LOOPBACK, ...overrides })
  const project = await app.createProject()
  const { id, token, secret: key } = project
  const body = { name: 'notes', columns: [{ name: 'title', data_type: 'text' }] }
  await app.api('POST', `/projects/${id}/tables`, { token, body })
  const call: WebhooksLab['call'] = (method, path = '', sent) =>
    app.api(method, `/projects/${id}/webhooks${path}`, { key, body: sent })
  return {
    app,
    receiver,
    project,
    call,
    async listen(path, more = {}) {
      const events = ['row.inserted:notes', 'row.updated:notes']
      const made = await call('POST', '', { name: path, url: receiver.url + path, events, ...more })
      if (made.status !== 201) throw new Error(made.text)
      return made.data
    },
    async insert(...titles) {
      const rows = titles.map((title) => ({ title }))
      return (await app.api('POST', '/data/notes', { key, body: rows })).data
    },
    async update(row, title) {
      await app.api('PATCH', `/data/notes/${row}`, { key, body: { title } })
    },
    async arrived(path, count) {
      await expect.poll(() => receiver.of(path).length, { interval: 10 }).toBeGreaterThanOrEqual(count)
      return receiver.of(path)
    },
    async deliveries(webhook, check) {
      let found: any[] = []
      await expect
        .poll(
          async () => {
            found = (await call('GET', `/${webhook}/deliveries?limit=200`)).data.toReversed()
            try {
              check(found)
              return 'as expected'
            } catch (error) {
              return String(error)
            }
          },
          { interval: 20 },
        )
        .toBe('as expected')
      return found
    },
    async stop() {
      await app.stop()
      await receiver.stop()
    },
  }
}
