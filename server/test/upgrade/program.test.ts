// npm run upgrade: to the newest release and back, with whatever fails, and broken off at any point.
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

const all = (version: string) => ({
  files: version,
  changed: '',
  packages: [`. ${version}`, `of-${version} ${version}`],
  running: version,
})
const AS_SERVER =
  '--quiet --wait --pipe --collect --property=User=msingi --property=Environment=MSINGI_DRAIN=0 ' +
  '--property=EnvironmentFile=/etc/msingi.env --property=EnvironmentFile=-/etc/more.env --property=WorkingDirectory='

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
    text: 'Fetching the releases …\nThis is v1.10.0 already, and the server runs it.\n',
  })
  expect((await site.upgrade(['--back'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.0.0'))
  expect(site.git('branch', '--show-current')).toBe('main\n')
  expect((await site.upgrade(['--back'])).text).toContain('There is no upgrade to go back from.')
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
  expect((await site.upgrade(['--service', 'other'])).text).toContain('systemd has no service other')
  expect((await site.upgrade(['--url', 'http://127.0.0.1:1'])).text).toContain('No server answers at')
  await writeFile(join(site.checkout, '.upgrade/lock'), String(process.pid))
  expect((await site.upgrade()).text).toContain(`Another upgrade is under way (process ${process.pid})`)
  await rm(join(site.checkout, '.upgrade/lock'))
  await site.have('refuse', '1.0.0')
  expect((await site.upgrade(['v1.2.0'])).text).toContain('There is no backup.')
  expect(site.state()).toEqual(all('1.0.0'))
  expect((await site.upgrade(['v1.2.0', '--no-backup'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.2.0'))
  // It has been installed by now, and is in nobody's way.
  expect((await site.upgrade()).text).toContain(refused)
  expect((await site.upgrade(['--back'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.0.0'))
  await site.heal('refuse', '1.10.0')
  expect((await site.upgrade(['--no-backup'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
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
  expect((await site.upgrade(['--back'])).text).toContain('There is no upgrade to go back from.')
  await site.heal('broken', '1.10.0')
  expect((await site.upgrade()).code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
})

test('a checkout that was moved by hand is not taken back, and is upgraded anew; with no server before', async () => {
  expect((await site.upgrade()).code).toBe(0)
  await site.stop()
  expect((await site.upgrade()).text).toContain(
    'but the server is not ready. Restart it: systemctl restart msingi.',
  )
  site.git('checkout', '--quiet', 'main')
  const { code, text } = await site.upgrade(['--back'])
  expect(text).toContain('The checkout is no longer at v1.10.0')
  expect(code).toBe(1)
  expect((await site.upgrade()).code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
  await writeFile(join(site.checkout, 'version'), 'mine')
  expect((await site.upgrade(['--back'])).text).toContain(
    'were changed; commit or restore them:\nM version\n',
  )
})

test('a branch that has moved on is not what is gone back to', async () => {
  expect((await site.upgrade()).code).toBe(0)
  site.git('branch', '--force', 'main', 'v1.2.0')
  expect((await site.upgrade(['--back'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.0.0'))
})

test('a checkout that was broken off midway goes on, or back, in either direction', async () => {
  const breakOff = async (version: string, args: string[] = []) => {
    expect((await site.upgrade(args, 'git checkout')).code).toBe(null)
    await site.halve(version)
  }
  await breakOff('1.10.0')
  expect((await site.upgrade(['--back'])).code).toBe(0)
  expect(site.state()).toEqual(all('1.0.0'))
  await breakOff('1.10.0')
  expect((await site.upgrade()).code).toBe(0)
  expect(site.state()).toEqual(all('1.10.0'))
  await breakOff('1.0.0', ['--back'])
  expect((await site.upgrade()).text).toContain('Back at main. The server runs it.')
  expect(site.state()).toEqual(all('1.0.0'))
})

test('a service is waited for as long as it is active and does not start over', async () => {
  // It is no TypeScript: Node of any version reads it.
  const { waitFor } = await import(new URL('../../bin/upgrade-service.js', import.meta.url).href)
  const wait = async (...looks: object[]) => {
    let at = 0
    let said = 0
    const look = async () => looks[Math.min(at, looks.length - 1)]
    const pause = async () => void at++
    const problem = await waitFor('2', { look, pause, now: () => at * 10_000, say: () => said++ })
    return [problem, said]
  }
  const active = { state: 'active', restarts: 7 }
  expect(await wait(...Array(90).fill(active), { found: '2' })).toEqual([undefined, 29])
  expect(await wait(active, { found: '1' })).toEqual(['version 1 answers, and not 2', 0])
  for (const end of [{ state: 'failed' }, { state: 'inactive' }, { ...active, restarts: 10 }])
    expect(await wait(active, end)).toEqual(['it ends as soon as it starts', 0])
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
  if (!existsSync(file)) return
  const { step, service } = JSON.parse(await readFile(file, 'utf8'))
  expect(service).toBe('msingi')
  if (step !== 'switching') return
  await mkdir(join(checkout, '.upgrade/former'), { recursive: true })
  await rename(join(checkout, 'node_modules'), join(checkout, '.upgrade/former/node_modules'))
}
