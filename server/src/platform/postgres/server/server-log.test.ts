// Forwarding the server's messages, and finding the reason of a failure.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { recordingLog } from '#platform/postgres/postgres.fixture.ts'
import { failureIn, followServerLog } from './server-log.ts'

test('messages have the level of their severity, and so have their continuation lines', async () => {
  const { log, messages } = recordingLog()
  const stderr = new PassThrough()
  const server = followServerLog(stderr, log)
  stderr.end(
    [
      '[7] LOG:  ready',
      '[8] FATAL:  no such user',
      '[8] DETAIL:  It is not there.',
      '[7] LOG:  server process (PID 9) was terminated by signal 11: Segmentation fault',
      '[7] LOG:  all is well',
      '[7] PANIC:  could not write: No space left on device',
      'a bare line',
    ].join('\n'),
  )
  expect(await server.reason()).toBe('no such user')
  expect(messages).toEqual([
    { level: 'info', text: 'PostgreSQL: LOG:  ready' },
    { level: 'warn', text: 'PostgreSQL: FATAL:  no such user' },
    { level: 'warn', text: 'PostgreSQL: DETAIL:  It is not there.' },
    {
      level: 'error',
      text: 'PostgreSQL: LOG:  server process (PID 9) was terminated by signal 11: Segmentation fault',
    },
    { level: 'info', text: 'PostgreSQL: LOG:  all is well' },
    { level: 'error', text: 'PostgreSQL: PANIC:  could not write: No space left on device' },
    { level: 'error', text: 'PostgreSQL: a bare line' },
  ])
})

test('the reason is the first failure, not later ones or messages to clients', () => {
  const lines = [
    '[4] FATAL:  the database system is starting up',
    'running bootstrap script ... 2026-01-01 00:00:00.000 UTC [5] FATAL:  could not write: No space left on device',
    '2026-01-01 00:00:00.000 UTC [5] HINT:  Check free disk space.',
    '2026-01-01 00:00:00.000 UTC [5] PANIC:  cannot abort transaction 1, it was already committed',
    'child process exited with exit code 1',
    'initdb: removing data directory "/data"',
  ]
  expect(failureIn(lines)).toBe('could not write: No space left on device (Check free disk space)')
  expect(failureIn(['initdb: error: invalid locale name "x"', 'initdb: hint: try another'])).toBe(
    'invalid locale name "x" (try another)',
  )
  expect(failureIn(['cannot open shared object file', ''])).toBe('cannot open shared object file')
  expect(failureIn([])).toBe('')
})
