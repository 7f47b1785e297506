// Packages: which versions are chosen, where they go, and what of an archive is taken.
import type { RequestListener, ServerResponse } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDownloads } from './download.ts'
import { PACKAGE_LIMITS } from './limits.ts'
import { readLock, writeLock } from './lock.ts'
import { openTestRegistry, pack, type TestRegistry } from './registry.fixture.ts'
import { openRegistry } from './registry.ts'
import { resolvePackages } from './resolve-packages.ts'
import { readSpec } from './specs.ts'
import { unpack } from './unpack.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await openTestRegistry()
})
afterAll(() => registry.close())

afterEach(() => registry.answer(undefined))

const resolve = (dependencies: Record<string, string>) =>
  resolvePackages(openRegistry(registry.url), dependencies)

async function placesOf(dependencies: Record<string, string>): Promise<Record<string, string>> {
  const lock = await resolve(dependencies)
  return Object.fromEntries(Object.entries(lock).map(([place, { version }]) => [place, version]))
}

test('what the registry says is read of two packages at once', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `heavy-${n}`)
  registry.publish(...names.map((name) => ({ name })))
  const real = openRegistry(registry.url)
  let [open, most] = [0, 0]
  const counting = {
    ...real,
    packument: (name: string) => {
      most = Math.max(most, ++open)
      return real.packument(name).finally(() => open--)
    },
  }
  await resolvePackages(counting, Object.fromEntries(names.map((name) => [name, '1'])))
  expect(most).toBe(2)
})

test('the newest version that fits is chosen, once for all whom it fits', async () => {
  registry.publish(
    { name: 'leaf', version: '1.0.0' },
    { name: 'leaf', version: '1.5.0' },
    { name: 'leaf', version: '3.0.0-beta.1' },
    { name: 'leaf', version: '2.0.0' },
    { name: 'one', manifest: { dependencies: { leaf: '^1.0.0' } } },
    { name: 'two', manifest: { dependencies: { leaf: '^2.0.0', one: '*' } } },
    {
      name: '@scope/three',
      manifest: { dependencies: { leaf: '1.x', two: '1.0.0' }, optionalDependencies: { gone: '1' } },
    },
    {
      name: 'peers',
      manifest: {
        peerDependencies: { leaf: '2', gone: '1' },
        peerDependenciesMeta: { gone: { optional: true } },
      },
    },
  )
  expect(await placesOf({ one: '^1', two: '^1' })).toEqual({
    'node_modules/leaf': '1.5.0',
    'node_modules/one': '1.0.0',
    'node_modules/two': '1.0.0',
    'node_modules/two/node_modules/leaf': '2.0.0',
  })
  expect(await placesOf({ '@scope/three': '', leaf: 'latest' })).toEqual({
    'node_modules/@scope/three': '1.0.0',
    'node_modules/@scope/three/node_modules/leaf': '1.5.0',
    'node_modules/leaf': '2.0.0',
    'node_modules/one': '1.0.0',
    'node_modules/one/node_modules/leaf': '1.5.0',
    'node_modules/two': '1.0.0',
  })
  expect(await placesOf({ peers: '1' })).toMatchObject({ 'node_modules/leaf': '2.0.0' })
  const aliased = await resolve({ mine: 'npm:leaf@^1', leaf: '2' })
  expect(aliased['node_modules/mine']).toMatchObject({ name: 'leaf', version: '1.5.0' })
})

test('circles end', async () => {
  registry.publish(
    { name: 'here', manifest: { dependencies: { there: '1' } } },
    { name: 'there', manifest: { dependencies: { here: '1' } } },
  )
  expect(Object.keys(await resolve({ here: '1' }))).toEqual(['node_modules/here', 'node_modules/there'])
})

test.each([
  [{ leaf: '^9' }, /no version of leaf fits/],
  [{ nowhere: '1' }, /registry has no nowhere/],
])('%o is refused', async (dependencies, reason) => {
  await expect(resolve(dependencies as never)).rejects.toThrow(reason)
})

test.each([
  'git+https://example.com/a.git',
  'git://example.com/a',
  'github:a/b',
  'a/b',
  'https://example.com/a.tgz',
  'http://169.254.169.254/',
  'file:../..',
  '../..',
  '/etc',
  'link:../x',
  'workspace:*',
  'npm:../x@1',
  'npm:',
  'x'.repeat(300),
  7,
])('the version %s is refused', (spec) => {
  expect(() => readSpec('a', spec)).toThrow(/npm registry/)
})

test.each([
  '..',
  '.',
  '../x',
  'a/b',
  '@a',
  '@a/',
  '@a/../b',
  'A B',
  'node_modules',
  '@a/node_modules',
  'a%2fb',
  'x'.repeat(300),
  '',
])('the name %s is refused', (name) => {
  expect(() => readSpec(name, '1')).toThrow(/no name/)
})

// Each is asked for three times, but for what asking again does not change.
test.each<[string, RequestListener, object, number]>([
  ['never answers', () => {}, { status: 504, message: /stopped sending slow/ }, 3],
  [
    'begins and stops',
    (_, response) => void response.write('{'),
    { status: 504, message: /stopped sending slow/ },
    3,
  ],
  ['trickles', trickle, { status: 504, message: /stopped sending slow/ }, 3],
  [
    'breaks off',
    (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    { status: 503, message: /cannot be reached/ },
    3,
  ],
  ['fails', (_, response) => response.writeHead(500).end(), { status: 503 }, 3],
  ['knows nothing', (_, response) => response.writeHead(404).end(), { status: 400 }, 1],
  ['leads elsewhere', (_, response) => response.writeHead(302, { location: '/' }).end(), { status: 503 }, 3],
  ['sends a page', (_, response) => response.end('<!doctype html>'), { status: 503 }, 1],
  ['sends null', (_, response) => response.end('null'), { status: 503 }, 1],
  ['never ends', pour, { status: 400, message: /more than 64 MB/ }, 1],
])('a registry that %s', async (_, listener, expected, times) => {
  const before = registry.requests.length
  registry.answer(listener)
  await expect(openRegistry(registry.url, 200).packument('slow')).rejects.toMatchObject(expected)
  expect(registry.requests.length - before).toBe(times)
})

test('what the registry says of a version must be what it can be', async () => {
  for (const manifest of [
    { dependencies: 'x' },
    { dist: { integrity: 7 } },
    { dist: { integrity: undefined, shasum: 7 } },
  ]) {
    registry.publish({ name: 'odd', manifest, ...manifest })
    await expect(resolve({ odd: '1' })).rejects.toMatchObject({ status: 400, message: /cannot be read/ })
  }
})

test('all files of one installation together are bounded', async () => {
  const download = openDownloads(registry.url)
  registry.answer((_, response) => response.end(Buffer.alloc(PACKAGE_LIMITS.tarballBytes)))
  const most = PACKAGE_LIMITS.downloadBytes / PACKAGE_LIMITS.tarballBytes
  for (let n = 0; n < most; n++) await download('a', PACKAGE_LIMITS.tarballBytes, 'a')
  await expect(download('a', PACKAGE_LIMITS.tarballBytes, 'a')).rejects.toThrow(/more than 256 MB/)
})

test('a lock is read back as it was written, and not where package.json asks for something else', async () => {
  const wanted = { one: '^1', mine: 'npm:leaf@1.0.0' }
  const lock = await resolve(wanted)
  const text = writeLock(lock, wanted)
  expect(readLock(text, wanted)).toEqual(lock)
  expect(readLock(text, { one: '^1' })).toBeUndefined()
  expect(readLock('{', wanted)).toBeUndefined()
  expect(readLock(text.replace('"lockfileVersion": 3', '"lockfileVersion": 1'), wanted)).toBeUndefined()
})

test.each([
  [
    'node_modules/a',
    { version: '1.0.0', resolved: 'git+ssh://git@example.com/a.git#abc', integrity: 'sha512-x' },
  ],
  ['node_modules/a', { version: '1.0.0', resolved: 'https://example.com/a.tgz', integrity: 'sha512-x' }],
  ['node_modules/a', { version: '1.0.0' }],
  ['node_modules/a', { link: true, resolved: '../a' }],
  ['node_modules/../a', { version: '1.0.0', integrity: 'sha512-x' }],
  ['../a', { version: '1.0.0', integrity: 'sha512-x' }],
  ['packages/a', { version: '1.0.0', integrity: 'sha512-x' }],
  ['node_modules/a', { name: '../b', version: '1.0.0', integrity: 'sha512-x' }],
])('a lock with %s as %o is refused', (place, entry) => {
  const packages = { '': { dependencies: { a: '1' } }, [place]: entry }
  const text = JSON.stringify({ lockfileVersion: 3, packages })
  expect(() => readLock(text, { a: '1' })).toThrow(/not a package of the npm registry/)
})

test('of an archive, only files below its folder are taken that a bundler reads', () => {
  const paths = [
    'index.js',
    'lib/a.mjs',
    'README.md',
    'types.d.ts',
    'build.node',
    '../out.js',
    '/../../out.js',
    '/out.js',
  ]
  const long = `${'folder/'.repeat(12)}x.js`
  const archive = pack(
    Object.fromEntries([...paths, long, 'node_modules/x/index.js'].map((path) => [path, path])),
  )
  expect(unpack(archive, 1e6, 'a').map(({ path }) => path)).toEqual(['index.js', 'lib/a.mjs', long])
  expect(unpack(pack({ 'index.js': '' }, '2'), 1e6, 'a')).toEqual([])
})

test('long paths of an archive are read from the record before the file', () => {
  const record = gunzipSync(pack({ PaxHeader: '25 path=package/other.js\n' }, 'x')).subarray(0, 1024)
  const file = gunzipSync(pack({ 'index.js': 'text' }))
  const [only, ...more] = unpack(gzipSync(Buffer.concat([record, file])), 1e6, 'a')
  expect([only?.path, only?.bytes.toString(), more]).toEqual(['other.js', 'text', []])
})

test('an archive that is damaged, or grows when it is unpacked, is refused', () => {
  expect(() => unpack(Buffer.from('x'), 1e6, 'a')).toThrow(/damaged/)
  expect(() => unpack(pack({ 'index.js': Buffer.alloc(3e6) }), 1e6, 'a')).toThrow(/too large/)
})

// So little at a time that it counts as nothing.
function trickle(_: unknown, response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

function pour(_: unknown, response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
  }
  response.on('drain', more)
  more()
}
