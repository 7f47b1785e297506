// Functions with packages: found, checked, locked and bundled at deploy, and never run there.
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bound, handler } from '#modules/automation/functions/functions.fixture.ts'
import { networkEnvironment } from '#platform/config/network-environment.ts'
import { GATES } from '#platform/fairness/gates.ts'
import { openTestRegistry, pack } from '#platform/npm/registry.fixture.ts'
import { RegistryAddress } from '#platform/npm/registry-address.ts'
import { filesWith, openPackagesLab, type PackagesLab } from './packages.fixture.ts'

let lab: PackagesLab
let registry: PackagesLab['registry']
const call: PackagesLab['call'] = (...given) => lab.call(...given)
const deployed: PackagesLab['deployed'] = (...given) => lab.deployed(...given)
const refusedBy: PackagesLab['refusedBy'] = (...given) => lab.refusedBy(...given)

beforeAll(async () => {
  lab = await openPackagesLab()
  registry = lab.registry
})
afterEach(() => registry.answer(undefined))
afterAll(() => lab.close())

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
    files: filesWith(
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
    await call('PATCH', `/${live.id}`, { files: filesWith(dependencies, `import 'x'; export default {}`) })
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
  registry.publish({
    name: 'named',
    manifest: { type: 'module' },
    files: { 'index.js': 'export const x = 1' },
  })
  expect((await refusedBy({ named: '1' })).errors).toEqual([
    expect.stringMatching(/^index\.ts:1:\d+: No matching export in "node_modules\/named\/index\.js"/),
  ])
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

test('a registry that fails is 503, and so is one that answers with something else', async () => {
  const message = /registry cannot be reached/
  registry.answer((_request, response) => response.writeHead(500).end())
  expect(await refusedBy({ anything: '1' })).toMatchObject({ status: 503, message })
  registry.answer((_request, response) => response.end('<!doctype html>'))
  expect(await refusedBy({ anything: '1' })).toMatchObject({ status: 503, message })
})

test('a registry that is slow takes no place of those who deploy meanwhile', async () => {
  registry.publish({ name: 'there', files: { 'index.js': `module.exports = 'there'` } })
  const held: ServerResponse[] = []
  const { app } = lab.lab
  const deployments = await Promise.all(
    Array.from({ length: GATES.packages.places }, async (_, n) => {
      const project = await app.createProject()
      const { call } = bound(() => ({ ...lab.lab, project }))
      const { data } = await call('POST', '', {
        name: 'Waits',
        files: filesWith({ [`waits-${n}`]: '1' }, ''),
      })
      return () => call('POST', `/${data.id}/deploy`)
    }),
  )
  registry.answer((request, response) => {
    if (!request.url?.startsWith('/waits-')) return registry.serve(request, response)
    held.push(response)
  })
  // Else they would be given up at last.
  const trickle = setInterval(() => {
    for (const response of held) response.write(' '.repeat(2048))
  }, 1000)
  let answered = 0
  const waiting = deployments.map((deploy) => deploy().finally(() => answered++))
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(deployments.length)
  const plain = await deployed({ name: 'Plain beside', code: handler(`return new Response('plain')`) })
  const packed = await deployed({
    name: 'Packed beside',
    files: filesWith({ there: '1' }, `import there from 'there'; ${handler('return new Response(there)')}`),
  })
  expect(answered).toBe(0)
  for (const { id } of [plain, packed])
    expect((await call('POST', `/${id}/invoke`)).data.body).toMatch(/plain|there/)
  clearInterval(trickle)
  registry.answer(undefined)
  for (const response of held) response.destroy()
  for (const { status, message } of await Promise.all(waiting))
    expect({ status, message }).toEqual({
      status: 400,
      message: expect.stringMatching(/registry has no waits-/),
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
  const { code } = await lab.compiler.compile(task)
  const live = await deployed({ name: 'Real', runtime: 'javascript', access: 'public', code })
  const answer = await fetch(`${lab.lab.base}${new URL(live.url).pathname}/id/12`)
  expect(await answer.json()).toEqual({ id: expect.stringMatching(/^[\w-]{12}$/) })
})
