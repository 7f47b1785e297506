// The PHP client: its own tests, alone and against a server.
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { NO_PHP, runPhpUnit } from '#test/php.ts'

const TIMEOUT = 240_000
const COLUMNS = [
  { name: 'title', data_type: 'text', required: true, unique: true },
  { name: 'shelf', data_type: 'text' },
  { name: 'pages', data_type: 'integer' },
  { name: 'price', data_type: 'decimal' },
  { name: 'copies', data_type: 'bigint' },
  { name: 'meta', data_type: 'jsonb' },
  { name: 'user_id', data_type: 'uuid' },
]

const cleanups: (() => unknown)[] = []
const atEnd = (cleanup: () => unknown) => cleanups.push(cleanup)
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function openLibrary(): Promise<Record<string, string>> {
  const app = await startTestApp()
  atEnd(() => app.stop())
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { id, token, secret, publishable } = await app.createProject()
  const manage = async (method: string, path: string, body: object) => {
    const answer = await app.api(method, `/projects/${id}${path}`, { token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }
  const table = await manage('POST', '/tables', { name: 'books', columns: COLUMNS })
  for (const action of ['select', 'insert', 'update', 'delete'])
    await manage('POST', `/tables/${table.id}/rls`, { action, subject: 'authenticated', effect: 'allow' })
  await manage('PUT', '/auth/settings', { require_phone: false, allow_anonymous: true })
  await manage('PUT', '/payments/settings', { is_active: true })
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  return {
    MSINGI_TEST_URL: url,
    MSINGI_TEST_PROJECT: id,
    MSINGI_TEST_SECRET: secret,
    MSINGI_TEST_PUBLISHABLE: publishable,
    MSINGI_TEST_TOKEN: token,
  }
}

test.skipIf(NO_PHP)('the tests of the client pass', { timeout: TIMEOUT }, async () => {
  const environment = await openLibrary()
  const runs = await Promise.all(['alone', 'server'].map((suite) => runPhpUnit(suite, environment)))
  for (const { code, output } of runs) expect(code, output).toBe(0)
})
