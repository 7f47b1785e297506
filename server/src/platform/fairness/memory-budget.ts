// What requests may make this process hold at a time, in bytes: of one project, of one account, and in all.
import { getHeapStatistics } from 'node:v8'
import type { AppError } from '#platform/errors/app-error.ts'
import { refusal, tooBusy } from './refusals.ts'
import type { Tenant } from './tenants.ts'

/** SMALL is how many bytes are not worth counting. */
export const SMALL = 64 * 1024

/** MemoryLimits are the most bytes of one project, of one account, and of all. */
export interface MemoryLimits {
  readonly project: number
  readonly account: number
  readonly process: number
}

/** Reservation is memory that a request holds. */
export interface Reservation {
  /** release frees it; calling it again does nothing. */
  release(): void
}

/** MemoryFigures is the state of a budget as /metrics reports it. */
export interface MemoryFigures {
  readonly bytes: number
  readonly refused: number
}

const NOTHING: Reservation = { release: () => {} }
const LEAST = 256 * 1024 * 1024

/** defaultLimits returns a quarter of the heap for all requests together, and of that a quarter for one project. */
export function defaultLimits(heap: number = getHeapStatistics().heap_size_limit): MemoryLimits {
  const process = Math.max(LEAST, heap / 4)
  return { process, account: process / 2, project: process / 4 }
}

/** MemoryBudget counts the bytes that requests hold. */
export class MemoryBudget {
  readonly #limits: MemoryLimits
  readonly #held = new Map<string, number>()
  #bytes = 0
  #refused = 0

  constructor(limits: MemoryLimits = defaultLimits()) {
    this.#limits = limits
  }

  get figures(): MemoryFigures {
    return { bytes: this.#bytes, refused: this.#refused }
  }

  /**
   * reserve counts bytes that a tenant is about to hold, unless they are few. It throws 429 where the project or its
   * account has too many already, and 503 where all have.
   */
  reserve({ project, account }: Tenant, bytes: number): Reservation {
    if (bytes < SMALL) return NOTHING
    const [ofProject, ofAccount] = [`project ${project}`, `account ${account}`]
    if (
      !this.#fits(ofProject, bytes, this.#limits.project) ||
      !this.#fits(ofAccount, bytes, this.#limits.account)
    )
      throw this.#count(tooMuch())
    if (this.#bytes + bytes > this.#limits.process) throw this.#count(tooBusy('large requests'))
    return this.hold({ project, account }, bytes)
  }

  /** hold counts bytes that a tenant holds in any case. */
  hold({ project, account }: Tenant, bytes: number): Reservation {
    const [ofProject, ofAccount] = [`project ${project}`, `account ${account}`]
    this.#add(ofProject, ofAccount, bytes)
    let held = true
    const release = () => {
      if (held) this.#add(ofProject, ofAccount, -bytes)
      held = false
    }
    return { release }
  }

  // A tenant that holds nothing can hold one thing of any size: other bounds have admitted it.
  #fits(name: string, bytes: number, limit: number): boolean {
    const held = this.#held.get(name) ?? 0
    return held === 0 || held + bytes <= limit
  }

  #add(ofProject: string, ofAccount: string, bytes: number): void {
    this.#bytes += bytes
    for (const name of [ofProject, ofAccount]) {
      const held = (this.#held.get(name) ?? 0) + bytes
      if (held === 0) this.#held.delete(name)
      else this.#held.set(name, held)
    }
  }

  #count(refusal: AppError): AppError {
    this.#refused += 1
    return refusal
  }
}

function tooMuch(): AppError {
  return refusal(
    'quota_exceeded',
    'Too many large requests of this project are running. Ask for less at once, or try again shortly.',
  )
}
