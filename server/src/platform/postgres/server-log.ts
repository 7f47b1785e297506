// The server's messages: from its stderr into our log.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PostgresLog } from './cluster.ts'

/** ServerLog follows the messages of one server. */
export interface ServerLog {
  /** What the server gave as the reason for its end, once it has ended; '' when it gave none. */
  reason(): Promise<string>
}

type Level = 'info' | 'warn' | 'error'

const LINE = /^(?:\[\d+\] )?([A-Z]+\d?): /
const CRASHED = /was terminated by|terminating any other active server processes/
// Later lines explain a message and take its level.
const EXPLAINS = new Set(['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION', 'BACKTRACE'])
const FAILURE = /^.*?\b(?:FATAL|PANIC|ERROR|error): +/
const HINT = /^.*?\b(?:HINT|hint): +/
const REASON_TIMEOUT_MS = 1000

/** followServerLog passes the lines of a server's stderr on to the log. */
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
      // A process that the server has left behind may keep the stream open.
      const signal = AbortSignal.timeout(REASON_TIMEOUT_MS)
      await finished(stderr, { writable: false, cleanup: true, signal }).catch(() => undefined)
      return failureIn(lines)
    },
  }
}

/** failureIn picks the line that says why, out of what PostgreSQL's programs print when they give up. */
export function failureIn(lines: readonly string[]): string {
  const telling = lines.map((line) => line.trim()).filter((line) => line !== '')
  // The first failure is the cause of those after it; what clients are told in the meantime is none.
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
