// npm run upgrade: to the newest release and back, with whatever fails, and broken off at any point.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Installation, publish } from './checkout.ts'

// Each upgrade is some twenty processes.
vi.setConfig({ testTimeout: 600_000 })

let folder: string
let install: () => Promise<Installation>
let site: Installation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-upgrade-'))
  install = await publish(folder)
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  site = await install()
})
afterEach(() => site.remove())

const all = (version: string) => ({ files: version, packages: version, running: version })
const AS_SERVER =
  '--quiet --wait --pipe --collect --property=User=msingi --property=Environment=MSINGI_DRAIN=0 ' +
  '--property=EnvironmentFile=/etc/msingi.env --property=WorkingDirectory='

test('the newest release is checked, backed up before, and runs; and back again', async () => {
  const asServer = AS_SERVER + site.checkout
  const { code, text } = await site.upgrade(['--backup-to', '/mnt/backups'])
  expect(text).toContain('The server runs v1.10.0.')
  expect(code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
  expect(site.calls()).toEqual([
    asServer,
    '1.10.0 admin check',
    asServer,
    '1.0.0 admin backup --to /mnt/backups',
  ])
  expect(await site.upgrade()).toEqual({
    code: 0,
    text: 'Fetching the releases …\nThis is v1.10.0 already.\n',
  })
  expect((await site.upgrade(['--back'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.0.0'))
  const branch = execFileSync('git', ['branch', '--show-current'], { cwd: site.checkout, encoding: 'utf8' })
  expect(branch).toBe('main\n')
  expect((await site.upgrade(['--back'])).text).toContain('There is no upgrade to go back from.')
})

test('a version that somebody has left by hand is installed again', async () => {
  await site.upgrade(['--no-backup'])
  execFileSync('git', ['checkout', '--quiet', 'main'], { cwd: site.checkout })
  expect((await site.upgrade(['--no-backup'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
})

test('what is refused changes nothing', async () => {
  await site.have('refuse', '1.10.0')
  const refused =
    'v1.10.0 cannot start on this database. Nothing has been changed: the server goes on as it was.'
  expect(await site.upgrade()).toMatchObject({ code: 1, text: expect.stringContaining(refused) })
  expect((await site.upgrade(['v3.0.0'])).text).toContain('There is no version v3.0.0.')
  expect((await site.upgrade(['--upload-pack=x'])).text).toContain('Usage: npm run upgrade')
  await writeFile(join(site.checkout, 'version'), 'mine')
  expect((await site.upgrade()).text).toContain('were changed; commit or restore them:\nM version\n')
  await writeFile(join(site.checkout, 'version'), '1.0.0')
  await site.have('refuse', '1.0.0')
  expect((await site.upgrade(['v1.2.0'])).text).toContain('There is no backup.')
  expect(site.state()).toEqual(all('1.0.0'))
  expect((await site.upgrade(['v1.2.0', '--no-backup'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.2.0'))
})

test('a version that does not run is left for the one before', async () => {
  await site.have('broken', '1.10.0')
  const { code, text } = await site.upgrade()
  expect(text).toContain('v1.10.0 does not run: it ends as soon as it starts: journalctl -u msingi.')
  expect(text).toContain('Back at main. The server runs it.')
  expect(code).toBe(1)
  expect(site.state()).toEqual(all('1.0.0'))
  await site.have('broken', '1.0.0')
  const { text: neither } = await site.upgrade(['v1.10.0'])
  expect(neither).toContain('main does not run either')
  expect(site.state()).toEqual({ ...all('1.0.0'), running: undefined })
})

test('broken off at any command it goes on', async () => {
  for (let at = 1; ; at++) {
    const other = await install()
    const { code } = await other.upgrade([], at)
    const isWhole = other.commands() < at
    if (isWhole) expect(code, `at ${at}`).toBe(0)
    else {
      expect(code, `at ${at}`).toBe(null)
      await cutRename(other)
      const again = await other.upgrade()
      expect(again, `at ${at}`).toMatchObject({ code: 0 })
    }
    expect(other.state(), `at ${at}`).toEqual(all('1.10.0'))
    await other.remove()
    if (isWhole) return
  }
})

// As if it was broken off between two renames as well.
async function cutRename({ checkout }: Installation): Promise<void> {
  const file = join(checkout, '.upgrade/state.json')
  if (!existsSync(file) || JSON.parse(await readFile(file, 'utf8')).step !== 'switching') return
  await mkdir(join(checkout, '.upgrade/former'), { recursive: true })
  await rename(join(checkout, 'node_modules'), join(checkout, '.upgrade/former/node_modules'))
}
