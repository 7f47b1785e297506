// Functions with packages: found, checked, locked and bundled at deploy, and never run there.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, pid } from 'node:process'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bound, type FunctionsLab, handler, openFunctions } from '#functions/functions.fixture.ts'
import { networkEnvironment } from '#platform/config/network-environment.ts'
import { openTestRegistry, pack, type TestRegistry } from '#platform/npm/registry.fixture.ts'
import { RegistryAddress } from '#platform/npm/registry-address.ts'
import { Compiler } from './compiler.ts'

let registry: TestRegistry
let lab: FunctionsLab
const compiler = new Compiler({ environment: networkEnvironment(env) })
const { call, deployed } = bound(() => lab)

beforeAll(async () => {
  registry = await openTestRegistry()
  lab = await openFunctions({ npmRegistry: registry.url })
})
afterEach(() => registry.answer(undefined))
afterAll(async () => {
  await lab.app.stop()
  await compiler.close()
  registry.close()
})

const files = (dependencies: object, index: string) => ({
  'package.json': JSON.stringify({ dependencies }),
  'index.ts': index,
})

async function refusedBy(dependencies: object, imported = Object.keys(dependencies)[0]) {
  const made = await call('POST', '', {
    name: `refused ${crypto.randomUUID()}`,
    files: files(dependencies, `import x from '${imported}'; ${handler('return new Response(String(x))')}`),
  })
  return call('POST', `/${made.data.id}/deploy`)
}

test('packages of all kinds are bundled, locked with their hashes, and their scripts never run', async () => {
  const marker = join(tmpdir(), `msingi-ran-${pid}`)
  registry.publish(
    {
      name: 'greet',
      manifest: {
        main: 'lib/main.js',
        dependencies: { shout: '^1' },
        scripts: { postinstall: `touch ${marker}` },
      },
      files: { 'lib/main.js': `exports.greet = (name) => require('shout')('hello ' + name)` },
    },
    {
      name: 'shout',
      version: '1.2.0',
      files: {
        'index.js': `module.exports = (text) => text.toUpperCase() + require('crypto').createHash('sha1').update('x').digest('hex').length`,
      },
    },
    {
      name: '@acme/esm',
      manifest: {
        type: 'module',
        exports: { '.': { workerd: './worker.js', default: './node.js' }, './deep': './deep.mjs' },
      },
      files: {
        'worker.js': `export const kind = 'worker'`,
        'node.js': `export const kind = 'node'`,
        'deep.mjs': `export default 'deep'`,
      },
    },
  )
  const live = await deployed({
    name: 'Packages',
    files: files(
      { greet: '^1.0.0', '@acme/esm': 'latest' },
      `import { greet } from 'greet'
       import { kind } from '@acme/esm'
       import deep from '@acme/esm/deep'
       ${handler(`return Response.json([greet('amina'), kind, deep])`)}`,
    ),
  })
  expect((await call('POST', `/${live.id}/invoke`)).data.body).toEqual(['HELLO AMINA40', 'worker', 'deep'])
  const { data } = await call('GET', `/${live.id}`)
  expect(data.changed).toBe(false)
  expect(JSON.parse(data.files['package-lock.json']).packages).toMatchObject({
    '': { dependencies: { greet: '^1.0.0', '@acme/esm': 'latest' } },
    'node_modules/shout': { version: '1.2.0', integrity: expect.stringMatching(/^sha512-/) },
  })
  expect(existsSync(marker)).toBe(false)

  // Another deployment has the same packages, until the lock is left out.
  registry.publish({
    name: 'shout',
    version: '1.3.0',
    files: { 'index.js': `module.exports = () => 'newer'` },
  })
  const greeting = async () => (await call('POST', `/${live.id}/invoke`)).data.body[0]
  await call('POST', `/${live.id}/deploy`)
  expect(await greeting()).toBe('HELLO AMINA40')
  const { 'package-lock.json': _, ...without } = data.files
  await call('PATCH', `/${live.id}`, { files: without })
  await call('POST', `/${live.id}/deploy`)
  expect(await greeting()).toBe('newer')
})

test.each([
  ['/etc/passwd', /leads out/],
  ['../../../../../../etc/passwd', /leads out/],
  ['file:///etc/passwd', /There is no/],
  ['data:text/javascript,export default 1', /leads out/],
  ['../outside', /There is no/],
])('a package that imports %s is refused', async (path, reason) => {
  const name = `leads-out-${path.length}`
  registry.publish({ name, files: { 'index.js': `import x from ${JSON.stringify(path)}; export default x` } })
  const refused = await refusedBy({ [name]: '1' })
  expect(refused).toMatchObject({ status: 400, errors: [expect.stringMatching(reason)] })
  expect(JSON.stringify(refused)).not.toMatch(/root:/)
})

test('what a package names as its source map or imports by a pattern is not looked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-outside-'))
  execFileSync('mkfifo', ['-m', '666', join(folder, 'fifo')])
  writeFileSync(join(folder, 'x.json'), '"what is outside"')
  const up = '../'.repeat(12).slice(0, -1)
  for (const [name, text] of [
    ['maps-up', `//# sourceMappingURL=${up}${folder}/fifo`],
    ['maps-root', `/*# sourceMappingURL=${folder}/fifo */`],
    ['maps-url', `//# sourceMappingURL=file://${folder}/fifo`],
    ['pattern', `export const all = (x) => require('${up}${folder}/' + x + '.json')`],
  ] as const) {
    registry.publish({ name, files: { 'index.js': `${text}\nexport default '${name}'` } })
    const packages = { dependencies: { [name]: '1' }, registry: registry.url }
    const index = `export { default } from '${name}'; export * from '${name}'`
    const { code } = await compiler.compile({ runtime: 'javascript', files: { 'index.js': index }, packages })
    expect(code, name).toContain(`"${name}"`)
    expect(code).not.toContain('what is outside')
  }
  await rm(folder, { recursive: true })
})

test('a package whose own package.json leads out is refused', async () => {
  registry.publish({ name: 'maps-out', manifest: { main: '../../../../../../etc/passwd' } })
  expect((await refusedBy({ 'maps-out': '1' })).errors).toEqual([
    expect.stringMatching(/leads out|There is no/),
  ])
})

test('what is not of the registry, or not what it was, is refused, and what runs goes on', async () => {
  const live = await deployed({ name: 'Stays here', code: handler(`return new Response('old')`) })
  registry.publish(
    { name: 'by-git', manifest: { dependencies: { inner: 'git+https://127.0.0.1/x.git' } } },
    { name: 'tampered', dist: { integrity: `sha512-${'A'.repeat(86)}==` } },
    { name: 'no-hash', dist: { integrity: undefined } },
    { name: 'bomb', tarball: pack({ 'index.js': Buffer.alloc(80 * 1024 * 1024) }) },
  )
  for (const [dependencies, reason] of [
    [{ 'by-git': '1' }, /inner asks for "git\+https/],
    [{ local: 'file:/etc' }, /local asks for/],
    [{ tampered: '1' }, /not what its hash says/],
    [{ 'no-hash': '1' }, /no hash/],
    [{ bomb: '1' }, /too large/],
    [{ missing: '1' }, /has no missing/],
    [{ '../x': '1' }, /no name of a package/],
  ] as const) {
    await call('PATCH', `/${live.id}`, { files: files(dependencies, `import 'x'; export default {}`) })
    const refused = await call('POST', `/${live.id}/deploy`)
    expect(refused, JSON.stringify(dependencies)).toMatchObject({
      status: 400,
      message: expect.stringMatching(reason),
    })
  }
  expect((await call('POST', `/${live.id}/invoke`)).data.body).toBe('old')
})

test('problems in packages and imports point at their place', async () => {
  registry.publish({ name: 'broken', files: { 'index.js': 'export default (' } })
  expect(await refusedBy({ broken: '1' })).toMatchObject({
    status: 400,
    errors: [expect.stringMatching(/^node_modules\/broken\/index\.js:1:\d+: /)],
  })
  expect((await refusedBy({ broken: '1' }, 'other')).errors).toEqual([
    expect.stringMatching(/^index\.ts:1:\d+: There is no other/),
  ])
})

test('dependencies without end are refused', async () => {
  registry.answer((request, response) => {
    const n = Number(/\d+$/.exec(request.url ?? '')?.[0])
    const manifest = {
      name: `chain-${n}`,
      version: '1.0.0',
      dependencies: { [`chain-${n + 1}`]: '1' },
      dist: { integrity: 'sha512-x' },
    }
    response.end(JSON.stringify({ 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': manifest } }))
  })
  expect(await refusedBy({ 'chain-0': '1' })).toMatchObject({
    status: 400,
    message: /more than 300 packages/,
  })
})

test('where packages go is decided by the registry alone: other addresses and redirects are not followed', async () => {
  const internal = await openTestRegistry()
  const dist = { tarball: `${internal.url}x.tgz` }
  registry.publish({ name: 'elsewhere', files: { 'index.js': 'export default 1' }, dist })
  expect((await refusedBy({ elsewhere: '1' })).status).toBe(200)
  registry.answer((_request, response) => response.writeHead(302, { location: internal.url }).end())
  expect((await refusedBy({ redirected: '1' })).status).toBe(503)
  expect(internal.requests).toEqual([])
  internal.close()
})

test('a registry that fails is 503, and one that never answers is given up', async () => {
  registry.answer((_request, response) => response.writeHead(500).end())
  expect(await refusedBy({ anything: '1' })).toMatchObject({
    status: 503,
    message: /registry cannot be reached/,
  })
  registry.answer(() => {})
  const task = {
    runtime: 'typescript',
    files: files({ a: '1' }, ''),
    packages: { dependencies: { a: '1' }, registry: registry.url },
  } as const
  await expect(compiler.compile(task, 1500)).rejects.toMatchObject({
    status: 400,
    message: /too much time/,
  })
})

test('certificates are always handed on, proxies only where Node uses them, and secrets never', () => {
  const server = {
    DATABASE_URL: 'postgres://u:p@db',
    MSINGI_MASTER_KEY: 'k',
    NODE_OPTIONS: '--require /tmp/x.js',
    HTTPS_PROXY: 'http://p:1',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    SSL_CERT_DIR: undefined,
  }
  expect(networkEnvironment(server)).toEqual({ NODE_EXTRA_CA_CERTS: '/ca.pem' })
  expect(networkEnvironment({ ...server, NODE_USE_ENV_PROXY: '1' })).toEqual({
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://p:1',
  })
})

test('package.json must be one', async () => {
  for (const text of ['{', '[]', '{"dependencies": []}', '{"dependencies": {"a": 1}}']) {
    const made = await call('POST', '', {
      name: crypto.randomUUID(),
      files: { 'index.ts': '', 'package.json': text },
    })
    expect(await call('POST', `/${made.data.id}/deploy`), text).toMatchObject({
      status: 400,
      message: /package\.json must be/,
    })
  }
})

// The registry that npm uses here, where it can be reached.
const real = await new RegistryAddress(undefined).get().catch(() => undefined)
const isReachable =
  real !== undefined &&
  (await fetch(`${real}nanoid`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  ))

test.runIf(isReachable)('a real package runs: nanoid and hono', async () => {
  const task = {
    runtime: 'typescript',
    packages: { dependencies: { hono: '^4.0.0', nanoid: '^5.0.0' }, registry: real as string },
    files: {
      'index.ts': `import { Hono } from 'hono'
      import { nanoid } from 'nanoid'
      const app = new Hono().basePath('/fn/:project/:slug')
      app.get('/id/:n', (c) => c.json({ id: nanoid(Number(c.req.param('n'))) }))
      export default app`,
    },
  } as const
  const { code } = await compiler.compile(task)
  const live = await deployed({ name: 'Real', runtime: 'javascript', access: 'public', code })
  const answer = await fetch(`${lab.base}${new URL(live.url).pathname}/id/12`)
  expect(await answer.json()).toEqual({ id: expect.stringMatching(/^[\w-]{12}$/) })
})
