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

/** Files is what a house consists of: texts by path. */
type Files = Record<string, string>

// Biome costs far more to start than to run: all violations are planted at once, each in files with a name of its own,
// which begins with CASE.
let brokenBy: Map<string, Set<string>>

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'msingi-house-'))
  await cp(join(root, 'biome.json'), join(house, 'biome.json'))
  for (const workspace of ['server', 'console'])
    await cp(join(root, workspace, 'package.json'), join(house, workspace, 'package.json'))
  await writeFile(join(house, '.gitignore'), '')
  await run('git', ['init', '-q'], { cwd: house })
  const cases = [...VIOLATIONS.map(([, files]) => files), ORDERLY]
  await Promise.all(cases.map((files, number) => plant(files, nameOf(number))))
  brokenBy = await lint()
})

afterAll(() => rm(house, { recursive: true, force: true }))

const nameOf = (number: number) => `case${number}`

async function plant(files: Files, name: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = join(house, path.replaceAll('CASE', name))
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, text.replaceAll('CASE', name))
  }
}

/** lint returns the rules that are broken, by the name of the case. */
async function lint(): Promise<Map<string, Set<string>>> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const output = await run(
    process.execPath,
    [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'server', 'console'],
    { cwd: house, maxBuffer: 64 * 1024 * 1024 },
  ).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; severity: string; location: { path: string | { file: string } } }[]
  }
  const broken = new Map<string, Set<string>>()
  for (const { category, severity, location } of diagnostics) {
    if (severity !== 'error') continue
    const [name = ''] = /case\d+/.exec(JSON.stringify(location.path)) ?? []
    broken.set(name, (broken.get(name) ?? new Set()).add(category))
  }
  return broken
}

const use = (path: string) => `import { thing } from '${path}'\n\nexport const other = thing\n`
const RESTRICTED = 'lint/style/noRestrictedImports'

// ALIASES are the modules with folders, each of which has an alias of its own.
const ALIASES = [
  'accounts',
  'auth',
  'data',
  'functions',
  'graphql',
  'payments',
  'realtime',
  'schema',
  'schema-objects',
  'storage',
  'webhook-deliveries',
]

// SCREENS are the screens with folders, whose files reach one another by an address that is closed to others.
const SCREENS = ['functions', 'schema', 'sql', 'storage', 'tables']

const VIOLATIONS: [string, Files, string][] = [
  [
    'the engine imports the platform',
    { 'server/src/engine/CASE-a.ts': use('#platform/clock/clock.ts') },
    RESTRICTED,
  ],
  ['the engine does I/O', { 'server/src/engine/CASE-a.ts': use('node:fs') }, RESTRICTED],
  [
    'the engine imports a module',
    { 'server/src/engine/CASE-a.ts': use('#modules/data/data.service.ts') },
    RESTRICTED,
  ],
  [
    'the platform imports a module',
    { 'server/src/platform/CASE-a.ts': use('#modules/data/data.service.ts') },
    RESTRICTED,
  ],
  ['the platform imports the app', { 'server/src/platform/CASE-a.ts': use('#app') }, RESTRICTED],
  [
    'a module reaches into another past its service',
    { 'server/src/modules/a/CASE-a.ts': use('#modules/b/b.store.ts') },
    RESTRICTED,
  ],
  [
    'a module reaches past the service of one with folders',
    { 'server/src/modules/a/CASE-a.ts': use('#modules/b/inner/b.store.ts') },
    RESTRICTED,
  ],
  ...ALIASES.map((name): [string, Files, string] => [
    `the alias of ${name} is used elsewhere`,
    { 'server/src/modules/a/CASE-a.ts': use(`#${name}/inner/thing.ts`) },
    RESTRICTED,
  ]),
  ...SCREENS.flatMap((name): [string, Files, string][] => [
    [
      `a screen reaches into ${name}`,
      { 'console/src/screens/a/CASE-a.ts': use(`#screens/${name}/inner/thing.ts`) },
      RESTRICTED,
    ],
    [
      `${name} reaches into another screen`,
      { [`console/src/screens/${name}/inner/CASE-a.ts`]: use('#screens/a/thing.ts') },
      RESTRICTED,
    ],
    [
      `${name} reaches the app`,
      { [`console/src/screens/${name}/inner/CASE-a.ts`]: use('#app/navigation/thing.ts') },
      RESTRICTED,
    ],
    [
      `a folder of ${name} is left by a relative import`,
      { [`console/src/screens/${name}/inner/CASE-a.ts`]: use('../thing.ts') },
      RESTRICTED,
    ],
  ]),
  ...['api', 'diagram', 'events', 'grid', 'i18n', 'ui'].flatMap((folder) =>
    ['#app/navigation/thing.ts', '#screens/tables/row/thing.ts'].map((target): [string, Files, string] => [
      `${folder} of the console reaches ${target}`,
      { [`console/src/${folder}/CASE-a.ts`]: use(target) },
      RESTRICTED,
    ]),
  ),
  [
    'one module with an alias uses that of another',
    { 'server/src/modules/realtime/CASE-a.ts': use('#auth/store/users.ts') },
    RESTRICTED,
  ],
  [
    'the engine uses the alias of a module',
    { 'server/src/engine/CASE-a.ts': use('#auth/store/users.ts') },
    RESTRICTED,
  ],
  [
    'the platform uses the alias of a module',
    { 'server/src/platform/CASE-a.ts': use('#schema/change/names.ts') },
    RESTRICTED,
  ],
  [
    'two files import types of each other',
    {
      'server/src/engine/CASE-a.ts':
        "import type { B } from '#engine/CASE-b.ts'\n\nexport type A = B | undefined\n",
      'server/src/engine/CASE-b.ts':
        "import type { A } from '#engine/CASE-a.ts'\n\nexport interface B {\n  readonly a: A\n}\n",
    },
    'lint/suspicious/noImportCycles',
  ],
  ...[
    ['the engine', 'server/src/engine/CASE-a.ts'],
    ['a module', 'server/src/modules/a/CASE-a.ts'],
    ['a module with folders', 'server/src/modules/schema/CASE-a.ts'],
    ['the platform', 'server/src/platform/CASE-a.ts'],
    ['a test', 'server/src/modules/a/CASE-a.test.ts'],
  ].flatMap(([who, path]) =>
    ['libpg-query', 'libpg-query/wasm/libpg-query.js', '#engine/parser/postgres-parser.ts'].map(
      (target): [string, Files, string] => [
        `${who} reaches ${target} past the bounds of parse-sql.ts`,
        { [path as string]: use(target) },
        RESTRICTED,
      ],
    ),
  ),
  ['a module imports the tests', { 'server/src/modules/a/CASE-a.ts': use('#test/harness.ts') }, RESTRICTED],
  ...['engine/CASE-a.ts', 'platform/CASE-a.ts', 'modules/a/CASE-a.ts', 'modules/auth/CASE-a.ts'].flatMap(
    (file): [string, Files, string][] => [
      [
        `${file.replace('CASE-', '')} imports a fixture`,
        { [`server/src/${file}`]: use('./attacks.fixture.ts') },
        RESTRICTED,
      ],
      [
        `${file.replace('CASE-', '')} imports a fixture of another folder`,
        { [`server/src/${file}`]: use('#engine/conditions/tables.fixture.ts') },
        RESTRICTED,
      ],
    ],
  ),
  ['the engine imports the tests', { 'server/src/engine/CASE-a.ts': use('#test/harness.ts') }, RESTRICTED],
  ['the app imports the tests', { 'server/src/CASE-a.ts': use('#test/harness.ts') }, RESTRICTED],
  ['a migration imports a fixture', { 'server/migrations/CASE-a.ts': use('./a.fixture.ts') }, RESTRICTED],
  [
    'a relative import leaves its folder',
    { 'server/src/modules/a/CASE-a.ts': use('../b/b.service.ts') },
    RESTRICTED,
  ],
  [
    'two files import each other',
    {
      'server/src/engine/CASE-a.ts': "import { b } from '#engine/CASE-b.ts'\n\nexport const a = () => b\n",
      'server/src/engine/CASE-b.ts': "import { a } from '#engine/CASE-a.ts'\n\nexport const b = () => a\n",
    },
    'lint/suspicious/noImportCycles',
  ],
  [
    'a barrel file',
    { 'server/src/engine/CASE-a.ts': "export * from '#engine/CASE-b.ts'\n" },
    'lint/performance/noBarrelFile',
  ],
  ['a default export', { 'server/src/engine/CASE-a.ts': 'export default 1\n' }, 'lint/style/noDefaultExport'],
  [
    'the environment is read outside of main.ts',
    { 'server/src/platform/CASE-a.ts': 'export const port = process.env.PORT\n' },
    'lint/style/noProcessEnv',
  ],
  [
    'a file of more than 400 lines',
    { 'server/src/engine/CASE-a.ts': 'export {}\n'.concat("console.log('x')\n".repeat(401)) },
    'lint/style/noExcessiveLinesPerFile',
  ],
]

const ORDERLY: Files = {
  'server/src/engine/CASE-thing.ts': 'export const thing = 1\n',
  'server/src/platform/CASE-a.ts': use('#engine/CASE-thing.ts'),
  'server/src/modules/b/CASE-b.service.ts': use('#platform/CASE-a.ts').replaceAll(
    'thing }',
    'other as thing }',
  ),
  'server/src/engine/parser/parse-sql.ts': use('libpg-query'),
  'server/src/modules/auth/inner/CASE-user.service.ts': 'export const thing = 1\n',
  'server/src/modules/auth/store/CASE-a.ts': use('#auth/inner/CASE-user.service.ts'),
  'server/src/modules/c/CASE-c.ts': use('#modules/auth/inner/CASE-user.service.ts'),
  'server/src/modules/a/CASE-a.service.ts': use('#modules/b/CASE-b.service.ts').replaceAll(
    'thing }',
    'other as thing }',
  ),
  'console/src/screens/tables/row/CASE-a.ts': 'export const thing = 1\n',
  'console/src/screens/tables/CASE-b.ts': use('#screens/tables/row/CASE-a.ts'),
  'console/src/app/find/CASE-a.ts': use('#screens/tables/row/CASE-a.ts'),
  // Fixtures may use the harness, and what tests may.
  'server/src/modules/a/CASE-a.fixture.ts': use('#test/harness.ts'),
  'server/src/engine/CASE-a.fixture.ts': use('#test/harness.ts'),
  'server/src/platform/CASE-a.test.ts': use('./CASE-a.fixture.ts'),
  'server/src/engine/CASE-a.test.ts': use('./CASE-a.fixture.ts'),
}

test.each(VIOLATIONS.map(([name, , rule], number) => ({ name, rule, number })))(
  '$name',
  ({ rule, number }) => {
    expect([...(brokenBy.get(nameOf(number)) ?? [])]).toContain(rule)
  },
)

test('an orderly house passes', () => {
  expect(brokenBy.get(nameOf(VIOLATIONS.length))).toBeUndefined()
  expect(brokenBy.size).toBe(VIOLATIONS.length)
})
