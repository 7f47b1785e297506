// How many queries of clients run at a time: a few of each project, so that none takes the database for itself, and a
// few in all, since each may use its share of memory.

import { Gate } from '#platform/db/gate.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** PROJECT_SLOTS are the queries of one project that run, and that wait, before further ones are refused. */
export const PROJECT_SLOTS = { running: 2, waiting: 20 } as const

const RUNNING_IN_ALL = 4

interface Slots {
  readonly gate: Gate
  used: number
}

/** QuerySlots lets queries run, wait, or refuses them with 429. */
export class QuerySlots {
  readonly #all = new Gate(RUNNING_IN_ALL)
  readonly #projects = new Map<string, Slots>()

  /** run does the work when the project has a place for it. */
  async run<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const slots = this.#projects.get(projectId) ?? { gate: new Gate(PROJECT_SLOTS.running), used: 0 }
    if (slots.used >= PROJECT_SLOTS.running + PROJECT_SLOTS.waiting) {
      throw new AppError(
        'quota_exceeded',
        'Too many queries of this project are running. Try again shortly.',
        {
          headers: { 'retry-after': '1' },
        },
      )
    }
    slots.used += 1
    this.#projects.set(projectId, slots)
    try {
      return await slots.gate.run(() => this.#all.run(work))
    } finally {
      slots.used -= 1
      if (slots.used === 0) this.#projects.delete(projectId)
    }
  }
}
