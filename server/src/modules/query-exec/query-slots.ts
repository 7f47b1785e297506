// How many queries of clients run at a time: a few of each project, so that none takes the database for itself, and a
// few in all, since each may use its share of memory.

import { Gate, KeyedGate } from '#platform/db/gate.ts'

/** PROJECT_SLOTS are the queries of one project that run, and that wait, before further ones are refused. */
export const PROJECT_SLOTS = { running: 2, waiting: 20 } as const

const RUNNING_IN_ALL = 4

/** QuerySlots lets queries run, wait, or refuses them with 429. */
export class QuerySlots {
  readonly #all = new Gate(RUNNING_IN_ALL)
  readonly #projects = new KeyedGate(PROJECT_SLOTS.running, PROJECT_SLOTS.waiting)

  /** run does the work when the project has a place for it. */
  run<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    return this.#projects.run(projectId, () => this.#all.run(work))
  }
}
