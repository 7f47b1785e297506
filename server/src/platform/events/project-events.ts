// The types of events that webhooks and triggers of a project receive. Each stands in the module that causes it.
import type { z } from 'zod'
import type { BuiltInTable } from '#engine/built-in/built-in-tables.ts'
import type { ConsumedChange } from '#platform/changes/consumers/consumed-change.ts'

/** ProjectEvent is one type of event. */
export interface ProjectEvent {
  /** type is its name, `group.what`. */
  readonly type: string
  readonly description: string
  readonly data: z.ZodType
  /** from is where changes of a built-in table are the event; its data is the row then. */
  readonly from?: { readonly table: BuiltInTable; of(change: ConsumedChange): boolean }
}

/** ProjectEvents are the types of events of all modules. */
export class ProjectEvents {
  readonly #all: ProjectEvent[] = []

  /** add registers those of a module. */
  add(events: readonly ProjectEvent[]): void {
    for (const event of events) {
      if (this.#all.some(({ type }) => type === event.type))
        throw new Error(`there are two events called ${event.type}`)
      this.#all.push(event)
    }
  }

  /** all are those of the modules in their order. */
  get all(): readonly ProjectEvent[] {
    return this.#all
  }
}
