// Which tests are about a changed file.

/** ChosenTests are words for Vitest, and the paths that no tests are chosen for. */
export interface ChosenTests {
  readonly filters: readonly string[]
  readonly left: readonly string[]
}

// In this order: a test is about itself, a source about its module, or its part of the engine or the platform.
const RULES: readonly [path: RegExp, filter: string][] = [
  [/^server\/(.*\.test\.ts)$/, '$1'],
  [/^server\/(test\/[\w-]+\/).*\.ts$/, '$1'],
  [
    /^server\/(src\/(?:modules|engine|platform)\/(?:(?:tenancy|database|rows|automation|operations|plans)\/)?[\w-]+\/).*$/,
    '$1',
  ],
  [/^(console\/test\/.*\.test\.ts)$/, '$1'],
  [/^console\/.*$/, 'console/test/'],
  [/^clients\/.*$/, 'test/client/'],
  [/^docs\/.*|^[A-Z]+\.md$/, 'test/docs.test.ts'],
]

// Cheap, and about any source: who imports whom, and which modules there are.
const OF_SOURCES = ['test/house/', 'test/modules.test.ts']

/** chooseTests chooses them for paths below the root of the repository. */
export function chooseTests(paths: readonly string[]): ChosenTests {
  const filters = new Set<string>()
  const left: string[] = []
  for (const path of paths) {
    const [pattern, filter] = RULES.find(([pattern]) => pattern.test(path)) ?? []
    if (pattern === undefined || filter === undefined) left.push(path)
    else filters.add(path.replace(pattern, filter))
    if (path.startsWith('server/src/')) for (const test of OF_SOURCES) filters.add(test)
  }
  return { filters: [...filters].toSorted(), left }
}
