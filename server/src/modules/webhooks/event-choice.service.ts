// Which events a webhook, or a trigger of a function, asks for.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { readPatterns, tableOfPatterns } from './event-patterns.ts'
import { checkFilter } from './filters.ts'

/** EventChoice is the names of events, and a condition on their rows. */
export interface EventChoice {
  readonly events: string[]
  readonly filter: string | null
}

/** chooseEvents returns a choice without repetitions. It throws 400 where an event is unknown, or the filter cannot be used. */
export async function chooseEvents(
  platform: Platform,
  project: ProjectRecord,
  chosen: EventChoice,
): Promise<EventChoice> {
  const tables = await platform.shapes.of(project)
  const events = readPatterns(chosen.events, tables)
  const { filter } = chosen
  if (filter !== null) {
    const slug = tableOfPatterns(events)
    if (slug === undefined)
      throw invalidInput('filter: all events must name the same table then, such as row.inserted:orders.')
    await checkFilter(filter, getTable(tables, slug))
  }
  return { events, filter }
}
