// A server that nobody uses leaves the database alone.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedConnection } from './embedded-connection.ts'
import { endProgram, type Program, startProgram } from './program.ts'

// Counted are 29, and timers of half a minute and less may ring once more on a slow machine.
const MOST_IN_A_MINUTE = 38
// What the making of a project brings with it is over by then.
const SETTLED_MS = 15_000

let dataDir: string
let program: Program
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-rest-'))
  await chmod(dataDir, 0o711)
  program = await startProgram({ MSINGI_DATA: dataDir, MSINGI_LOG_LEVEL: 'info' })
}, 240_000)
afterAll(async () => {
  await endProgram(program.child, 'SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

const post = async (path: string, body: object, token = '') => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${program.base}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as any).data
}

// PostgreSQL writes the first line of a statement behind its kind, and the others on lines of their own.
const BEGINS = /^PostgreSQL: LOG: +(?:execute [^:]*|statement): ?(.*)/
function readStatements(lines: readonly string[]): string[] {
  const statements: string[] = []
  for (const line of lines) {
    const message: string = JSON.parse(line).msg
    const first = BEGINS.exec(message)?.[1]
    if (first !== undefined) statements.push(first)
    else if (message.startsWith('PostgreSQL: ') && !/^PostgreSQL: [A-Z]+: /.test(message))
      statements.push(`${statements.pop() ?? ''} ${message.slice('PostgreSQL: '.length)}`)
  }
  return statements
}

test('a server with a project at rest asks the database little', { timeout: 240_000 }, async () => {
  const login = { email: 'amina@example.com', password: 'correct horse 1', full_name: 'Amina Juma' }
  const { tokens } = await post('/auth/register', login)
  await post('/projects', { name: 'Shop' }, tokens.access_token)
  await pass(SETTLED_MS)
  const lines: string[] = []
  createInterface(program.child.stdout as NodeJS.ReadableStream).on('line', (line) => lines.push(line))
  const client = new pg.Client(await embeddedConnection(dataDir))
  await client.connect()
  await client.query(`alter system set log_statement = 'all'`)
  await client.query('select pg_reload_conf()')
  await client.end()
  await pass(60_000)
  const counts = Map.groupBy(readStatements(lines), (statement) =>
    statement.trim().replaceAll(/\s+/g, ' ').slice(0, 120),
  )
  const report = [...counts]
    .map(([statement, { length }]) => ({ length, statement }))
    .sort((a, b) => b.length - a.length)
  const total = report.reduce((sum, { length }) => sum + length, 0)
  expect(total, JSON.stringify(report.slice(0, 20), null, 1)).toBeLessThanOrEqual(MOST_IN_A_MINUTE)
  // The log is read at all.
  expect(total).toBeGreaterThan(0)
})
