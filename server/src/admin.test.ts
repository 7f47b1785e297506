// What the commands of operators refuse before they do anything.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { FORMAT, writeHeader, writeManifest } from '#platform/backup/backup-files.ts'
import { noteEntry, writeEntry } from '#platform/backup/entries.ts'
import { folderFiles } from '#platform/backup/folder-place.ts'
import { HEADER } from '#platform/backup/place.ts'
import { readConfig } from '#platform/config/config.ts'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { admin } from './admin.ts'
import { ADMIN_HELP } from './help.ts'

const dataDir = join(tmpdir(), `msingi-admin-${crypto.randomUUID()}`)
async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const config = () => readConfig({ MSINGI_DATA: dataDir })
  const failure = await admin(args, { config, say: (line) => lines.push(line) }).catch((error) => error)
  return failure?.message ?? `${lines.join('\n')}\n`
}

test('what is no command, or lacks what it needs, is refused with how it is used', async () => {
  for (const args of [[], ['--help'], ['backup', '--help']]) expect(await run(...args)).toBe(ADMIN_HELP)
  for (const args of [
    ['back', '--to', 'x'],
    ['backup'],
    ['backup', 'x'],
    ['check', 'x'],
    ['backup', 'x', '--to', 'y'],
    ['backup', '--too', 'x'],
    ['backup', '--to'],
    ['backups'],
    ['restore', 'x'],
    ['restore', '--into', 'x'],
    ['restore', 'x', 'y', '--check'],
  ])
    expect(await run(...args), args.join(' ')).toMatch(
      new RegExp(`.\n\n${ADMIN_HELP.trimEnd().slice(0, 20)}`),
    )
})

test('folders that are not what they are named for are refused, and none is made', async () => {
  expect(await run('backup', '--to', join(dataDir, 'b'))).toContain(`There is no database in ${dataDir}`)
  expect(await run('backups', dataDir)).toContain(`The folder ${dataDir} cannot be read`)
  expect(await run('restore', dataDir, '--check')).toContain(`There is no backup in ${dataDir}`)
  expect(await run('backups', 's3://b-1/p')).toContain(
    'There is no access key for s3://b-1/p. Set MSINGI_BACKUP_S3',
  )
  expect(await run('backups', 'gs://b-1/p')).toContain('gs://b-1/p is no place for backups')
  expect(await run('restore', 's3://b-1', '--check')).toContain('s3://b-1 names no backup')
  expect(existsSync(dataDir)).toBe(false)
})

test('what a backup is encrypted for is named once, and right', async () => {
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'postgres.password'), 'secret')
  const [empty, recipient] = [join(dataDir, 'empty'), `age1${'q'.repeat(58)}`]
  await writeFile(empty, '\n')
  for (const [args, refusal] of [
    [['--passphrase-file', empty], `${empty} holds no passphrase.`],
    [['--passphrase-file', dataDir], `The file ${dataDir} cannot be read`],
    [['--recipient', recipient], `${recipient} is no recipient of age`],
    [['--recipient', recipient, '--passphrase'], 'name one of them'],
    [['--passphrase'], 'There is no terminal to ask'],
  ] as const)
    expect(await run('backup', '--to', join(dataDir, 'b'), ...args)).toContain(refusal)
  expect(await run('backup', '--to', join(dataDir, 'b'), '--passphrase', 'x')).toContain('not how it is used')
  await rm(dataDir, { recursive: true })
})

test('an encrypted backup is opened by a file of its identity', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-admin-'))
  await writeHeader(folderFiles(folder), {
    format: FORMAT,
    version: '0.1.0',
    created_at: '2026-01-02T03:04:05.000Z',
    postgres: { version: '18.1', system: '1', embedded: false },
    clusters: ['main'],
    objects: { bucket: 'files' },
    master_keys: [],
    encrypted: 'recipient',
  })
  const lock = { recipients: [await identityToRecipient(await generateX25519Identity())] }
  const bytes = () => Readable.from([randomBytes(1000)])
  const entries = [
    await noteEntry(folderFiles(folder), HEADER),
    await writeEntry(folderFiles(folder), 'postgres-main.tar.zst.age', bytes(), lock),
    await writeEntry(folderFiles(folder), 'master.key.age', bytes(), lock),
  ]
  await writeManifest(folderFiles(folder), entries, new Date(0))
  const file = join(folder, 'identity')
  const restore = (...args: string[]) => run('restore', folder, ...args)
  expect(await restore('--check')).toBe(`The backup in ${folder} is whole.\n`)
  expect(await restore('--into', 'x')).toContain('name the file of its identity by --identity')
  await writeFile(file, '# made by age-keygen\nage1\n')
  expect(await restore('--into', 'x', '--identity', file)).toContain(`${file} holds no identity of age`)
  await writeFile(file, `# made by age-keygen\n${await generateX25519Identity()}\n`)
  for (const where of [['--check'], ['--into', join(folder, 'into')]])
    expect(await restore(...where, '--identity', file)).toBe(
      `This identity does not open the backup in ${folder}.`,
    )
  await rm(folder, { recursive: true })
})

test('a backup as root of what belongs to another user is refused', async (context) => {
  context.skip(!isRoot(), 'only root can do it')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'postgres.password'), 'secret')
  await chown(dataDir, 4242, 4242)
  expect(await run('backup', '--to', join(dataDir, 'b'))).toContain(`${dataDir} belongs to another user`)
  await rm(dataDir, { recursive: true })
})

test('backups are listed with what they are, and read for a check', async () => {
  const backups = await mkdtemp(join(tmpdir(), 'msingi-admin-'))
  const folder = join(backups, '20260102T030405Z')
  await mkdir(folder)
  expect(await run('backups', backups)).toBe(`There are no backups in ${backups}.\n`)
  await writeHeader(folderFiles(folder), {
    format: FORMAT,
    version: '0.1.0',
    created_at: '2026-01-02T03:04:05.000Z',
    postgres: { version: '18.1', system: '1', embedded: false },
    clusters: ['main'],
    objects: { bucket: 'files' },
    master_keys: [],
  })
  const bytes = Readable.from([randomBytes(1_200_000)])
  const entries = [
    await noteEntry(folderFiles(folder), HEADER),
    await writeEntry(folderFiles(folder), 'postgres-main.tar.zst', bytes),
  ]
  await writeManifest(folderFiles(folder), entries, new Date('2026-01-02T03:05:00.000Z'))
  expect(await run('backups', backups)).toBe(
    '20260102T030405Z  1.2 MB  verified 2026-01-02T03:05:00.000Z  Msingi 0.1.0, PostgreSQL 18.1\n',
  )
  expect(await run('restore', folder, '--check')).toBe(`The backup in ${folder} is whole.\n`)
  await appendFile(join(folder, 'postgres-main.tar.zst'), 'x')
  expect(await run('restore', folder, '--check')).toContain('is damaged')
  await rm(backups, { recursive: true })
})
