import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts']

// Each of these needs a process of its own: it measures its process's memory, processor time or event loop, replaces
// modules, or kills what others would share.
const ALONE = [
  'src/engine/conditions/evaluate/without-parser.test.ts',
  'src/engine/parser/postgres-parser.test.ts',
  'src/modules/realtime/connection-memory.test.ts',
  'src/platform/loop/**/*.test.ts',
  'src/platform/postgres/**/*.test.ts',
  'test/fairness/**/*.test.ts',
  'test/watchdog/**/*.test.ts',
]

// The web console is tested in a browser, against a whole server.
const CONSOLE = ['../console/test/**/*.test.ts']

export default defineConfig({
  // The client is tested as it is written, not as it was last built.
  resolve: {
    alias: {
      '@msingi/client': fileURLToPath(new URL('../clients/typescript/src/client.ts', import.meta.url)),
    },
  },
  test: {
    globalSetup: './test/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine the default is too little. A poll that waits in vain ends before its test does.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      { extends: true, test: { name: 'console', include: CONSOLE } },
      { extends: true, test: { name: 'alone', include: ALONE } },
      // The rest shares two processes: reading and compiling the server anew for each file costs more than its tests.
      { extends: true, test: { name: 'together', include: ALL, exclude: ALONE, isolate: false } },
    ],
  },
})
