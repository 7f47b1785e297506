// PHP 8.2 or later for tests of its client: as the system has installed it, or as PHP_PATH says, with PHPUnit 9.6 (or PHPUNIT_PATH).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from './child-process.ts'

/** PHP_CLIENT is the folder of the client. */
export const PHP_CLIENT = fileURLToPath(new URL('../../clients/php', import.meta.url))

const EXTENSIONS = ['curl', 'json', 'mbstring', 'openssl', 'pcntl', 'dom']
const LEAST_PHP = 80_200
// Later ones want static providers, and another configuration.
const PHPUNIT = /^PHPUnit 9\.[6-9]\b/

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
const find = (name: string, named: string | undefined) => {
  if (named !== undefined && !existsSync(named)) throw new Error(`There is no ${name} at ${named}.`)
  return named ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
const php = find('php', process.env.PHP_PATH)
const phpunit = find('phpunit', process.env.PHPUNIT_PATH)

/** NO_PHP is why tests of the PHP client are skipped, or undefined where all is there. */
export const NO_PHP = findLack()
if (NO_PHP !== undefined) console.log(`skipped: ${NO_PHP}`)

function findLack(): string | undefined {
  if (php === undefined) return 'no php on this machine: install it, or set PHP_PATH'
  if (phpunit === undefined) return 'no phpunit on this machine: install it, or set PHPUNIT_PATH'
  const version = spawnSync(php, ['-r', 'echo PHP_VERSION_ID, " ", PHP_VERSION;'], {
    encoding: 'utf8',
  }).stdout
  const [number, name] = version.split(' ')
  if (!(Number(number) >= LEAST_PHP)) return `${php} is PHP ${name}, and the client needs 8.2`
  const lack = `echo implode(' ', array_filter(explode(' ', '${EXTENSIONS.join(' ')}'), fn($e) => !extension_loaded($e)));`
  const missing = spawnSync(php, ['-r', lack], { encoding: 'utf8' }).stdout.trim()
  if (missing !== '') return `php lacks extensions: ${missing}`
  const tool = spawnSync(php, [phpunit, '--version'], { encoding: 'utf8' }).stdout.trim()
  return PHPUNIT.test(tool) ? undefined : `${phpunit} is no PHPUnit 9.6: ${tool.split(' by ', 1)[0]}`
}

/** startPhp starts a script of the client, with its standard input and output as pipes. */
export function startPhp(script: string, args: readonly string[], environment: Record<string, string>) {
  const env = { ...process.env, ...environment }
  return startChild(String(php), [join(PHP_CLIENT, script), ...args], { env, input: true })
}

/** runPhpUnit runs a suite of the client's tests, and returns its exit code and what it has printed. */
export function runPhpUnit(
  suite: string,
  environment: Record<string, string>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const args = [String(phpunit), '--configuration', PHP_CLIENT, '--testsuite', suite]
  const child: ChildProcess = spawn(String(php), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
