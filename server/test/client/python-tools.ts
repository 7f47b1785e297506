// A Python for tests of the Python client: MSINGI_TEST_PYTHON, or a virtual environment of the machine's own python3, made
// once where the package index answers.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** CLIENT is the folder of the Python client. */
export const CLIENT = resolve(import.meta.dirname, '../../../clients/python')

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/msingi-python')
const PACKAGES = [
  'httpx==0.28.1',
  'websockets==17.4',
  'pytest==9.2.0',
  'mypy==2.4.1',
  'ruff==0.17.6',
  'hatchling==1.33.0',
]
const IMPORTS =
  'import sys, httpx, websockets, pytest, mypy, ruff, hatchling; assert sys.version_info >= (3, 10)'
const INSTALL_MS = 120_000

/** findPython returns a Python with what the tests need, or undefined, and says why tests are skipped. */
export async function findPython(): Promise<string | undefined> {
  const named = process.env.MSINGI_TEST_PYTHON
  if (named !== undefined && (await isComplete(named))) return named
  try {
    return await makeEnvironment()
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr || (error as Error).message)
      .trim()
      .split('\n')
      .slice(-1)
    console.log(
      `skipped: tests of the Python client, since there is no Python with their packages: ${reason}`,
    )
    return undefined
  }
}

async function makeEnvironment(): Promise<string> {
  const version = createHash('sha256').update(PACKAGES.join(' ')).digest('hex').slice(0, 12)
  const folder = join(CACHE, version)
  const python = join(folder, 'bin/python')
  const complete = join(folder, 'is-complete')
  if (existsSync(complete) && (await isComplete(python))) return python
  await rm(folder, { recursive: true, force: true })
  const options = { timeout: INSTALL_MS }
  await run('python3', ['-m', 'venv', folder], options)
  await run(python, ['-m', 'pip', 'install', '-q', '--retries', '2', '--timeout', '20', ...PACKAGES], options)
  await writeFile(complete, '')
  return python
}

async function isComplete(python: string): Promise<boolean> {
  return run(python, ['-c', IMPORTS]).then(
    () => true,
    () => false,
  )
}
