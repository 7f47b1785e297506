// Drills that are tests of the suite, at full size.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** runLiveDrill returns whether every client received every change once and in order. */
export function runLiveDrill(kills: number): Promise<boolean> {
  return runTest('test:slow', 'test/live-crash', { MSINGI_TEST_KILLS: String(kills) })
}

/** runRoutesDrill returns whether every route answers every hostile input in turns of some milliseconds. */
export function runRoutesDrill(): Promise<boolean> {
  return runTest('test:slow', 'test/watchdog/routes', { MSINGI_TEST_EVERY_INPUT: 'on' })
}

/** runListsDrill returns whether so many random lists over S3 are those of a model. */
export function runListsDrill(lists: number, seed: number): Promise<boolean> {
  const settings = { MSINGI_TEST_LISTS: String(lists), MSINGI_TEST_SEED: String(seed) }
  return runTest('test', 'test/s3/lists', settings)
}

/** runPackagesDrill returns whether the so many packages that functions use most deploy and run, as far as they can. */
export function runPackagesDrill(packages: number): Promise<boolean> {
  return runTest('test:slow', 'test/packages', { MSINGI_TEST_PACKAGES: String(packages) })
}

async function runTest(
  kind: 'test' | 'test:slow',
  file: string,
  settings: Record<string, string>,
): Promise<boolean> {
  const env = { ...process.env, ...settings }
  const tests = spawn('npm', ['run', kind, '--', file], { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  return code === 0
}
