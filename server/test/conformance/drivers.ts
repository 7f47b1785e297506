// Programs that run cases with the client of their language, a line of JSON for each.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { findPython } from '#test/client/python-tools.ts'
import { NO_PHP, startPhp } from '#test/php.ts'
import { parseDigits } from './digits.ts'

/** Outcome is what became of a step: of steps together, a list. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly error: Record<string, unknown> }
  | readonly Outcome[]

/** Driver runs cases with one client. */
export interface Driver {
  /** run returns the outcomes of steps, in order. Rejects if the driver ends. */
  run(client: object, steps: readonly unknown[]): Promise<readonly Outcome[]>
  stop(): Promise<void>
}

const CLIENTS = resolve(import.meta.dirname, '../../../clients')
const TYPESCRIPT = resolve(import.meta.dirname, 'typescript-driver.ts')
const PIPES: SpawnOptions = { stdio: ['pipe', 'pipe', 'inherit'] }
const python = await findPython()

/** DRIVERS are those that this machine can start, by the name of the client. */
export const DRIVERS: Readonly<Record<string, () => Driver>> = {
  typescript: () => drive(spawn(process.execPath, ['--conditions=msingi-source', TYPESCRIPT], PIPES)),
  ...(NO_PHP === undefined && { php: () => drive(startPhp('tests/conformance.php', [], {})) }),
  ...(python !== undefined && {
    python: () => drive(startPython(python, 'blocking')),
    'python asyncio': () => drive(startPython(python, 'asyncio')),
  }),
}

function startPython(python: string, shell: string): ChildProcess {
  return spawn(python, [resolve(CLIENTS, 'python/tests/conformance.py'), shell], PIPES)
}

function drive(child: ChildProcess): Driver {
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('A driver reads and writes lines.')
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return {
    run: async (client, steps) => {
      stdin.write(`${JSON.stringify({ client, steps })}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The driver has ended: what it said stands above.')
      return (parseDigits(value) as { results: Outcome[] }).results
    },
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined
      stdin.end()
      await ended
    },
  }
}
