import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const CLIENT = fileURLToPath(new URL('../clients/typescript/src/', import.meta.url))

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts', '../console/test/**/*.test.ts']

// What waits for a browser, for processes that start and are killed, for other nodes or for a time-out.
const SLOW = [
  '../console/test/**/*.test.ts',
  'src/**/*{crash,nodes,runaway}*.test.ts',
  'src/modules/automation/functions/bundle/packages.test.ts',
  'src/modules/realtime/leaks.test.ts',
  'src/platform/changes/{conformance,hung-reader}.test.ts',
  'src/platform/changes/{consumers,tables}/**/*.test.ts',
  'src/platform/nats/**/*.test.ts',
  'src/platform/workerd/**/*.test.ts',
  'test/{conformance,openapi,packages,patterns,payments}/**/*.test.ts',
  'test/s3/clients.test.ts',
  'test/snippets/programs.test.ts',
  'test/suite/run-suite.test.ts',
  'test/upgrade/program.test.ts',
  'test/client/{*browser,php,python}.test.ts',
  'test/**/*crash.test.ts',
  'test/{add-a-module,at-rest,backup*,docs,example*,neighbours,postgres-15,program,restart,rotate-master-key}.test.ts',
]

// Each of these needs a process of its own: it measures its process's memory, processor time or event loop, replaces
// modules, or kills what others would share.
const ALONE = [
  'src/engine/conditions/evaluate/without-parser.test.ts',
  'src/engine/parser/postgres-parser.test.ts',
  'src/modules/realtime/connection-memory.test.ts',
  'src/platform/loop/**/*.test.ts',
]
const SLOW_ALONE = [
  'src/platform/postgres/**/*.test.ts',
  'test/fairness/**/*.test.ts',
  'test/watchdog/**/*.test.ts',
]

// The rest shares a few processes: reading and compiling the server anew for each file costs more than its tests. These
// wait half of their time: more of them than processors.
const SHARED = { isolate: false, maxWorkers: 3 }
// And these for browsers and other processes.
const WAITING = { ...SHARED, maxWorkers: 4, globalSetup: './test/build-console.ts' }

let order = 0
function project(
  name: string,
  include: string[],
  exclude: string[],
  more = {},
): TestProjectInlineConfiguration {
  order++
  const sequence = { groupOrder: order }
  return { extends: true, test: { name, include, exclude, maxWorkers: 2, sequence, ...more } }
}

export default defineConfig({
  // The client is tested as it is written, not as it was last built.
  resolve: {
    alias: [
      { find: /^@msingi\/client$/, replacement: `${CLIENT}client.ts` },
      { find: /^@msingi\/client\/(\w+)$/, replacement: `${CLIENT}$1.ts` },
    ],
  },
  test: {
    globalSetup: './test/global-setup.ts',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine the default is too little. A poll that waits in vain ends before its test does.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      project('quick-alone', ALONE, []),
      project('quick', ALL, [...SLOW, ...ALONE, ...SLOW_ALONE], SHARED),
      project('slow-alone', SLOW_ALONE, []),
      project('slow', SLOW, [...ALONE, ...SLOW_ALONE], WAITING),
    ],
  },
})
