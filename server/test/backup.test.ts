// Backups of a server that is used meanwhile, restored and started; and of programs that are killed amid it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups } from '#platform/backup/backup-list.ts'
import { folderPlace } from '#platform/backup/folder-place.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { ensureDataDirectory } from '#platform/postgres/directory/location.ts'
import { joinEmbeddedPostgres } from '#platform/postgres/running.ts'
import { openSite, type Site } from './crash/site.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { endProgram, PROGRAM, runProgram } from './program.ts'
import { quietLog, urlOf } from './test-database.ts'
import { type BackupTarget, startBackupTarget } from './versitygw.ts'

// Often enough to meet a file while it is there, and seldom enough to leave the processor to what makes it.
const LOOK_MS = 5

let top: string
let dataDir: string
let site: Site
let elsewhere: BackupTarget
const received: string[] = []
const receiver = createServer(async (request, answer) => {
  received.push(await text(request))
  answer.end()
})
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'msingi-backups-'))
  await chmod(top, 0o711)
  dataDir = join(top, 'data')
  elsewhere = await startBackupTarget(join(top, 'elsewhere'))
  site = await openSite({ MSINGI_DATA: dataDir, MSINGI_INTERNAL_NETWORKS: '127.0.0.0/8' })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  await settle()
}, 400_000)
afterAll(async () => {
  await elsewhere.stop()
  await site.stop()
  receiver.close()
  await rm(top, { recursive: true, force: true })
})

const admin = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(['admin', ...args], { MSINGI_DATA: dataDir, ...environment })
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const PERSON = { email: 'u@example.com', password: 'correct horse 1', full_name: 'U', phone: '+255712345678' }
const FILE = randomBytes(300_000)
const objectsAt = () => `/projects/${site.project.id}/storage/buckets/docs/objects`
const objectAt = (name: string) => `${site.api}${objectsAt()}/${name}`
const asBackend = () => ({ 'x-platform-api-key': site.project.secret })

async function upload(name: string, body: Buffer): Promise<void> {
  const sent = { method: 'PUT', headers: asBackend(), body: new Uint8Array(body) }
  const { status } = await fetch(objectAt(name), sent)
  expect([200, 201]).toContain(status)
}
const download = async (name: string) =>
  Buffer.from(await (await fetch(objectAt(name), { headers: asBackend() })).arrayBuffer())

async function settle(): Promise<void> {
  const { id } = site.project
  await site.manage('POST', `/projects/${id}/tables`, {
    name: 'goods',
    columns: [{ name: 'name', data_type: 'text' }],
  })
  await site.call('POST', '/data/goods', { body: { name: 'Sukari' } })
  expect((await site.call('POST', `/projects/${id}/auth/signup`, { body: PERSON })).status).toBe(201)
  await site.call('POST', `/projects/${id}/storage/buckets`, { body: { name: 'docs' } })
  await upload('quiet', FILE)
  const code = `export default { async fetch() { return Response.json({ habari: 'nzuri' }) } }`
  const { id: made } = await site.manage('POST', `/projects/${id}/functions`, { name: 'Hello', code })
  await site.manage('POST', `/projects/${id}/functions/${made}/deploy`, {})
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await site.manage('POST', `/projects/${id}/webhooks`, { name: 'goods', url, events: ['row.*:goods'] })
}

// Everything of the project works, on whatever data the server at the site's address has.
async function check(): Promise<void> {
  const { id } = site.project
  expect((await site.call('GET', '/data/goods')).data).toMatchObject([{ name: 'Sukari' }])
  const { email, password } = PERSON
  expect((await site.call('POST', `/projects/${id}/auth/signin`, { body: { email, password } })).status).toBe(
    200,
  )
  const functions = await site.call('GET', `/projects/${id}/functions`)
  const called = await site.call('POST', `/projects/${id}/functions/${functions.data[0].id}/invoke`, {
    body: {},
  })
  expect(called.data).toMatchObject({ status: 200, body: { habari: 'nzuri' } })
  expect(digest(await download('quiet'))).toBe(digest(FILE))
  const { data: objects } = await site.call('GET', `${objectsAt()}?limit=1000`)
  for (const { name, checksum } of objects) expect(digest(await download(name)), name).toBe(checksum)
}

async function query(folder: string, sql: string): Promise<any[]> {
  const client = new pg.Client(await embeddedConnection(folder))
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

// What the server would send by itself waits until somebody lets it.
async function checkQuiet(restored: string): Promise<void> {
  const isQuiet = async () => (await site.manage('GET', '/operator/health', undefined)).quiet
  expect(await isQuiet()).toBe(true)
  await site.call('POST', '/data/goods', { body: { name: 'Chumvi' } })
  const waiting = async () => (await query(restored, 'select from platform.change_inbox')).length
  await expect.poll(waiting).toBeGreaterThan(0)
  expect(received).toEqual([])
  const lifted = await admin(['resume'], { MSINGI_DATA: restored })
  expect(lifted).toEqual({ code: 0, text: expect.stringContaining('Work in the background begins') })
  await expect.poll(() => received.join()).toContain('Chumvi')
  expect(await isQuiet()).toBe(false)
}

// Per table, a checksum that does not depend on the order of rows.
async function checksums(connection: pg.ClientConfig): Promise<Map<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname ~ '^(platform|msingi|p_)'`,
  )
  const sums = new Map<string, string>()
  for (const { name } of rows) {
    const sum = `md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))`
    const found = await client.query<{ sum: string }>(`select ${sum} as sum from ${name} t`)
    sums.set(name, found.rows[0]?.sum ?? '')
  }
  await client.end()
  return sums
}

async function restoredChecksums(folder: string): Promise<Map<string, string>> {
  const { connection, stop } = await joinEmbeddedPostgres({ dataDir: folder, log: quietLog })
  return checksums(connection).finally(stop)
}

// Rows are added, and files replaced and deleted, until `work` has ended.
async function amidWrites<T>(work: () => Promise<T>): Promise<T> {
  let ended = false
  let written = 0
  const adding = async () => {
    for (let number = 1; !ended; number++) {
      await site.call('POST', '/data/entries', { body: { number } })
      written = number
    }
  }
  const replacing = async (name: string) => {
    for (let count = 0; !ended; count++) {
      await upload(name, randomBytes(20_000))
      const path = `${objectsAt()}/${name}`
      if (count % 3 === 0) await site.call('DELETE', path)
    }
  }
  const writing = [adding(), ...['a', 'b', 'c'].map(replacing)]
  await expect.poll(() => written).toBeGreaterThan(10)
  const result = await work().finally(() => {
    ended = true
  })
  await Promise.all(writing)
  return result
}

const foldersIn = async (folder: string) => (await readdir(folder)).map((name) => join(folder, name))

test('a backup amid writes has all that was there, and starts where it is restored', {
  timeout: 400_000,
}, async () => {
  const to = join(top, 'amid')
  const live = await embeddedConnection(dataDir)
  const before = await checksums(live)
  const made = await amidWrites(() => admin(['backup', '--to', to]))
  expect(made).toEqual({ code: 0, text: expect.stringContaining('was read again and is whole') })
  expect(made.text).toContain(`Keep a copy of the file ${dataDir}/master.key`)
  const after = await checksums(live)
  const [backup = ''] = await foldersIn(to)

  const into = join(top, 'restored')
  expect(await admin(['restore', backup, '--into', into])).toMatchObject({ code: 0 })
  const restored = await restoredChecksums(into)
  expect([...restored.keys()].sort()).toEqual([...after.keys()].sort())
  const quiet = [...after].filter(([name, sum]) => before.get(name) === sum)
  const { schema } = projectNames(site.project.id)
  const names = ['platform.accounts', 'platform.functions', `${schema}.goods`, `${schema}.users`]
  expect(quiet.map(([name]) => name)).toEqual(expect.arrayContaining(names))
  expect(quiet.filter(([name, sum]) => restored.get(name) !== sum)).toEqual([])

  await site.stop()
  const refused = await runProgram([], { MSINGI_DATA: into })
  expect(refused).toEqual({ code: 1, text: expect.stringMatching(/^There is no master key that opens/) })
  expect(await readdir(into)).not.toContain('master.key')
  await copyFile(join(dataDir, 'master.key'), join(into, 'master.key'))
  await site.start({ MSINGI_DATA: into })
  await check()
  // Of what was added one after the other, nothing is missing before the last.
  const counts = `select count(*)::int as n, max(number)::int as last from ${schema}.entries`
  const [found] = await query(into, counts)
  expect(found.n).toBeGreaterThan(10)
  expect(found.last).toBe(found.n)
  await checkQuiet(into)
  await site.stop()

  // Without a server, the backup starts the database and stops it. Encrypted, it is all that a new machine needs.
  const identity = await generateX25519Identity()
  const { to: encrypted, settings } = elsewhere
  const lock = { ...settings, MSINGI_BACKUP_RECIPIENT: await identityToRecipient(identity) }
  expect(await admin(['backup', '--to', encrypted], lock)).toEqual({
    code: 0,
    text: expect.stringContaining('It is encrypted, and holds the master key.'),
  })
  const listed = await admin(['backups', encrypted], settings)
  const locked = `${encrypted}/${/^\S+/.exec(listed.text)}`
  const key = join(top, 'identity')
  await writeFile(key, identity)
  const opened = join(top, 'opened')
  const restoring = ['restore', locked, '--into', opened, '--identity', key]
  const nowhere = { MSINGI_DATA: join(top, 'nowhere') }
  expect(await admin(restoring, { ...settings, ...nowhere })).toMatchObject({ code: 0 })
  await site.start({ MSINGI_DATA: opened })
  await check()
  await site.stop()
  await site.start()
  await check()
})

test('a database of one’s own is backed up through its address', { timeout: 240_000 }, async () => {
  const to = join(top, 'own')
  const address = { DATABASE_URL: urlOf(await embeddedConnection(dataDir)) }
  // Nobody writes into the pipe: the backup waits amid the files.
  const shard = join(dataDir, 'objects', site.project.id, '00')
  const pipe = join(shard, '0'.repeat(32))
  await mkdir(shard, { recursive: true })
  execFileSync('mkfifo', [pipe])
  const making = admin(['backup', '--to', to], address)
  try {
    const packs = async () => (await foldersIn(to)).some((one) => existsSync(join(one, 'objects.tar.zst')))
    await expect.poll(() => packs().catch(() => false), { timeout: 60_000 }).toBe(true)
    // PostgreSQL keeps no log for it any more.
    await expect
      .poll(() => query(dataDir, 'select slot_name from pg_replication_slots where temporary'))
      .toEqual([])
  } finally {
    await writeFile(pipe, '')
  }
  expect(await making).toMatchObject({ code: 0 })
  await rm(pipe)
  const [backup = ''] = await foldersIn(to)
  const into = join(top, 'own-restored')
  expect(await admin(['restore', backup, '--into', into])).toEqual({
    code: 0,
    text: expect.stringContaining(`with the data in ${into}/postgres-main`),
  })
  expect((await readdir(into)).sort()).toEqual(['objects', 'postgres-main'])
  // What opens it where there is no Msingi.
  const unpacked = join(top, 'unpacked')
  const script = `set -e; mkdir -p $2/objects $2/postgres-main; for name in objects postgres-main; do
    zstd -dc $1/$name.tar.zst | tar x -C $2/$name; done; diff -r -x postgresql.auto.conf $2 $3`
  if (spawnSync('zstd', ['--version']).error === undefined)
    expect(execFileSync('sh', ['-c', script, 'sh', backup, unpacked, into]).toString()).toBe('')
})

// Starts a command that writes to a place, and kills it once a file is there. Where it has ended before, it is run anew.
async function killAt(
  args: string[],
  place: string,
  isThere: () => boolean | Promise<boolean>,
  rounds = 5,
): Promise<void> {
  const env = { ...process.env, MSINGI_DATA: dataDir }
  const child = spawn(process.execPath, [PROGRAM, 'admin', ...args], { env, stdio: 'ignore' })
  while (!(await isThere()) && child.exitCode === null) await pass(LOOK_MS)
  await endProgram(child, 'SIGKILL')
  if (child.signalCode === 'SIGKILL') return
  expect({ code: child.exitCode, rounds }).toEqual({ code: 0, rounds: expect.toSatisfy((left) => left > 1) })
  await rm(place, { recursive: true })
  return killAt(args, place, isThere, rounds - 1)
}

test('killed at any point, a backup is not listed, and a restore begins anew', {
  timeout: 400_000,
}, async () => {
  await upload('large', randomBytes(50_000_000))
  const to = join(top, 'killed')
  for (const name of ['header.json', 'postgres-main.tar.zst', 'objects.tar.zst'])
    await killAt(['backup', '--to', to], to, async () =>
      (await foldersIn(to).catch(() => [])).some((folder) => existsSync(join(folder, name))),
    )
  expect(await listBackups(folderPlace(to))).toEqual([])
  expect(await admin(['backup', '--to', to])).toMatchObject({ code: 0 })
  const [made, ...others] = await listBackups(folderPlace(to))
  expect(others).toEqual([])
  expect(await readdir(to)).toEqual([made?.name])
  const backup = join(to, made?.name ?? '')
  await check()

  const into = join(top, 'restored-at-last')
  for (const name of ['restore.lock', 'postgres/base', 'objects']) {
    await killAt(['restore', backup, '--into', into], into, () => existsSync(join(into, name)))
    await expect(ensureDataDirectory(into)).rejects.toThrow('run it again with the same folder')
  }
  const refused = await runProgram([], { MSINGI_DATA: into })
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('run it again with the same folder') })
  expect(await admin(['restore', backup, '--into', into])).toMatchObject({ code: 0 })
  const { schema } = projectNames(site.project.id)
  const goods = `${schema}.goods`
  const live = await checksums(await embeddedConnection(dataDir))
  expect((await restoredChecksums(into)).get(goods)).toBe(live.get(goods))
})
