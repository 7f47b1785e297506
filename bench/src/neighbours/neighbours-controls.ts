// Controls: what the quiet project loses to others merely because they use the same processors.
import { type ChildProcess, spawn } from 'node:child_process'
import { openQuietProject, TABLE } from '../../../server/test/abuse/quiet-project.ts'

const POLITE_EVERY_MS = 5

/** CONTROLS are those; `start` begins and resolves with what ends it. */
export const CONTROLS: readonly {
  readonly name: string
  readonly about: string
  start(base: string): Promise<() => void>
}[] = [
  {
    name: 'control: one busy process',
    about: 'a process that computes without a pause, and never speaks to the server',
    start: async () => burn(1),
  },
  {
    name: 'control: two busy processes',
    about: 'as many as there are processors here, as an abuser and a busy PostgreSQL are',
    start: async () => burn(2),
  },
  {
    name: 'control: a polite neighbour',
    about: 'another project that makes 200 GETs a second, each of one row',
    start: async (base) => {
      const tenant = await openQuietProject(base, 2)
      const body = { number: 1, version: 0, note: tenant.marker }
      const { data } = await tenant.call('POST', `/data/${TABLE}`, { as: 'secret', body })
      const get = () => void tenant.call('GET', `/data/${TABLE}/${data.id}`, { as: 'secret' })
      const timer = setInterval(get, POLITE_EVERY_MS)
      return () => clearInterval(timer)
    },
  },
]

function burn(amount: number): () => void {
  const children: ChildProcess[] = Array.from({ length: amount }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', stop)
  return () => {
    process.off('exit', stop)
    stop()
  }
}
