// Processes that tests start. Whoever holds the output of a worker of the tests keeps the whole run from its end, so that none
// inherits it: a process that is left behind by a test that has failed must not do that.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** StartOptions are those of `spawn` that tests use; `input` is whether something is written to it. */
export interface StartOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  readonly input?: boolean
}

const alive = new Map<ChildProcess, NodeJS.Signals>()
process.once('exit', () => {
  for (const [child, signal] of alive) child.kill(signal)
})

/** endWithTests sends a process a signal where it outlives the tests of its worker. */
export function endWithTests(child: ChildProcess, signal: NodeJS.Signals): void {
  alive.set(child, signal)
  child.once('exit', () => alive.delete(child))
}

/** startChild starts a process, which does not outlive the tests of its worker. Its errors are shown among those of the tests. */
export function startChild(
  command: string,
  args: readonly string[],
  { input = false, ...options }: StartOptions = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(command, args, { ...options, stdio: 'pipe' })
  child.stderr.pipe(process.stderr, { end: false })
  if (!input) child.stdin.end()
  endWithTests(child, 'SIGTERM')
  return child
}
