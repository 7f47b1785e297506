// Test helpers of the embedded PostgreSQL: directories, a recording log, Msingi in other processes.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { EmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import { startChild } from '#test/child-process.ts'
import type { PostgresLog } from './directory/cluster.ts'

/** Connection is what a test needs to connect. */
export type Connection = EmbeddedPostgres['connection']

/** Message is one remembered log line. */
export interface Message {
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

/** temporaryDirectory creates a directory that other users can traverse. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'msingi-postgres-test-'))
  chmodSync(directory, 0o711)
  return directory
}

/** removeDirectory removes a temporary directory recursively. */
export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}

/** recordingLog returns a log that keeps its messages. */
export function recordingLog(): { log: PostgresLog; messages: Message[] } {
  const messages: Message[] = []
  const write = (level: Message['level']) => (_: object, text: string) => void messages.push({ level, text })
  return { log: { info: write('info'), warn: write('warn'), error: write('error') }, messages }
}

/** queryOnce connects, sends one statement and disconnects. */
export async function queryOnce(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  // Tests kill servers: such errors are expected.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Answer is what the fixture prints: where it runs, or why not. */
export interface Answer {
  readonly connection: Connection
  readonly dataDirectory: string
  readonly error?: string
}

/** Account is the user that a fixture runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** startElsewhere runs the embedded PostgreSQL in a process of its own, which stops it when its stdin ends. */
export async function startElsewhere(
  options: { dataDir: string; systemDir: string; leave?: boolean },
  account?: Account,
): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = runFixture('run-embedded.fixture.ts', [JSON.stringify(options)], account)
  const answer = JSON.parse(await nextLine(child)) as Answer
  return { child, answer }
}

/** runFixture runs a script of this folder, or of one below, with this Node; it does not outlive the test. */
export function runFixture(name: string, args: string[], account?: Account): ChildProcess {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = startChild(process.execPath, [script, ...args], {
    ...account,
    cwd: '/',
    env: {},
    input: true,
  })
  onTestFinished(() => endOf(child))
  return child
}

/** nextLine returns the next line that a fixture prints. */
export async function nextLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The fixture has no stdout.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The fixture ended without output.')
}

/** endOf ends a fixture and waits for it. */
export async function endOf(child: ChildProcess): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null
  child.stdin?.destroy()
  if (!ended) await once(child, 'exit')
}

/** killHard kills a fixture with SIGKILL and waits until it is gone. */
export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
