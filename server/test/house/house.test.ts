// The house rules are only as good as what enforces them: each kind of rule refuses an import that breaks it.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AREAS, DEBTS, LAYERS, RESTRICTED } from './house.ts'
import { problemsOf } from './problems.ts'
import { importsIn, readAliases, readImports } from './read-imports.ts'
import { breachOf } from './rules.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const sources = readImports(ROOT)

const aliases = readAliases(ROOT)

/** importOf returns an import as the reader sees it. */
function importOf(file: string, specifier: string) {
  const [found] = importsIn(file, `import { thing } from '${specifier}'\n`, aliases)
  if (found === undefined) throw new Error(`${specifier} was not read`)
  return found
}

type Rule = NonNullable<ReturnType<typeof breachOf>>['rule']

const ENGINE = 'server/src/engine/sql/a.ts'
const PLATFORM = 'server/src/platform/http/a.ts'
const MODULE = 'server/src/modules/auth/sign-in/a.ts'
const TEST = 'server/src/modules/auth/sign-in/a.test.ts'
const PARSER = 'server/src/engine/parser/a.ts'

const REFUSED: readonly [why: string, file: string, specifier: string, rule: Rule][] = [
  ['the engine imports the platform', ENGINE, '#platform/clock/clock.ts', 'area'],
  ['the engine imports a module', ENGINE, '#modules/rows/data/data.service.ts', 'area'],
  ['the engine imports the app', ENGINE, '#app', 'area'],
  ['the engine imports the harness', ENGINE, '#test/harness.ts', 'area'],
  ['the engine imports a fixture', ENGINE, './attacks.fixture.ts', 'area'],
  ['the parser imports a fixture', PARSER, '#engine/conditions/tables.fixture.ts', 'area'],
  ['the engine does I/O', ENGINE, 'node:fs', 'package'],
  ['the engine talks to PostgreSQL', ENGINE, 'pg', 'package'],
  ['a test of the engine does I/O', 'server/src/engine/sql/a.test.ts', 'node:fs', 'package'],
  ['a test of the engine imports a module', 'server/src/engine/sql/a.test.ts', '#modules/a/a.ts', 'area'],
  ['the platform imports a module', PLATFORM, '#modules/rows/data/data.service.ts', 'area'],
  ['the platform imports the app', PLATFORM, '#app', 'area'],
  ['the platform imports the harness', PLATFORM, '#test/harness.ts', 'area'],
  ['the platform imports a fixture', PLATFORM, './attacks.fixture.ts', 'area'],
  ['a module imports the app', MODULE, '#app', 'area'],
  ['a module imports the harness', MODULE, '#test/harness.ts', 'area'],
  ['a module imports a fixture of its own', MODULE, './attacks.fixture.ts', 'area'],
  ['a module imports a test', MODULE, './a.test.ts', 'area'],
  ['a module reaches into another', MODULE, '#modules/plans/billing/billing.store.ts', 'closed folder'],
  [
    'a module reaches into a folder of another',
    MODULE,
    '#modules/rows/data/routes/data.routes.ts',
    'closed folder',
  ],
  [
    'a folder of a module imports one above it',
    'server/src/modules/auth/store/a.ts',
    '#modules/auth/users/a.ts',
    'layer',
  ],
  ['a folder of a module imports what is above all', MODULE, '#modules/auth/auth.module.ts', 'layer'],
  [
    'a folder of a module has no layer',
    'server/src/modules/auth/new/a.ts',
    '#modules/auth/store/a.ts',
    'layer',
  ],
  ['a module has folders without layers', 'server/src/modules/a/a.ts', './new/a.ts', 'layer'],
  ['a folder of the engine imports one above it', PARSER, '#engine/conditions/a.ts', 'layer'],
  [
    'a folder in a folder of the engine imports one above it',
    'server/src/engine/sql/context/a.ts',
    '#engine/sql/select/a.ts',
    'layer',
  ],
  ['the app imports the harness', 'server/src/app.ts', '#test/harness.ts', 'area'],
  ['a migration imports a fixture', 'server/migrations/cluster/0001-a.ts', './a.fixture.ts', 'area'],
  ['a migration imports a module', 'server/migrations/cluster/0001-a.ts', '#modules/a/a.service.ts', 'area'],
  ['an import climbs out of its folder', MODULE, '../users/a.ts', 'path'],
  ['an import climbs out in a roundabout way', MODULE, './../users/a.ts', 'path'],
  ['an import of a test climbs', TEST, '../users/a.ts', 'path'],
  ['an import of the harness climbs', 'server/test/isolation/a.ts', '../harness.ts', 'path'],
  ['an alias is in no package.json', MODULE, '#utils/a.ts', 'path'],
  ...[ENGINE, PLATFORM, MODULE, TEST, 'server/src/app.ts', 'server/test/a.ts'].flatMap((file) =>
    ['libpg-query', 'libpg-query/wasm/libpg-query.js', '#engine/parser/postgres-parser.ts'].map(
      (target): [string, string, string, Rule] => [
        `${file} reaches ${target} past the bounds of parse-sql.ts`,
        file,
        target,
        'restricted',
      ],
    ),
  ),
  ['a screen imports another', 'console/src/screens/sql/a.ts', '#screens/tables/row/a.ts', 'closed folder'],
  ['a screen imports the app', 'console/src/screens/sql/a.ts', '#app/navigation/a.ts', 'area'],
  ['a folder of a screen is left by climbing', 'console/src/screens/sql/runs/a.ts', '../a.ts', 'path'],
  ...['acts', 'api', 'diagram', 'events', 'grid', 'i18n', 'ui'].flatMap((folder) =>
    ['#app/navigation/a.ts', '#screens/tables/row/a.ts'].map((target): [string, string, string, Rule] => [
      `${folder} of the console imports ${target}`,
      `console/src/${folder}/a.ts`,
      target,
      'area',
    ]),
  ),
  ['components import the API', 'console/src/ui/a.tsx', '#api/a.ts', 'area'],
  ['components know the routes', 'console/src/ui/a.tsx', '@tanstack/react-router', 'restricted'],
  ['the grid asks questions', 'console/src/grid/a.tsx', '@tanstack/react-query', 'restricted'],
  ['the API imports messages', 'console/src/api/a.ts', '#i18n/a.ts', 'area'],
  ['the console imports the server', 'console/src/main.tsx', './../../server/src/app.ts', 'area'],
  ['the client imports what is not published', 'clients/typescript/src/client.ts', '../test/a.ts', 'area'],
  ['the client leaves its package', 'clients/typescript/src/http/a.ts', '../../../snippets/src/a.ts', 'area'],
  ['an example imports the server', 'examples/music-store/a.ts', '../../server/src/app.ts', 'area'],
  ['the bench imports the console', 'bench/src/lab/a.ts', '../../../console/src/main.tsx', 'area'],
  ['the app names the platform by its place', 'server/src/app.ts', './platform/http/a.ts', 'path'],
  ['the console names components by their place', 'console/src/main.tsx', './ui/a.css', 'path'],
]

test.each(REFUSED)('refused: %s', (_, file, specifier, rule) => {
  const breach = breachOf(importOf(file, specifier))
  expect(breach?.rule).toBe(rule)
  expect(breach?.instead).toMatch(/\w\.$/)
})

const ALLOWED: readonly [file: string, specifier: string][] = [
  [ENGINE, '#engine/shapes/a.ts'],
  ['server/src/engine/parser/parse-sql.ts', 'libpg-query'],
  ['server/src/engine/sql/a.fixture.ts', '#test/harness.ts'],
  [PLATFORM, '#engine/sql/a.ts'],
  [MODULE, '#modules/auth/store/a.ts'],
  [MODULE, '#modules/rows/data/routes/a.service.ts'],
  ['server/src/modules/auth/auth.module.ts', './sign-in/a.ts'],
  [TEST, '#modules/rows/data/routes/a.ts'],
  [TEST, '#engine/conditions/tables.fixture.ts'],
  ['server/src/app.ts', '#modules/auth/auth.module.ts'],
  ['console/src/screens/tables/a.ts', '#screens/tables/row/a.ts'],
  ['console/src/app/find/a.ts', '#screens/tables/row/a.ts'],
  ['console/test/a.test.ts', '../../server/test/harness.ts'],
  ['clients/typescript/src/http/a.ts', '../runtime/a.ts'],
]

test.each(ALLOWED)('allowed: %s imports %s', (file, specifier) => {
  expect(breachOf(importOf(file, specifier))).toBeUndefined()
})

/** problemsIn returns the broken rules among files that import others. */
function problemsIn(
  pairs: readonly [file: string, specifier: string][],
  debts: readonly string[] = [],
): string[] {
  return problemsOf(
    { texts: new Map(pairs.map(([file]) => [file, ''])), imports: pairs.map((pair) => importOf(...pair)) },
    debts,
  )
}

test('a message says where, what, which rule, and what to do instead', () => {
  expect(problemsIn([[ENGINE, 'node:fs']])).toEqual([
    `${ENGINE}:1 imports node:fs (package). ${AREAS.engine?.instead}`,
  ])
})

test('a file in no area is refused once, whatever it imports', () => {
  for (const file of ['server/scripts/a.ts', 'tools/a.mts', 'a.cjs'])
    expect(
      problemsIn([
        [file, 'node:fs'],
        [file, '#test/harness.ts'],
      ]),
    ).toEqual([`${file} is in no area: say in house.ts who may import what there.`])
})

test('circles are found between files, folders and modules', () => {
  const circle = (...names: string[]) => [
    `These import each other in a circle: ${names.join(', ')}. Move what they share below them.`,
  ]
  const [http, db] = ['server/src/platform/http', 'server/src/platform/db']
  expect(
    problemsIn([
      [`${http}/a.ts`, './b.ts'],
      [`${http}/b.ts`, './a.ts'],
    ]),
  ).toEqual(circle(`${http}/a.ts`, `${http}/b.ts`))
  const folders: [string, string][] = [
    [`${http}/a.ts`, '#platform/db/a.ts'],
    [`${db}/b.ts`, '#platform/http/b.ts'],
  ]
  expect(problemsIn(folders)).toEqual(circle(db, http))
  expect(problemsIn(folders, ['server/src/platform'])).toEqual([])
  const modules = ['a', 'b'].map((name) => `server/src/modules/${name}`) as [string, string]
  expect(
    problemsIn([
      [`${modules[0]}/a.ts`, '#modules/b/in/b.service.ts'],
      [`${modules[1]}/b.ts`, '#modules/a/in/a.service.ts'],
    ]),
  ).toEqual(circle(...modules))
  const files = [`${modules[0]}/in/a.service.ts`, `${modules[1]}/in/b.service.ts`] as const
  expect(
    problemsIn([
      [files[0], '#modules/b/in/b.service.ts'],
      [files[1], '#modules/a/in/a.service.ts'],
    ]),
  ).toEqual(circle(...files))
})

test('sources do not refer to documents that are not there', () => {
  const said = (text: string) => problemsOf({ texts: new Map([[ENGINE, text]]), imports: [] }, [])
  expect(said('// Values.\n// Their types (spec 2.14).\n')).toEqual([expect.stringContaining(`${ENGINE}:2`)])
  expect(said('// GraphQL specification, section 6.3\n')).toEqual([])
})

test('a debt that is paid leaves the table', () => {
  expect(problemsIn([[`${DEBTS[0]}/a.ts`, './b.ts']], [DEBTS[0] as string])).toEqual([
    `${DEBTS[0]} has no circle any more: remove it from the DEBTS of house.ts.`,
  ])
})

test('the house is in order', () => {
  expect(problemsOf(sources)).toEqual([])
})

test('the table names nothing that is not there', () => {
  const places = [...Object.values(AREAS).map(({ at }) => at), ...RESTRICTED.flatMap(({ by }) => by)]
  const empty = places.filter(
    (at) => ![...sources.texts.keys()].some((file) => `${file}/`.startsWith(`${at}/`)),
  )
  expect(empty).toEqual([])
  const names = Object.values(AREAS).flatMap(({ imports }) => imports)
  expect(names.filter((name) => AREAS[name] === undefined)).toEqual([])
  for (const [whole, layers] of Object.entries(LAYERS)) {
    const folders = readdirSync(`${ROOT}/${whole}`, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    expect(layers.toSorted(), whole).toEqual(folders.map(({ name }) => name).toSorted())
  }
})
