import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The client is tested as it is written, not as it was last built.
  resolve: {
    alias: {
      '@msingi/client': fileURLToPath(new URL('../clients/typescript/src/client.ts', import.meta.url)),
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // On a busy machine the defaults are too little.
    expect: { poll: { timeout: 60_000 } },
  },
})
