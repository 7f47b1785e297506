// What an invocation takes of the process that it runs in. workerd reports neither processor time nor memory of a single one.
import type { ProcessFigures } from './process-figures.ts'

/** InvocationCost is what an invocation has taken so far. */
export interface InvocationCost {
  /** cpu_ms is processor time in milliseconds; null where another invocation ran in the process meanwhile, or it is unknown. */
  readonly cpu_ms: number | null
  /** memory_bytes is the resident memory of the whole process; null where it is unknown. */
  readonly memory_bytes: number | null
}

/** UNKNOWN_COST is that of an invocation without an answer. */
export const UNKNOWN_COST: InvocationCost = { cpu_ms: null, memory_bytes: null }

/** MeteredProcess is what a CostMeter reads; functions run on the first thread. */
export type MeteredProcess = Pick<ProcessFigures, 'memory' | 'threadCpu'>

/** MeteredInvocation is one that runs. */
export interface MeteredInvocation {
  cost(): InvocationCost
  /** end says that it runs no more. */
  end(): void
}

/** CostMeter measures the invocations of one process. */
export class CostMeter {
  readonly #process: MeteredProcess
  #running = 0
  #begun = 0

  constructor(process: MeteredProcess) {
    this.#process = process
  }

  /** begin returns what measures an invocation from now on. */
  begin(): MeteredInvocation {
    const process = this.#process
    this.#running += 1
    this.#begun += 1
    const turn = this.#begun
    const before = this.#running === 1 ? process.threadCpu() : undefined
    return {
      cost: () => {
        const after = before === undefined || this.#begun > turn ? undefined : process.threadCpu()
        return {
          cpu_ms:
            before === undefined || after === undefined ? null : Math.round((after - before) * 100) / 100,
          memory_bytes: process.memory() || null,
        }
      },
      end: () => {
        this.#running -= 1
      },
    }
  }
}
