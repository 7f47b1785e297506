// A server with functions and tables, and what tests of triggers do with them.
import { expect } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import type { Answer } from '#test/harness.ts'

/** RECORD is the code of a function that stores what it has received in the table `seen`. */
export const RECORD = handler(`
  const event = await request.json()
  const about = { id: request.headers.get('webhook-id'), caller: ctx.caller, event }
  await env.service.from('seen').insert({ about })
  return new Response(null, { status: 204 })`)

/** TriggersLab is all that. */
export interface TriggersLab extends FunctionsLab {
  readonly deployed: ReturnType<typeof bound>['deployed']
  /** call calls a route below /functions of the project. */
  call(method: string, path: string, body?: object): Promise<Answer>
  /** listen makes a trigger of a function, and returns its id and the path of its routes. */
  listen(fnId: string, more: object): Promise<{ id: string; path: string }>
  insert(...titles: string[]): Promise<any[]>
  /** seen waits until RECORD has stored so many events, and returns them, oldest first. */
  seen(count: number): Promise<any[]>
  /** deliveries waits until the deliveries of a trigger, oldest first, match. */
  deliveries(path: string, expected: object[]): Promise<any[]>
}

/** openTriggersLab starts it. */
export async function openTriggersLab(): Promise<TriggersLab> {
  const lab = await openFunctions()
  const { app, project } = lab
  const { id, token, secret: key } = project
  for (const [name, column] of [
    ['notes', { name: 'title', data_type: 'text' }],
    ['seen', { name: 'about', data_type: 'jsonb' }],
  ] as const)
    await app.api('POST', `/projects/${id}/tables`, { token, body: { name, columns: [column] } })
  const call: TriggersLab['call'] = (method, path, body) =>
    app.api(method, `/projects/${id}/functions${path}`, { key, ...(body && { body }) })
  const { deployed } = bound(() => lab)
  const rows = async () => (await app.api('GET', '/data/seen?order=created_at.asc&limit=200', { key })).data
  const until = (check: () => unknown) => expect.poll(check, { interval: 20, timeout: 30_000 })
  return {
    ...lab,
    call,
    deployed,
    async listen(fnId, more) {
      const made = await call('POST', `/${fnId}/triggers`, more as object)
      expect(made.status, made.text).toBe(201)
      return { id: made.data.id, path: `/${fnId}/triggers/${made.data.id}` }
    },
    async insert(...titles) {
      const body = titles.map((title) => ({ title }))
      return (await app.api('POST', '/data/notes', { key, body })).data
    },
    async seen(count) {
      await until(async () => (await rows()).length).toBeGreaterThanOrEqual(count)
      return (await rows()).map(({ about }: { about: unknown }) => about)
    },
    async deliveries(path, expected) {
      const list = async () => (await call('GET', `${path}/deliveries?limit=200`)).data.toReversed()
      await until(list).toMatchObject(expected)
      return list()
    },
  }
}
