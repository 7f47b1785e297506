// What every refusal has in common: the envelope, and nothing of what is inside.
import { expect } from 'vitest'
import { type ErrorCode, OUTCOMES } from '#platform/errors/app-error.ts'
import type { Answer, CallOptions, TestApp } from '#test/harness.ts'

/** Case is a request that must be refused: how, and what its message must name. */
export type Case = readonly [
  what: string,
  method: string,
  path: string,
  options: CallOptions,
  status: number,
  names: string,
]

/** Words stand in for what exists only once the server runs: they are replaced in paths and in bodies. */
export type Words = Readonly<Record<string, string>>

// Names of schemas and roles, traces, and sentences that only a fault of our own brings forth.
const INSIDE = /p_[0-9a-f]{32}|msingi_|node_modules|\.ts:\d|\.js:\d|syntax error|went wrong on our side/i

/** expectRefusal checks the status, the envelope, and that the message names the culprit and nothing internal. */
export function expectRefusal(answer: Answer, status: number, names: string): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  const { success, code = '', message, errors, ...rest } = answer.body
  expect(success).toBe(false)
  expect([code, OUTCOMES[code as ErrorCode]?.[0]]).toEqual([code, status])
  expect(message).toMatch(/\S/)
  expect(errors?.length).toBeGreaterThan(0)
  expect(errors?.every((error) => typeof error === 'string' && error !== '')).toBe(true)
  expect(Object.keys(rest).filter((key) => key !== 'details')).toEqual([])
  expect([message, ...(errors ?? [])].join('\n')).toContain(names)
  expect(answer.text).not.toMatch(INSIDE)
}

/** tryCase sends a case's request, checks the refusal, and returns it. */
export async function tryCase(app: TestApp, words: Words, one: Case): Promise<Answer> {
  const [, method, path, options, status, names] = one
  const key = options.key === undefined ? {} : { key: filled(options.key, words) }
  const token = options.token === undefined ? {} : { token: filled(options.token, words) }
  const raw = typeof options.raw === 'string' ? { raw: filled(options.raw, words) } : {}
  const answer = await app.api(method, filled(path, words), { ...options, ...key, ...token, ...raw })
  expectRefusal(answer, status, names)
  return answer
}

function filled(text: string, words: Words): string {
  return text.replace(/\b[A-Z]{3,}\b/g, (word) => words[word] ?? word)
}

/** expectAlive checks that the server still does what it is for. */
export async function expectAlive(app: TestApp, key: string, table: string): Promise<void> {
  expect((await app.api('GET', '//healthz')).status).toBe(200)
  const { status, data } = await app.api('POST', `/data/${table}`, { key, body: {} })
  expect(status).toBe(201)
  expect((await app.api('GET', `/data/${table}/${data.id}`, { key })).data).toEqual(data)
}
