// What packages import: from their own folder and nowhere else, and what they can do without.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handler } from '#modules/automation/functions/functions.fixture.ts'
import { filesWith, openPackagesLab, type PackagesLab } from './packages.fixture.ts'

let lab: PackagesLab
let registry: PackagesLab['registry']
const refusedBy: PackagesLab['refusedBy'] = (...given) => lab.refusedBy(...given)

beforeAll(async () => {
  lab = await openPackagesLab()
  registry = lab.registry
})
afterAll(() => lab.close())

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
    const { code } = await lab.compiler.compile({
      runtime: 'javascript',
      files: { 'index.js': index },
      packages,
    })
    expect(code, name).toContain(`"${name}"`)
    expect(code).not.toContain('what is outside')
  }
  await rm(folder, { recursive: true })
})

test('what a package says of side effects counts for each of its files', async () => {
  const effect = (name: string) => `globalThis.ran = '${name}'; export const ${name} = '${name}'`
  const uses = (...files: string[]) =>
    `${files.map((file) => `import './${file}'`).join('\n')}\n${effect('used')}`
  const main = `export * from './used'`
  registry.publish(
    {
      name: 'pure',
      manifest: { sideEffects: false },
      files: {
        'index.js': main,
        'used.js': uses('left.js', 'own/kept.js', 'folder'),
        'left.js': effect('left'),
        'own/package.json': '{"type": "module"}',
        'own/kept.js': effect('kept'),
        'folder/index.js': effect('inFolder'),
      },
    },
    {
      name: 'partly',
      manifest: { sideEffects: ['./kept.js'] },
      files: {
        'index.js': main,
        'used.js': uses('left', 'kept'),
        'left.js': effect('left'),
        'kept.js': effect('kept'),
      },
    },
    {
      name: 'silent',
      files: { 'index.js': main, 'used.js': uses('kept'), 'kept.js': effect('kept') },
    },
  )
  for (const name of ['pure', 'partly', 'silent']) {
    const packages = { dependencies: { [name]: '1' }, registry: registry.url }
    const files = { 'index.js': `export { used } from '${name}'` }
    const { code } = await lab.compiler.compile({ runtime: 'javascript', files, packages })
    const ran = [...code.matchAll(/ran="(\w+)"/g)].map(([, one]) => one)
    expect(ran, name).toEqual(['kept', 'used'])
  }
})

test('a package whose own package.json leads out is refused', async () => {
  registry.publish({ name: 'maps-out', manifest: { main: '../../../../../../etc/passwd' } })
  expect((await refusedBy({ 'maps-out': '1' })).errors).toEqual([
    expect.stringMatching(/leads out|There is no/),
  ])
})

test('what a package can do without is missing where it is needed, and not before', async () => {
  registry.publish(
    {
      name: 'tries',
      manifest: {
        peerDependencies: { peer: '1' },
        peerDependenciesMeta: { peer: { optional: true } },
        optionalDependencies: { '@a/native': '1' },
      },
      files: {
        'index.js': `
          const missing = []
          try { require('supports-color') } catch (error) { missing.push('tried') }
          try { require('./not-here.js') } catch (error) { missing.push('own') }
          const late = (load) => { try { load() } catch (error) { return error.code } }
          exports.missing = () => [...missing, late(() => require('peer')), late(() => require('@a/native/build'))]
          exports.later = () => import('gone').catch(() => 'caught')`,
      },
    },
    { name: 'insists', files: { 'index.js': `module.exports = require('gone')` } },
    { name: 'fetches', files: { 'index.js': `try { require('https://x.example/x.js') } catch {}` } },
  )
  const live = await lab.deployed({
    name: 'Tries',
    files: filesWith(
      { tries: '1' },
      `import { missing, later } from 'tries'
       import { createHash } from 'crypto'
       let own
       try { require('left-out') } catch { own = 'own file' }
       ${handler(`return Response.json([...missing(), await later(), own, createHash('md5').update('').digest('hex').length])`)}`,
    ),
  })
  expect((await lab.call('POST', `/${live.id}/invoke`)).data.body).toEqual([
    ...['tried', 'own', 'MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'caught', 'own file', 32],
  ])
  expect((await refusedBy({ insists: '1' })).errors).toEqual([
    expect.stringMatching(/^node_modules\/insists\/index\.js:1:\d+: There is no gone\./),
  ])
  expect((await refusedBy({ fetches: '1' })).status).toBe(400)
})
