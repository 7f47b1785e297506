// docs/add-a-module.md works as it stands: its steps are followed in a copy of the code, and the module answers.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const BLOCK = /^```(?<kind>ts|diff) title="(?<path>[^"]+)"\n(?<text>.*?)^```$/gms
// With the console as it is built, which is not built again.
const COPIED = [
  'biome.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'clients',
  'console',
  'examples',
  'server',
]
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'msingi-module-'))
  const filter = (path: string) => !path.includes('node_modules')
  for (const name of COPIED) await cp(join(root, name), join(copy, name), { recursive: true, filter })
  await writeFile(join(copy, '.gitignore'), 'node_modules\n')
  await run('git', ['init', '-q'], { cwd: copy })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** edited returns a file with the lines of a block in it: those with a plus, behind the line in front of them. */
function edited(file: string, block: string, path: string): string {
  const lines = block.split('\n').filter((line) => line !== '')
  const [context = '', ...added] = lines.map((line) => line.slice(1))
  expect(lines.map((line) => line[0]).join(''), path).toMatch(/^ \++$/)
  const parts = file.split(`${context}\n`)
  expect(parts, `${path} has this line once: ${context}`).toHaveLength(2)
  return parts.join([context, ...added, ''].join('\n'))
}

async function follow(page: string): Promise<string[]> {
  const blocks = Array.from(page.matchAll(BLOCK), ({ groups }) => groups as Record<string, string>)
  for (const { kind, path = '', text = '' } of blocks) {
    const file = join(copy, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, kind === 'ts' ? text : edited(await readFile(file, 'utf8'), text, path))
  }
  return blocks.map(({ path = '' }) => path)
}

// What a command prints is what matters where it fails.
async function succeed(command: string, ...parameters: string[]): Promise<string> {
  const done = run(process.execPath, [join(root, 'node_modules', command), ...parameters], {
    cwd: join(copy, 'server'),
  })
  const { stdout } = await done.catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

// It compiles the whole server.
test('its steps make a module that passes the checks and its own test', { timeout: 300_000 }, async () => {
  const paths = await follow(await readFile(join(root, 'docs/add-a-module.md'), 'utf8'))
  expect(paths).toContain('server/src/modules/tallies/tallies.module.ts')
  // `npm run check` knows that the rest passes.
  const changed = [...new Set(paths)].map((path) => relative('server', path))
  await succeed('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...changed)
  await run(process.execPath, [join(copy, 'server/test/house/check-house.ts')])
  await succeed('typescript/bin/tsc', '--noEmit', '-p', '.')
  const output = await succeed('vitest/vitest.mjs', 'run', 'src/modules/tallies', 'test/modules.test.ts')
  expect(output).toMatch(/Test Files .*2 passed/)
  const description = ['test/openapi/description.test.ts', '-t', 'are named once|says what it is']
  expect(await succeed('vitest/vitest.mjs', 'run', ...description)).toMatch(/Tests .*2 passed/)
})
