// Encrypted entries: what opens them, what does not, and that the tools of age, zstd and tar do.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgeKey, type AgeLock, decryptAge, encryptAge } from '#platform/crypto/age.ts'
import { quietLog } from '#test/test-database.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT, readBackup, writeHeader, writeManifest } from './backup-files.ts'
import { checkEntries, noteEntry, readEntry, writeEntry } from './entries.ts'
import { folderFiles } from './folder-place.ts'
import { restore } from './restore.ts'

const POSTGRES = 'postgres-main.tar.zst.age'
const PASSPHRASE = ' tembo 🐘 mkubwa '

let top: string
let recipient: AgeLock
let identity: AgeKey
let other: AgeKey
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'msingi-encrypted-'))
  const [own, another] = [await generateX25519Identity(), await generateX25519Identity()]
  recipient = { recipients: [await identityToRecipient(own)] }
  identity = { identities: [own] }
  other = { identities: [another] }
})
afterAll(() => rm(top, { recursive: true }))

function archive(): Readable {
  const packed = pack()
  packed.entry({ name: 'PG_VERSION' }, '17')
  packed.finalize()
  return Readable.from(packed, { objectMode: false })
}

async function write(): Promise<string> {
  const folder = await mkdtemp(join(top, 'backup-'))
  await writeHeader(folderFiles(folder), {
    format: FORMAT,
    version: '0.1.0',
    created_at: '2026-01-02T03:04:05.000Z',
    postgres: { version: '17.2', system: '1', embedded: false },
    clusters: ['main'],
    objects: { bucket: 'files' },
    master_keys: ['0123456789abcdef'],
    encrypted: 'recipient',
  })
  const entries = [
    await noteEntry(folderFiles(folder), 'header.json'),
    await writeEntry(folderFiles(folder), POSTGRES, archive(), recipient),
    await writeEntry(
      folderFiles(folder),
      'master.key.age',
      Readable.from([Buffer.from('the master key\n')]),
      recipient,
    ),
  ]
  await writeManifest(folderFiles(folder), entries, new Date(0))
  return folder
}

async function run(folder: string, key?: AgeKey, kept?: string): Promise<string> {
  const into = join(await mkdtemp(join(top, 'into-')), 'data')
  if (kept !== undefined) {
    await mkdir(into)
    await writeFile(join(into, 'master.key'), kept)
  }
  const error = await restore(await readBackup(folderFiles(folder)), { into, key, log: quietLog }).catch(
    (one) => one,
  )
  if (error === undefined) return into
  expect(error).toBeInstanceOf(BackupError)
  expect(await readdir(into).catch(() => [])).toEqual(kept === undefined ? [] : ['master.key'])
  return error.message.replace(folder, 'FOLDER').replace(into, 'DATA')
}

test('an encrypted backup is restored with the master key, and by what opens it alone', async () => {
  const folder = await write()
  const into = await run(folder, identity)
  expect((await readdir(into)).sort()).toEqual(['master.key', 'postgres-main'])
  expect(await readFile(join(into, 'master.key'), 'utf8')).toBe('the master key\n')
  expect(await readFile(join(into, 'postgres-main/PG_VERSION'), 'utf8')).toBe('17')
  expect(await run(folder, other)).toBe('This identity does not open the backup in FOLDER.')
  expect(await run(folder)).toBe('The backup in FOLDER is encrypted: name what opens it.')
  expect(await run(folder, identity, 'the master key\n')).toContain('/data')
  expect(await run(folder, identity, 'another\n')).toBe(
    'The folder DATA has another master.key than the backup. Move it away first.',
  )
})

test('a passphrase can have spaces and any character, and each of them counts', async () => {
  const folder = await mkdtemp(join(top, 'passphrase-'))
  const content = Buffer.from('habari')
  const entry = await writeEntry(folderFiles(folder), 'x.age', Readable.from([content]), {
    passphrase: PASSPHRASE,
  })
  expect(await text(readEntry({ files: folderFiles(folder) }, entry, { passphrase: PASSPHRASE }))).toBe(
    'habari',
  )
  const wrong = text(readEntry({ files: folderFiles(folder) }, entry, { passphrase: PASSPHRASE.trim() }))
  await expect(wrong).rejects.toThrow(`This passphrase does not open the backup in ${folder}.`)
})

test('changed bytes are refused, also where the manifest agrees with them', async () => {
  const folder = await write()
  const { entries } = await readBackup(folderFiles(folder))
  const path = join(folder, POSTGRES)
  const bytes = await readFile(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(path, bytes)
  const refusal = `The backup in FOLDER is damaged: ${POSTGRES} is not what was written. Take another backup.`
  expect(await run(folder, identity)).toBe(refusal)
  const { sha256 } = await noteEntry(folderFiles(folder), POSTGRES)
  const agreeing = entries.map((entry) => (entry.name === POSTGRES ? { ...entry, sha256 } : entry))
  await writeManifest(folderFiles(folder), agreeing, new Date(0))
  await checkEntries(await readBackup(folderFiles(folder)))
  expect(await run(folder, identity)).toBe(refusal)
})

test('bytes of any number come back, and only a few are in memory at once', async () => {
  const folder = await mkdtemp(join(top, 'sizes-'))
  const piece = randomBytes(1024 * 1024)
  for (const bytes of [0, 1, 65_536, 65_537, 300_000]) {
    const content = piece.subarray(0, bytes)
    const entry = await writeEntry(
      folderFiles(folder),
      `${bytes}.zst.age`,
      Readable.from([content]),
      recipient,
    )
    expect((await buffer(readEntry({ files: folderFiles(folder) }, entry, identity))).equals(content)).toBe(
      true,
    )
  }
  const PIECES = 20
  let [given, taken] = [0, 0]
  const source = async function* () {
    for (; given < PIECES; given++) yield piece
  }
  for await (const { length } of decryptAge(encryptAge(source(), recipient), identity)) {
    taken += length
    expect(given - taken / piece.length).toBeLessThan(8)
  }
  expect(taken).toBe(PIECES * piece.length)
})

test('an entry whose source fails is not written, and the failure is what is reported', async () => {
  const folder = await mkdtemp(join(top, 'failing-'))
  const failure = new Error('the connection was lost')
  const failing = async function* () {
    yield randomBytes(200_000)
    throw failure
  }
  await expect(writeEntry(folderFiles(folder), 'x.zst.age', failing(), recipient)).rejects.toBe(failure)
})

test('age, zstd and tar alone open a backup', async (context) => {
  const missing = [
    ['age', '--version'],
    ['zstd', '--version'],
    ['tar', '--version'],
  ].find(([name = '', ...args]) => spawnSync(name, args).error !== undefined)
  context.skip(missing !== undefined, `no ${missing?.[0]} on this machine`)
  const folder = await write()
  const key = join(top, 'identity.txt')
  await writeFile(key, `# kept elsewhere\n${'identities' in identity ? identity.identities[0] : ''}\n`)
  const data = await mkdtemp(join(top, 'data-'))
  const script = `set -e; age -d -i $2 $1/${POSTGRES} | zstd -dc | tar x -C $3; age -d -i $2 $1/master.key.age`
  const printed = execFileSync('sh', ['-c', script, 'sh', folder, key, data], { encoding: 'utf8' })
  expect(printed).toBe('the master key\n')
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('17')
})
