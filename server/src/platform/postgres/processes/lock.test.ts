// The lock on a data directory, also with many concurrent processes.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  nextLine,
  removeDirectory,
  runFixture,
  temporaryDirectory,
} from '#platform/postgres/postgres.fixture.ts'
import { acquireLock } from './lock.ts'
import { birthOf } from './process-table.ts'

const gone = spawnSync(process.execPath, ['--version']).pid

let directory: string
let path: string

beforeEach(() => {
  directory = temporaryDirectory()
  path = join(directory, 'postgres.lock')
})

afterEach(() => removeDirectory(directory))

function leaveLock(at: string, pid: number, birth: string, token: string): void {
  writeFileSync(at, JSON.stringify({ pid, birth, token }))
}

function holderOf(at: string): number {
  return (JSON.parse(readFileSync(at, 'utf8')) as { pid: number }).pid
}

test('a held lock is an error that names the directory and the holder, and is free after its release', () => {
  const lock = acquireLock(path, '/some/data')
  expect(() => acquireLock(path, '/some/data')).toThrow(
    `The data directory /some/data is already in use by process ${process.pid}`,
  )
  lock.release()
  acquireLock(path, '/some/data').release()
  expect(readdirSync(directory)).toEqual([])
})

test('a living process keeps its lock', () => {
  leaveLock(path, process.ppid, birthOf(process.ppid) ?? 'gone', 'theirs')
  expect(() => acquireLock(path, directory)).toThrow(`process ${process.ppid}`)
})

test('the lock of a dead process is taken over', () => {
  leaveLock(path, gone, 'long ago', 'theirs')
  acquireLock(path, directory)
  expect(holderOf(path)).toBe(process.pid)
})

test('a pid that now belongs to another process does not keep the lock', () => {
  leaveLock(path, process.ppid, 'long ago', 'theirs')
  acquireLock(path, directory)
  expect(holderOf(path)).toBe(process.pid)
})

test('a file that was emptied by a power failure is taken over', () => {
  writeFileSync(path, '')
  acquireLock(path, directory)
  expect(holderOf(path)).toBe(process.pid)
})

test('an interrupted takeover is completed and leaves no files', () => {
  leaveLock(path, gone, 'long ago', 'first')
  leaveLock(`${path}.first`, gone, 'long ago', 'second')
  leaveLock(`${path}.second`, gone, 'long ago', 'third')
  acquireLock(path, directory)
  expect(holderOf(path)).toBe(process.pid)
  expect(readdirSync(directory)).toEqual(['postgres.lock'])
})

test('a takeover in progress by another process is not disturbed', () => {
  leaveLock(path, gone, 'long ago', 'first')
  leaveLock(`${path}.first`, process.ppid, birthOf(process.ppid) ?? 'gone', 'second')
  expect(() => acquireLock(path, directory)).toThrow(`process ${process.ppid}`)
})

test('a release does not remove the lock of another holder', () => {
  const lock = acquireLock(path, directory)
  leaveLock(path, process.ppid, birthOf(process.ppid) ?? 'gone', 'theirs')
  lock.release()
  expect(holderOf(path)).toBe(process.ppid)
})

test('of many processes that find the same dead lock at once exactly one takes it', async () => {
  const paths = Array.from({ length: 60 }, (_, n) => join(directory, `${n}.lock`))
  for (const each of paths) leaveLock(each, gone, 'long ago', 'theirs')
  const contenders = Array.from({ length: 5 }, () =>
    runFixture('processes/contend-for-locks.fixture.ts', paths),
  )
  for (const contender of contenders) expect(await nextLine(contender)).toBe('ready')
  const start = String(Date.now() + 50)
  for (const contender of contenders) contender.stdin?.write(start)
  const results = await Promise.all(
    contenders.map(async (each) => JSON.parse(await nextLine(each)) as boolean[]),
  )
  const winners = paths.map((_, n) => results.filter((got) => got[n]).length)
  expect(winners).toEqual(paths.map(() => 1))
})
