// Finding the binaries, and copying them for a user who has no access to them.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordingLog, removeDirectory, temporaryDirectory } from '#platform/postgres/postgres.fixture.ts'
import { type Binaries, binariesFor, findBinaries, PG_MAJOR } from './binaries.ts'

const stranger = { uid: 4242, gid: 4242, name: 'stranger' }

let top: string

beforeEach(() => {
  top = temporaryDirectory()
})

afterEach(() => removeDirectory(top))

/** A small package with the modes of an installation under umask 077. */
function miniature(parentMode: number): Binaries {
  const home = join(top, 'home', 'native')
  for (const folder of ['bin', 'lib', 'share'])
    mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
  for (const name of ['postgres', 'initdb', 'pg_ctl'])
    writeFileSync(join(home, 'bin', name), name, { mode: 0o700 })
  writeFileSync(join(home, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  writeFileSync(join(home, 'lib', 'libpq.a'), 'for linking', { mode: 0o600 })
  symlinkSync('libpq.so.5.18', join(home, 'lib', 'libpq.so'))
  chmodSync(join(top, 'home'), parentMode)
  const program = (name: string) => join(home, 'bin', name)
  return {
    home,
    version: '18.4.0-beta.17',
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
  }
}

test('the package of this platform is found and is of the major version that we expect', async () => {
  const binaries = await findBinaries()
  expect(binaries.version.split('.')[0]).toBe(PG_MAJOR)
  expect(statSync(binaries.postgres).mode & 0o111).not.toBe(0)
})

test('the user of this process needs no copy', async () => {
  const binaries = miniature(0o700)
  expect(await binariesFor(binaries, undefined, join(top, 'system'), recordingLog().log)).toBe(binaries)
})

test('binaries that the other user cannot reach are copied once, readable for all', async () => {
  const binaries = miniature(0o700)
  const { log, messages } = recordingLog()
  const system = join(top, 'system')
  const copy = await binariesFor(binaries, stranger, system, log)
  expect(copy.home).toMatch(new RegExp(`^${system}/postgres-18\\.4-[0-9a-f]{12}$`))
  expect(readFileSync(copy.postgres, 'utf8')).toBe('postgres')
  expect(statSync(copy.initdb).mode & 0o777).toBe(0o755)
  expect(statSync(copy.home).mode & 0o777).toBe(0o755)
  expect(statSync(join(copy.home, 'lib', 'libpq.so')).mode & 0o777).toBe(0o644)
  expect(lstatSync(join(copy.home, 'lib', 'libpq.so')).isSymbolicLink()).toBe(true)
  expect(readdirSync(join(copy.home, 'lib'))).not.toContain('libpq.a')
  expect(statSync(join(top, 'home')).mode & 0o777).toBe(0o700)

  expect(await binariesFor(binaries, stranger, system, log)).toEqual(copy)
  expect(messages).toHaveLength(1)
  expect(readdirSync(system)).toHaveLength(1)
})
