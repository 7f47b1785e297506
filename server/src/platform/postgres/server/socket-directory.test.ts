// The directory of the socket and its permissions.
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterAt } from '#platform/postgres/directory/cluster.ts'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { removeDirectory, temporaryDirectory } from '#platform/postgres/postgres.fixture.ts'
import { ensurePrivate, socketDirectoryOf } from './socket-directory.ts'

const user = { uid: 4242, gid: 4343, name: 'somebody' }

let top: string

beforeEach(() => {
  top = temporaryDirectory()
})

afterEach(() => removeDirectory(top))

test('the socket is next to the data if its path is short enough, else in a directory with a short path', () => {
  expect(socketDirectoryOf(clusterAt('/srv/data/postgres', undefined))).toBe('/srv/data/postgres.socket')
  const [one, other] = ['a', 'b'].map((letter) => clusterAt(`/srv/${letter.repeat(100)}/postgres`, undefined))
  const places = [one, other].map((cluster) => (cluster ? socketDirectoryOf(cluster) : ''))
  for (const place of places) expect(`${place}/.s.PGSQL.5432`.length).toBeLessThanOrEqual(103)
  expect(places[0]).not.toBe(places[1])
})

test('a missing directory is created for its user alone', () => {
  const directory = join(top, 'socket')
  ensurePrivate(directory, clusterAt(top, isRoot() ? user : undefined))
  const { mode, uid } = statSync(directory)
  expect(mode & 0o777).toBe(0o700)
  expect(uid).toBe(isRoot() ? user.uid : process.getuid?.())
})

test('permissions of other users are removed', () => {
  const directory = join(top, 'socket')
  mkdirSync(directory)
  chmodSync(directory, 0o777)
  ensurePrivate(directory, clusterAt(top, undefined))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('a link is refused, whatever its target', () => {
  mkdirSync(join(top, 'elsewhere'))
  symlinkSync(join(top, 'elsewhere'), join(top, 'socket'))
  expect(() => ensurePrivate(join(top, 'socket'), clusterAt(top, undefined))).toThrow('or is a link')
})

test('a directory of another user is refused', (context) => {
  context.skip(!isRoot(), 'only root can make a directory of somebody else')
  const directory = join(top, 'socket')
  mkdirSync(directory, { mode: 0o700 })
  chownSync(directory, 5555, 5555)
  expect(() => ensurePrivate(directory, clusterAt(top, user))).toThrow('belongs to another user')
  expect(() => ensurePrivate(directory, clusterAt(top, undefined))).toThrow('belongs to another user')
})
