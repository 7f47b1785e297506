// Drills that are tests of the suite, at full size.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** runLiveDrill returns whether every client received every change once and in order. */
export function runLiveDrill(kills: number): Promise<boolean> {
  return runTest('test/live-crash', { MSINGI_TEST_KILLS: String(kills) })
}

/** runRoutesDrill returns whether every route answers every hostile input in turns of some milliseconds. */
export function runRoutesDrill(): Promise<boolean> {
  return runTest('test/watchdog/routes', { MSINGI_TEST_EVERY_INPUT: 'on' })
}

/** runListsDrill returns whether so many random lists over S3 are those of a model. */
export function runListsDrill(lists: number, seed: number): Promise<boolean> {
  return runTest('test/s3/lists', { MSINGI_TEST_LISTS: String(lists), MSINGI_TEST_SEED: String(seed) })
}

async function runTest(file: string, settings: Record<string, string>): Promise<boolean> {
  const env = { ...process.env, ...settings }
  // Of whichever kind it is: `npm test` runs the quick ones alone.
  const command = ['exec', '--workspace', 'server', '--', 'vitest', 'run', file]
  const tests = spawn('npm', command, { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  return code === 0
}
