// A server with a table of long numbers, and what arrives of them where.
import { expect } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { type Answer, type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** BIG and LONG are numbers that JavaScript would round, and DOC a document that holds both. */
export const BIG = '9007199254740993'
export const LONG = '12345678901234567890.123456789'
export const DOC = `{"a":[${BIG},{"b":${LONG}}]}`
/** ROW is the fields of a row that hold them, as JSON. */
export const ROW = `"big":${BIG},"dec":${LONG},"doc":${DOC}`

/** ExactLab is a server that listens, a receiver of webhooks, and a project with the table `exact`. */
export interface ExactLab {
  readonly app: TestApp
  readonly project: TestProject
  readonly receiver: Receiver
  readonly base: string
  /** inProject calls a route below the project, as its owner. */
  inProject(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** data calls a route with the secret key; `raw` is the body. */
  data(method: string, path: string, raw?: string, headers?: Record<string, string>): Promise<Answer>
  /** inserted inserts a row and returns its id. */
  inserted(): Promise<string>
  stop(): Promise<void>
}

/** openExactLab starts it. */
export async function openExactLab(): Promise<ExactLab> {
  const receiver = await startReceiver()
  const app = await startTestApp({ internalNetworks: LOOPBACK })
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const project = await app.createProject()
  const inProject: ExactLab['inProject'] = (method, path, options = {}) =>
    app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...options })
  const data: ExactLab['data'] = (method, path, raw, headers = {}) =>
    app.api(method, path, { key: project.secret, headers, ...(raw !== undefined && { raw }) })
  const columns = [
    { name: 'name', data_type: 'string', unique: true },
    { name: 'big', data_type: 'bigint' },
    { name: 'dec', data_type: 'decimal' },
    { name: 'doc', data_type: 'jsonb' },
  ]
  await textOf(inProject('POST', '/tables', { body: { name: 'exact', columns } }))
  return {
    ...{ app, project, receiver, base, inProject, data },
    inserted: async () => (await data('POST', '/data/exact', rowOf())).data.id,
    stop: async () => {
      await app.stop()
      await receiver.stop()
    },
  }
}

let names = 0

/** nextName returns a name that no row has. */
export function nextName(): string {
  names += 1
  return `row-${names}`
}

/** rowOf returns a row as JSON. */
export function rowOf(name = nextName()): string {
  return `{"name":"${name}",${ROW}}`
}

/** textOf returns the text of an answer that must be a success. */
export async function textOf(answer: Promise<Answer> | Answer): Promise<string> {
  const { status, text } = await answer
  expect(status, text).toBeLessThan(300)
  return text
}

/** dense is a text without its white space: PostgreSQL writes jsonb with some. */
export function dense(text: string): string {
  return text.replaceAll(/\s/g, '')
}
