// Restores of backups that are whole, and of what is not what it says.
import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Header as Member, pack } from 'tar-stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureDataDirectory, restoreLockIn } from '#platform/postgres/directory/location.ts'
import { acquireLock } from '#platform/postgres/processes/lock.ts'
import { PG_MAJOR } from '#platform/postgres/server/binaries.ts'
import { quietLog } from '#test/test-database.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT, type Header, readBackup, writeHeader, writeManifest } from './backup-files.ts'
import { listBackups } from './backup-list.ts'
import { checkEntries, noteEntry, writeEntry } from './entries.ts'
import { extractEntry } from './extract.ts'
import { folderFiles, folderPlace } from './folder-place.ts'
import { restore } from './restore.ts'

const NAME = '20260102T030405Z'
const [POSTGRES, OBJECTS] = ['postgres-main.tar.zst', 'objects.tar.zst']
const HEADER: Header = {
  format: FORMAT,
  version: '0.1.0',
  created_at: '2026-01-02T03:04:05.000Z',
  postgres: { version: '17.2', system: '1', embedded: false },
  clusters: ['main'],
  objects: 'included',
  master_keys: ['0123456789abcdef'],
}

let top: string
let folder: string
let into: string
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'msingi-restore-'))
})
afterAll(() => rm(top, { recursive: true }))
beforeEach(async () => {
  const place = await mkdtemp(join(top, 'case-'))
  folder = join(place, 'backups', NAME)
  into = join(place, 'a', 'data')
  await mkdir(folder, { recursive: true })
})

type Members = readonly (Partial<Member> & { readonly name: string; readonly text?: string })[]

function archive(members: Members): Readable {
  const packed = pack()
  for (const { text = '', ...header } of members) packed.entry(header, text)
  packed.finalize()
  return Readable.from(packed, { objectMode: false })
}

const DATA: Members = [
  { name: './base/', type: 'directory' },
  { name: 'base/1', text: 'one' },
  { name: 'PG_VERSION', text: '17' },
]

async function write(members: Members = DATA, header: object = {}) {
  await writeHeader(folderFiles(folder), { ...HEADER, ...header })
  const entries = [
    await noteEntry(folderFiles(folder), 'header.json'),
    await writeEntry(folderFiles(folder), POSTGRES, archive(members)),
    await writeEntry(folderFiles(folder), OBJECTS, archive([{ name: 'project/ab/abc', text: 'habari' }])),
  ]
  await writeManifest(folderFiles(folder), entries, new Date(0))
}

const run = async () => restore(await readBackup(folderFiles(folder)), { into, log: quietLog })

test('a backup is extracted into a folder that is not there, or holds the master key alone', async () => {
  await write()
  await run()
  expect((await readdir(into, { recursive: true })).sort()).toEqual([
    'objects',
    ...['objects/project', 'objects/project/ab', 'objects/project/ab/abc'],
    'postgres-main',
    ...['postgres-main/PG_VERSION', 'postgres-main/base', 'postgres-main/base/1'],
    'postgres-main/postgresql.auto.conf',
  ])
  expect(await readFile(join(into, 'objects/project/ab/abc'), 'utf8')).toBe('habari')
  await expect(run()).rejects.toThrow(`${into} is not empty`)

  into = join(folder, '..', 'keyed')
  await mkdir(into)
  await writeFile(join(into, 'master.key'), 'kept')
  await run()
  expect(await readFile(join(into, 'master.key'), 'utf8')).toBe('kept')
})

test('a restore that was broken off keeps servers from starting, and can be run again', async () => {
  await write()
  await mkdir(join(into, 'postgres-main'), { recursive: true })
  await writeFile(join(into, 'postgres-main/PG_VERSION'), 'half')
  const dead = { pid: 0, birth: '', token: 'dead' }
  await writeFile(restoreLockIn(into), JSON.stringify(dead))
  await expect(ensureDataDirectory(into)).rejects.toThrow('has not ended, or was broken off: run it again')
  await run()
  expect((await readdir(into)).sort()).toEqual(['objects', 'postgres-main'])
  expect(await readFile(join(into, 'postgres-main/PG_VERSION'), 'utf8')).toBe('17')
  await ensureDataDirectory(into)
})

test('the last room of a disk is left for others, counted as the disk counts it', async (context) => {
  let taken = 0
  const files = Array.from({ length: 100 }, (_, n) => ({ name: `${n}`, text: 'x' }))
  const destination = await mkdtemp(join(top, 'files-'))
  const takeRoom = async (bytes: number) => {
    taken += bytes
  }
  await extractEntry(OBJECTS, archive(files), { folder: destination }, takeRoom)
  expect(taken).toBeGreaterThan(100 * 4096)

  await write()
  const small = join(into, '..')
  await mkdir(small, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small], { stdio: 'ignore' })
  } catch {
    return context.skip('a small file system cannot be mounted here')
  }
  try {
    await expect(run()).rejects.toThrow('There is not enough room in')
  } finally {
    execFileSync('umount', [small])
  }
})

test('two restores into one folder are refused', async () => {
  await write()
  await mkdir(into, { recursive: true })
  const lock = acquireLock(restoreLockIn(into), into)
  await expect(run()).rejects.toThrow('already in use by process')
  lock.release()
  await run()
})

const flip = async (name: string) => {
  const bytes = await readFile(join(folder, name))
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(join(folder, name), bytes)
}
const rewrite = async (name: string, change: (content: any) => void) => {
  const content = JSON.parse(await readFile(join(folder, name), 'utf8'))
  change(content)
  await writeFile(join(folder, name), JSON.stringify(content))
}
const lie = (change: (entry: any) => void) => rewrite('manifest.json', ({ entries }) => change(entries[1]))

test.each<[string, () => Promise<unknown>, string]>([
  ['a changed byte in the header', () => flip('header.json'), 'header.json is not what was written'],
  ['a changed byte in the data', () => flip(POSTGRES), `${POSTGRES} is not what was written`],
  ['a changed byte in the files', () => flip(OBJECTS), `${OBJECTS} is not what was written`],
  ['a cut archive', () => truncate(join(folder, POSTGRES), 40), `${POSTGRES} is not what`],
  ['an archive that has grown', () => appendFile(join(folder, OBJECTS), 'x'), `${OBJECTS} is not what`],
  ['a missing archive', () => rm(join(folder, OBJECTS)), `${OBJECTS} is not what`],
  ['no manifest', () => rm(join(folder, 'manifest.json')), 'no manifest.json'],
  ['no header', () => rm(join(folder, 'header.json')), 'header.json is not what'],
  ['a manifest that is cut', () => truncate(join(folder, 'manifest.json'), 40), 'manifest.json is not what'],
  ['a manifest without an archive', () => lie((entry) => (entry.name = 'other')), `${POSTGRES} is not what`],
  ['a manifest that leads out', () => lie((entry) => (entry.name = '../x')), 'manifest.json is not what'],
  ['a manifest that says less', () => lie((entry) => (entry.unpacked -= 1)), `${POSTGRES} is not what`],
  ['a manifest that says more', () => lie((entry) => (entry.unpacked += 1)), `${POSTGRES} is not what`],
  ['a manifest that asks for much', () => lie((entry) => (entry.unpacked = 1e15)), 'not enough room'],
  [
    'a newer format',
    () => rewrite('header.json', (header) => Object.assign(header, { format: FORMAT + 1, version: '9.1.0' })),
    'restore it with Msingi 9.1.0',
  ],
])('%s is refused, and nothing is left', async (_, damage, message) => {
  await write()
  await damage()
  const refusal = await run().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BackupError)
  expect((refusal as Error).message).toContain(message)
  expect(await readdir(into).catch(() => [])).toEqual([])
})

test.each<[string, Members, string]>([
  ['leads out', [{ name: '../../x', text: 'x' }], '"../../x" in postgres-main.tar.zst has no place'],
  ['leads out by a folder', [{ name: 'base/../../x', text: 'x' }], 'has no place'],
  ['is absolute', [{ name: '/tmp/x', text: 'x' }], 'has no place'],
  ['is of another system', [{ name: 'C:\\x', text: 'x' }], 'has no place'],
  ['is the folder itself', [{ name: './', type: 'directory' }], 'has no place'],
  [
    'is a link',
    [{ name: 'x', type: 'symlink', linkname: '/etc' }],
    '"x" in postgres-main.tar.zst is a symlink',
  ],
  ['is a hard link', [{ name: 'x', type: 'link', linkname: 'PG_VERSION' }], 'is a link'],
  ['is a device', [{ name: 'x', type: 'character-device' }], 'is a character-device'],
  [
    'is there twice',
    [...DATA, { name: 'PG_VERSION', text: '18' }],
    '"PG_VERSION" in postgres-main.tar.zst is there twice',
  ],
  ['has a name of 10 KB', [{ name: 'x'.repeat(10_000), text: 'x' }], 'could not be restored into'],
])('an archive with a member that %s is refused, and nothing is left', async (_, members, message) => {
  await write(members)
  const refusal = await run().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BackupError)
  expect((refusal as Error).message).toContain(message)
  expect(await readdir(join(into, '..'), { recursive: true })).toEqual(['data'])
})

test('data of another PostgreSQL than the embedded one is refused in a sentence', async () => {
  const older = String(Number(PG_MAJOR) - 1)
  await write(DATA, { postgres: { version: `${older}.3`, system: '1', embedded: true } })
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
  await writeFile(join(folder, 'postgres.password'), 'secret')
  const { entries } = JSON.parse(manifest)
  await writeManifest(
    folderFiles(folder),
    [...entries, await noteEntry(folderFiles(folder), 'postgres.password')],
    new Date(0),
  )
  await expect(run()).rejects.toThrow(
    `data of PostgreSQL ${older}, and this Msingi contains PostgreSQL ${PG_MAJOR}`,
  )
})

test.each(['header.json', 'manifest.json'])('no more than a megabyte is read of %s', async (large) => {
  await write()
  const files = folderFiles(folder)
  let read = 0
  const endless = async function* () {
    for (; read < 100; read++) yield Buffer.alloc(1024 * 1024, ' ')
  }
  const spoilt = { ...files, read: (name: string) => (name === large ? endless() : files.read(name)) }
  await expect(readBackup(spoilt)).rejects.toThrow(`${large} is not what was written`)
  expect(read).toBe(1)
})

test('a version that moves the cursor is none', async () => {
  await write(DATA, { version: '\u001b[2J' })
  await expect(readBackup(folderFiles(folder))).rejects.toThrow('header.json is not what was written')
})

test('backups are listed once they have a manifest, and those that lack a file with what is wrong', async () => {
  await write()
  const backups = join(folder, '..')
  const names = async () =>
    (await listBackups(folderPlace(backups))).map(({ name, problem }) => [name, problem ?? 'whole'])
  await mkdir(join(backups, '20260102T030406Z'))
  await mkdir(join(backups, 'other'))
  expect(await names()).toEqual([[NAME, 'whole']])
  await checkEntries(await readBackup(folderFiles(folder)))
  await truncate(join(folder, OBJECTS), 3)
  await writeFile(join(backups, '20260102T030407Z'), 'a file')
  expect(await names()).toEqual([
    [NAME, expect.stringContaining(`${OBJECTS} is not what`)],
    ['20260102T030407Z', 'It cannot be read: a part of the path is not a directory.'],
  ])
})
