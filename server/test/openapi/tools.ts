// Independent tools that read a description: a linter, generators and compilers.
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../..')

/** PYTHON is the Python of a virtual environment that has openapi-spec-validator and openapi-python-client. */
export const PYTHON = process.env.MSINGI_TEST_PYTHON

/** PYTHON_MS is how long a test may take that generates a client of some hundred files. */
export const PYTHON_MS = 240_000

/** lint returns what Redocly finds in the file openapi.yaml of a folder. */
export async function lint(
  folder: string,
): Promise<{ problems: unknown[]; errors: number; warnings: number }> {
  // Two routes are for browsers alone and answer with a redirection only.
  const config = { extends: ['recommended'], rules: { 'operation-2xx-response': 'off' } }
  await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(config))
  const redocly = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [redocly, 'lint', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: folder, env, maxBuffer: 2 ** 26 }
  const { stdout } = await run(process.execPath, args, options).catch((error) => error)
  const { totals, problems } = JSON.parse(stdout)
  return { problems, errors: totals.errors, warnings: totals.warnings }
}

/** compileTypes writes the types of openapi.yaml as api.ts, and has tsc check code that uses them. */
export async function compileTypes(folder: string, code: string): Promise<void> {
  const generator = join(ROOT, 'clients/api-types/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, 'openapi.yaml', '-o', 'api.ts'], { cwd: folder })
  await writeFile(join(folder, 'use.ts'), code)
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const checks = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--types', '']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler']
  await run(process.execPath, [tsc, ...checks, ...modules, 'use.ts'], { cwd: folder })
}

/** generatePython validates openapi.yaml and makes a package `msingi` of it. */
export async function generatePython(folder: string): Promise<void> {
  const python = PYTHON as string
  await run(python, ['-m', 'openapi_spec_validator', 'openapi.yaml'], { cwd: folder })
  // Without hooks, which format what nobody reads.
  await writeFile(join(folder, 'generator.yaml'), 'post_hooks: []')
  const generate = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.yaml', '--meta', 'none']
  const args = [...generate, '--config', 'generator.yaml', '--output-path', 'msingi']
  await run(python, args, { cwd: folder })
}

/** runPython runs code that uses the package, and returns what it prints as JSON. */
export async function runPython(folder: string, code: string, ...args: readonly string[]): Promise<unknown> {
  await writeFile(join(folder, 'use.py'), code)
  const { stdout } = await run(PYTHON as string, ['use.py', ...args], { cwd: folder })
  return JSON.parse(stdout)
}
