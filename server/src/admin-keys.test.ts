// Commands that take the master key: the recovery sheet, what the start says where the key is missing, and the end of a quiet start.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openKeys } from '#platform/master-key/master-key.ts'
import { idOf, readKeyIds } from '#platform/master-key/root-key.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { urlOf } from '#test/test-database.ts'
import { admin } from './admin.ts'

const KEY = 'a<b>&"master-key"-of-this-test-alone'

let database: OpenTestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'msingi-key-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const settings = (masterKey?: string) =>
  readConfig({
    MSINGI_DATA: folder,
    DATABASE_URL: urlOf(database.connection),
    ...(masterKey === undefined ? {} : { MSINGI_MASTER_KEY: masterKey }),
  })

async function command(args: readonly string[], masterKey?: string): Promise<string> {
  const lines: string[] = []
  const config = () => settings(masterKey)
  const failure = await admin(args, { config, say: (line) => lines.push(line) }).catch((error) => error)
  return failure?.message ?? lines.join('\n')
}
const run = (to: string, masterKey?: string) => command(['key', 'export', '--to', to], masterKey)

test('a database that no server has used is not let work, and gets no key', async () => {
  expect(await command(['resume'], KEY)).toBe(
    'This database is not of this version yet. Start the server once.',
  )
  expect(await readKeyIds(database.connection)).toEqual([])
})

test('the master key is written for its owner alone, as text and as a QR code', async (context) => {
  const [id, to] = [idOf(KEY), join(folder, 'sheet.html')]
  await openKeys(database.connection, settings(KEY))
  expect(await run(to, KEY)).toBe(
    `${to} holds the master key, and only you can read it. Print it, keep it in another place, and delete the file.`,
  )
  expect((await stat(to)).mode & 0o777).toBe(0o600)
  const page = await readFile(to, 'utf8')
  expect(page).toContain(`the id <code>${id}</code>`)
  expect(page).toContain('<code>a&lt;b&gt;&amp;&quot;master-key&quot;-of-this-test-alone</code>')
  expect(await run(to, KEY)).toBe(
    `The sheet could not be written to ${to}: a file of that name is in the way.`,
  )
  expect(await readFile(to, 'utf8')).toBe(page)

  context.skip(spawnSync('zbarimg', ['--version']).error !== undefined, 'no zbarimg on this machine')
  const [svg = ''] = /<svg.*<\/svg>/s.exec(page) ?? []
  const image = join(folder, 'code.png')
  // In a process of its own: where images of projects were read, sharp takes no SVG any more.
  const draw = `import sharp from 'sharp'; await sharp(Buffer.from(process.argv[1])).png().toFile(process.argv[2])`
  execFileSync(process.execPath, ['--input-type=module', '--eval', draw, svg, image])
  const read = execFileSync('zbarimg', ['-q', '--raw', image], { encoding: 'utf8', stdio: 'pipe' })
  expect(read).toBe(`${KEY}\n`)
})

test('where the settings have no key that opens the database, nothing is made', async () => {
  await openKeys(database.connection, settings(KEY))
  const before = (await readdir(folder)).sort()
  const refusal = `There is no master key that opens this database, which takes the one with the id ${idOf(KEY)}.`
  const to = join(folder, 'none.html')
  for (const other of [undefined, 'another-master-key-of-this-test-alone'])
    expect(await run(to, other)).toContain(refusal)
  await expect(openKeys(database.connection, settings())).rejects.toThrow(refusal)
  expect((await readdir(folder)).sort()).toEqual(before)
  expect(await readKeyIds(database.connection)).toEqual([idOf(KEY)])
})

test('a quiet server is let work by whoever has its key alone', async () => {
  await openKeys(database.connection, settings(KEY))
  expect(await command(['resume'], 'another-master-key-of-this-test-alone')).toContain(idOf(KEY))
  expect(await command(['resume'], KEY)).toContain('Nothing was held back')
})

test('whether this version can start is said without a change', async () => {
  const list = async () => {
    const client = new pg.Client(database.connection)
    await client.connect()
    const { rows } = await client.query('select to_regclass($1) as found', ['msingi_migrations.migrations'])
    await client.end()
    return rows
  }
  const before = await list()
  expect(await command(['check'], KEY)).toMatch(
    /^Msingi .* can start on this database, and (needs no change of it|will run the migrations .*)\.$/,
  )
  expect(await command(['check'], `another-${KEY}`)).toMatch(
    'There is no master key that opens this database',
  )
  expect(await list()).toEqual(before)
})
