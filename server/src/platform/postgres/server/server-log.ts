// Forwards the server's messages from its stderr to the log.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PostgresLog } from '#platform/postgres/directory/cluster.ts'

/** ServerLog follows the messages of one server. */
export interface ServerLog {
  /** The reason that the server gave for its end, once it has ended; '' if it gave none. */
  reason(): Promise<string>
}

type Level = 'info' | 'warn' | 'error'

const LINE = /^(?:\[\d+\] )?([A-Z]+\d?): /
const CRASHED = /was terminated by|terminating any other active server processes/
// Continuation lines belong to a message and have its level.
const EXPLAINS = new Set(['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION', 'BACKTRACE'])
const FAILURE = /^.*?\b(?:FATAL|PANIC|ERROR|error): +/
const HINT = /^.*?\b(?:HINT|hint): +/
const REASON_TIMEOUT_MS = 1000

/** followServerLog forwards the lines of a server's stderr to the log. */
export function followServerLog(stderr: Readable, log: PostgresLog): ServerLog {
  const lines: string[] = []
  let level: Level = 'info'
  createInterface({ input: stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > 50) lines.shift()
    level = levelOf(line, level)
    log[level]({}, `PostgreSQL: ${LINE.test(line) ? line.replace(/^\[\d+\] /, '') : line.trim()}`)
  })
  return {
    async reason() {
      // A remaining process of the server can keep the stream open.
      const signal = AbortSignal.timeout(REASON_TIMEOUT_MS)
      await finished(stderr, { writable: false, cleanup: true, signal }).catch(() => undefined)
      return failureIn(lines)
    },
  }
}

/** failureIn returns the line with the reason from the output of a PostgreSQL program that failed. */
export function failureIn(lines: readonly string[]): string {
  const telling = lines.map((line) => line.trim()).filter((line) => line !== '')
  // The first failure is the cause of later ones; messages to clients are not failures.
  const at = telling.findIndex((line) => FAILURE.test(line) && !line.includes('the database system is '))
  if (at < 0) return telling.at(-1) ?? ''
  const hint = telling.slice(at + 1, at + 3).find((line) => HINT.test(line))
  const reason = telling[at]?.replace(FAILURE, '') ?? ''
  return hint === undefined ? reason : `${reason} (${hint.replace(HINT, '').replace(/\.$/, '')})`
}

function levelOf(line: string, before: Level): Level {
  const severity = LINE.exec(line)?.[1]
  if (severity === undefined || EXPLAINS.has(severity)) return before
  if (severity === 'PANIC' || CRASHED.test(line)) return 'error'
  return severity === 'FATAL' || severity === 'WARNING' || severity === 'ERROR' ? 'warn' : 'info'
}
