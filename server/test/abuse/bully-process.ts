// The bullies as whoever starts them sees them: a process that is told what to do.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Orders are what the process can be told. */
export interface Orders {
  /** open makes a project with a number, with all its credentials. */
  readonly open: { readonly kind: 'open'; readonly base: string; readonly bully: number }
  /** prepare has a project make what an abuse needs. */
  readonly prepare: Named<'prepare'>
  /** commit has it do the abuse until it is told to stop. */
  readonly commit: Named<'commit'>
  /**
   * mix has all projects that are open do abuses by chance, each for about `turn` milliseconds, for the time and until each
   * abuse has had a turn.
   */
  readonly mix: {
    readonly kind: 'mix'
    readonly seed: number
    readonly full: boolean
    readonly abuses: readonly string[]
    readonly milliseconds: number
    readonly turn: number
  }
  readonly stop: { readonly kind: 'stop' }
}

interface Named<Kind> {
  readonly kind: Kind
  readonly bully: number
  readonly abuse: string
  readonly full: boolean
}

/** Order is one of them. */
export type Order = Orders[keyof Orders]

/** Report is what the process says of an order that it has carried out. */
export interface Report {
  readonly error?: string
  readonly statuses?: readonly (readonly [status: number, amount: number])[]
  /** foreign says where markers of other projects were found. */
  readonly foreign?: readonly string[]
  /** turns is how often each abuse was begun, failures why one could not be prepared or ended in an error. */
  readonly turns?: readonly (readonly [abuse: string, amount: number])[]
  readonly failures?: readonly (readonly [abuse: string, error: string])[]
}

/** BullyProcess is that process. */
export interface BullyProcess {
  /** order resolves with the report, and rejects where the process has ended or the report names an error. */
  order(order: Exclude<Order, Orders['stop']>): Promise<Report>
  /** stop ends the abuse that is under way; its order then resolves. */
  stop(): void
  /** kill ends the process and all its connections. */
  kill(): void
}

/** startBullies starts it. */
export function startBullies(): BullyProcess {
  // The flags of a test runner are not for it.
  const child: ChildProcess = fork(fileURLToPath(new URL('./bullies.ts', import.meta.url)), { execArgv: [] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const waiting = new Map<number, PromiseWithResolvers<Report>>()
  let orders = 0
  child.on('message', ({ number, report }: { number: number; report: Report }) => {
    const { resolve, reject } = waiting.get(number) as PromiseWithResolvers<Report>
    waiting.delete(number)
    if (report.error === undefined) resolve(report)
    else reject(new Error(report.error))
  })
  child.once('exit', () => {
    process.off('exit', kill)
    for (const { reject } of waiting.values()) reject(new Error('the process of the bullies has ended'))
  })
  return {
    order: (order) => {
      const number = orders++
      const answer = Promise.withResolvers<Report>()
      waiting.set(number, answer)
      child.send({ number, order })
      return answer.promise
    },
    stop: () => void child.send({ number: orders++, order: { kind: 'stop' } }),
    kill,
  }
}
