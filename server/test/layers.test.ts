// The house rules are only as good as what enforces them: plants one violation of each and sees it caught.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
let house: string

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'msingi-house-'))
  await cp(join(root, 'biome.json'), join(house, 'biome.json'))
  await cp(join(root, 'server/package.json'), join(house, 'server/package.json'))
  await writeFile(join(house, '.gitignore'), '')
  await run('git', ['init', '-q'], { cwd: house })
})

afterAll(() => rm(house, { recursive: true, force: true }))

/** lint writes files into an empty house and gives the rules they break. */
async function lint(files: Record<string, string>): Promise<string[]> {
  await rm(join(house, 'server/src'), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true })
    await writeFile(join(house, path), text)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const output = await run(
    process.execPath,
    [biome, 'lint', '--reporter=json', '--max-diagnostics=50', 'server'],
    {
      cwd: house,
    },
  ).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
  const { diagnostics } = JSON.parse(output) as { diagnostics: { category: string; severity: string }[] }
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ category }) => category)
}

const use = (path: string) => `import { thing } from '${path}'\n\nexport const other = thing\n`
const RESTRICTED = 'lint/style/noRestrictedImports'

const VIOLATIONS: [string, Record<string, string>, string][] = [
  [
    'the engine imports the platform',
    { 'server/src/engine/a.ts': use('#platform/clock/clock.ts') },
    RESTRICTED,
  ],
  ['the engine does I/O', { 'server/src/engine/a.ts': use('node:fs') }, RESTRICTED],
  [
    'the engine imports a module',
    { 'server/src/engine/a.ts': use('#modules/data/data.service.ts') },
    RESTRICTED,
  ],
  [
    'the platform imports a module',
    { 'server/src/platform/a.ts': use('#modules/data/data.service.ts') },
    RESTRICTED,
  ],
  ['the platform imports the app', { 'server/src/platform/a.ts': use('#app') }, RESTRICTED],
  [
    'a module reaches into another past its service',
    { 'server/src/modules/a/a.ts': use('#modules/b/b.store.ts') },
    RESTRICTED,
  ],
  [
    'a module reaches past the service of one with folders',
    { 'server/src/modules/a/a.ts': use('#modules/b/inner/b.store.ts') },
    RESTRICTED,
  ],
  ...['auth', 'realtime', 'schema'].map((name): [string, Record<string, string>, string] => [
    `the alias of ${name} is used elsewhere`,
    { 'server/src/modules/a/a.ts': use(`#${name}/inner/thing.ts`) },
    RESTRICTED,
  ]),
  [
    'one module with an alias uses that of another',
    { 'server/src/modules/realtime/a.ts': use('#auth/store/users.ts') },
    RESTRICTED,
  ],
  [
    'the engine uses the alias of a module',
    { 'server/src/engine/a.ts': use('#auth/store/users.ts') },
    RESTRICTED,
  ],
  [
    'the platform uses the alias of a module',
    { 'server/src/platform/a.ts': use('#schema/change/names.ts') },
    RESTRICTED,
  ],
  [
    'two files import types of each other',
    {
      'server/src/engine/a.ts': "import type { B } from '#engine/b.ts'\n\nexport type A = B | undefined\n",
      'server/src/engine/b.ts':
        "import type { A } from '#engine/a.ts'\n\nexport interface B {\n  readonly a: A\n}\n",
    },
    'lint/suspicious/noImportCycles',
  ],
  ...[
    ['the engine', 'server/src/engine/a.ts'],
    ['a module', 'server/src/modules/a/a.ts'],
    ['a module with folders', 'server/src/modules/schema/a.ts'],
    ['the platform', 'server/src/platform/a.ts'],
    ['a test', 'server/src/modules/a/a.test.ts'],
  ].flatMap(([who, path]) =>
    ['libpg-query', 'libpg-query/wasm/libpg-query.js', '#engine/parser/postgres-parser.ts'].map(
      (target): [string, Record<string, string>, string] => [
        `${who} reaches ${target} past the bounds of parse-sql.ts`,
        { [path as string]: use(target) },
        RESTRICTED,
      ],
    ),
  ),
  ['a module imports the tests', { 'server/src/modules/a/a.ts': use('#test/harness.ts') }, RESTRICTED],
  [
    'a relative import leaves its folder',
    { 'server/src/modules/a/a.ts': use('../b/b.service.ts') },
    RESTRICTED,
  ],
  [
    'two files import each other',
    {
      'server/src/engine/a.ts': "import { b } from '#engine/b.ts'\n\nexport const a = () => b\n",
      'server/src/engine/b.ts': "import { a } from '#engine/a.ts'\n\nexport const b = () => a\n",
    },
    'lint/suspicious/noImportCycles',
  ],
  [
    'a barrel file',
    { 'server/src/engine/a.ts': "export * from '#engine/b.ts'\n" },
    'lint/performance/noBarrelFile',
  ],
  ['a default export', { 'server/src/engine/a.ts': 'export default 1\n' }, 'lint/style/noDefaultExport'],
  [
    'the environment is read outside of main.ts',
    { 'server/src/platform/a.ts': 'export const port = process.env.PORT\n' },
    'lint/style/noProcessEnv',
  ],
  [
    'a file of more than 400 lines',
    { 'server/src/engine/a.ts': 'export {}\n'.concat("console.log('x')\n".repeat(401)) },
    'lint/style/noExcessiveLinesPerFile',
  ],
]

test.each(VIOLATIONS)('%s', async (_name, files, rule) => {
  expect(await lint(files)).toContain(rule)
})

test('an orderly house passes', async () => {
  const files = {
    'server/src/engine/thing.ts': 'export const thing = 1\n',
    'server/src/engine/parser/parse-sql.ts': use('libpg-query'),
    'server/src/platform/a.ts': use('#engine/thing.ts'),
    'server/src/modules/b/b.service.ts': use('#platform/a.ts').replaceAll('thing }', 'other as thing }'),
    'server/src/modules/auth/inner/user.service.ts': 'export const thing = 1\n',
    'server/src/modules/auth/store/a.ts': use('#auth/inner/user.service.ts'),
    'server/src/modules/c/c.ts': use('#modules/auth/inner/user.service.ts'),
    'server/src/modules/a/a.service.ts': use('#modules/b/b.service.ts').replaceAll(
      'thing }',
      'other as thing }',
    ),
  }
  expect(await lint(files)).toEqual([])
})
