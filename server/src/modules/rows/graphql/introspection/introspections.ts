// Who introspects when: one answer of a project after the other, and what tools ask for is kept while the schema stands.
import { LRUCache } from 'lru-cache'
import type { GraphqlCaller } from '#modules/rows/graphql/schema/caller.ts'
import type { ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type Introspection, introspect, standardForm } from './introspect.ts'

const MAX_KEPT_BYTES = 128 * 1024 * 1024
const MAX_WAITING = 8
// Variables only ever say whether what is deprecated is wanted.
const MAX_VARIABLES = 1000

interface Queue {
  tail: Promise<unknown>
  waiting: number
}

/** Introspections answers what projects' schemas are asked. */
export class Introspections {
  readonly #kept = new LRUCache<string, { api: ProjectApi; text: string }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  })
  readonly #queues = new Map<string, Queue>()

  /** answer returns the answer as JSON; it throws a FilterError where that is too large. */
  async answer(
    { api, asker: { project } }: GraphqlCaller,
    asked: Introspection,
    given: object,
  ): Promise<string> {
    const form = standardForm(asked)
    if (form === undefined) return this.#inTurn(project.id, () => introspect(api.passing(), asked, false))
    const variables = JSON.stringify(given)
    const key = `${project.id} ${form}${variables}`
    const find = () => {
      const kept = this.#kept.get(key)
      return kept?.api === api ? kept.text : undefined
    }
    // An earlier request in the queue may have asked for the same.
    const make = async () => find() ?? (await introspect(api.passing(), asked, true))
    const text = find() ?? (await this.#inTurn(project.id, make))
    if (variables.length <= MAX_VARIABLES) this.#kept.set(key, { api, text })
    return text
  }

  async #inTurn(projectId: string, work: () => Promise<string>): Promise<string> {
    const queue = this.#queues.get(projectId) ?? { tail: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= MAX_WAITING)
      throw new AppError(
        'quota_exceeded',
        'Too many introspection queries of this project are waiting. Try again shortly.',
      )
    this.#queues.set(projectId, queue)
    queue.waiting += 1
    const done = queue.tail.then(work)
    queue.tail = done.catch(() => undefined)
    try {
      return await done
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) this.#queues.delete(projectId)
    }
  }
}
