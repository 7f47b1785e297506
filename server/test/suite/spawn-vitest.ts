// Vitest in a process of its own.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const VITEST = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')))

/** spawnVitest starts one run of it. */
export function spawnVitest(args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, [VITEST, 'run', ...args], options)
}
