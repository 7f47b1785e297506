// The process of the quiet project, as the bench sees it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Sample } from './neighbours-operations.ts'

/** QuietProcess is that process. */
export interface QuietProcess {
  /** open makes the quiet project on a server and begins to use it. */
  open(base: string): Promise<void>
  /** take returns what was done since the last time, and the longest wait for an answer in milliseconds. */
  take(): Promise<{ readonly samples: Sample[]; readonly stall: number }>
  /** stall returns for how many milliseconds the server has answered nothing at this moment. */
  stall(): Promise<number>
  kill(): void
}

/** startQuiet starts it. */
export function startQuiet(): QuietProcess {
  const child: ChildProcess = fork(fileURLToPath(new URL('./neighbours-quiet.ts', import.meta.url)))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  // One question after the other: answers have no numbers.
  let last: Promise<unknown> = Promise.resolve()
  const ask = <Answer>(message: object): Promise<Answer> => {
    const answer = last.then(async () => {
      child.send(message)
      return (await once(child, 'message'))[0] as Answer
    })
    last = answer
    return answer
  }
  return {
    open: async (base) => {
      const answer = await ask<{ error?: string }>({ kind: 'open', base })
      if (answer.error !== undefined) throw new Error(answer.error)
    },
    take: () => ask({ kind: 'take' }),
    stall: () => ask({ kind: 'stall' }),
    kill,
  }
}
