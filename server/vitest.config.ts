import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts', '../console/test/**/*.test.ts']

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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine the default is too little. A poll that waits in vain ends before its test does.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // The rest shares a few processes: reading and compiling the server anew for each file costs more than its tests.
      // These wait half of their time, for what they have killed, cut off or sent to a browser: more of them than processors.
      {
        extends: true,
        test: {
          name: 'together',
          include: ALL,
          exclude: ALONE,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
