// The program as a person runs it: a process of its own, for tests that kill it.
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startChild } from './child-process.ts'

/** PROGRAM is what `npm start` runs. */
export const PROGRAM = fileURLToPath(new URL('../bin/msingi.js', import.meta.url))

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Program is one that runs, and where it listens. */
export interface Program {
  readonly child: ChildProcess
  readonly base: string
  /** lastLines returns what it has written last to its standard output, and how it has ended. */
  lastLines(): readonly string[]
}

const MOST_LINES = 50

/** startProgram runs the program, or a command that does, and waits for the line that says where it listens. */
export function startProgram(
  environment: Record<string, string>,
  [command, ...rest]: readonly [string, ...string[]] = [process.execPath, PROGRAM],
): Promise<Program> {
  const env = { ...process.env, PORT: '0', ...environment }
  const child = startChild(command, rest, { cwd: ROOT, env })
  let output = ''
  return new Promise<Program>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const base = /Msingi is ready at (http:\S+)/.exec(output)?.[1]
      if (base === undefined) return
      child.stdout.off('data', read)
      resolve({ child, base, lastLines: keepLines(child, child.stdout) })
    }
    child.stdout.on('data', read)
    child.once('exit', () => reject(new Error(`the server ended before it was ready:\n${output}`)))
  })
}

// What a failure can show of a server that was silent until then.
function keepLines(child: ChildProcess, output: Readable): () => readonly string[] {
  const lines: string[] = []
  child.once('exit', (code, signal) => lines.push(`The process has ended: ${signal ?? code}`))
  createInterface(output).on('line', (line) => {
    lines.push(line)
    if (lines.length > MOST_LINES) lines.shift()
  })
  return () => lines
}

/** runProgram runs the program to its end: a command, or a start that is refused. The text is what it said of it. */
export function runProgram(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ readonly code: number; readonly text: string }> {
  const env = { ...process.env, PORT: '0', MSINGI_LOG_LEVEL: 'silent', ...environment }
  return promisify(execFile)(process.execPath, [PROGRAM, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  )
}

/** endProgram sends it a signal, waits for its end and gives its exit code. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  return (await exit)[0]
}
