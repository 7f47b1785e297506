// Programs that run cases with the client of their language, a line of JSON for each.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { startChild } from '#test/child-process.ts'
import { CLIENT, findPython } from '#test/client/python-tools.ts'
import { NO_PHP, startPhp } from '#test/php.ts'
import { parseDigits } from './digits.ts'
import { linesOf } from './lines.ts'

const PATIENCE_MS = 20_000

/** Outcome is what became of a step: of steps together, a list. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly error: Record<string, unknown> }
  | readonly Outcome[]

const python = await findPython()

/** STARTS start the drivers that this machine can run, by the name of the client. */
export const STARTS: Readonly<Record<string, () => ChildProcess>> = {
  typescript: () =>
    startChild(
      process.execPath,
      ['--conditions=msingi-source', resolve(import.meta.dirname, 'typescript-driver.ts')],
      { input: true },
    ),
  ...(NO_PHP === undefined && { php: () => startPhp('tests/conformance.php', [], {}) }),
  ...(python !== undefined && {
    python: () => startPython(python, 'blocking'),
    'python asyncio': () => startPython(python, 'asyncio'),
  }),
}

function startPython(python: string, shell: string): ChildProcess {
  const env = { ...process.env, PYTHONPATH: resolve(CLIENT, 'src'), PYTHONDONTWRITEBYTECODE: '1' }
  return startChild(python, [resolve(CLIENT, 'tests/conformance.py'), shell], { env, input: true })
}

/** Driver runs cases, one after the other, with one client. */
export class Driver {
  readonly #start: () => ChildProcess
  #running: { readonly child: ChildProcess; readonly lines: AsyncIterator<string, void> } | undefined

  constructor(start: () => ChildProcess) {
    this.#start = start
  }

  /** run returns the outcomes of steps, in order. Rejects if the driver ends, or does not answer. */
  async run(client: object, steps: readonly unknown[]): Promise<readonly Outcome[]> {
    this.#running ??= this.#begin()
    const { child, lines } = this.#running
    child.stdin?.write(`${JSON.stringify({ client, steps })}\n`)
    const giveUp = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const { value } = await lines.next()
    clearTimeout(giveUp)
    if (typeof value === 'string') return (parseDigits(value) as { results: Outcome[] }).results
    this.#running = undefined
    throw new Error('The driver has ended, or did not answer in time.')
  }

  async stop(): Promise<void> {
    const { child } = this.#running ?? {}
    if (child === undefined || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.stdin?.end()
    await ended
  }

  #begin(): { child: ChildProcess; lines: AsyncIterator<string, void> } {
    const child = this.#start()
    if (child.stdout === null) throw new Error('A driver writes lines.')
    child.stdin?.on('error', () => {})
    return { child, lines: linesOf(child.stdout) }
  }
}
