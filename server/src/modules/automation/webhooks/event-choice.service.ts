// Which events a webhook, or a trigger of a function, asks for.
import { z } from 'zod'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { readPatterns, tableOfPatterns } from './event-patterns.ts'
import { checkFilter } from './filters.ts'

/** eventNames are the names of the wanted events, as a request has them. */
export const eventNames = z
  .array(z.string().max(200, 'must have at most 200 characters'))
  .min(1, 'must name at least one event')
  .max(100, 'must name at most 100 events')

/** rowFilter is the condition on their rows, as a request has it. */
export const rowFilter = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must have at most 10000 characters')
  .nullable()
  .describe('A condition on the row, as policies have it. All events must name one table then.')

/** EventChoice is the names of events, and a condition on their rows. */
export interface EventChoice {
  readonly events: string[]
  readonly filter: string | null
}

/**
 * chooseAnew returns what changes of a choice. What stays as it is may refer to a table that is gone: it must not be in the
 * way of other changes. It throws as `chooseEvents` does.
 */
export async function chooseAnew(
  platform: Platform,
  project: ProjectRecord,
  known: EventChoice,
  { events, filter }: { [Name in keyof EventChoice]?: EventChoice[Name] | undefined },
): Promise<Partial<EventChoice>> {
  if (events === undefined && filter === undefined) return {}
  const chosen = { events: events ?? known.events, filter: filter === undefined ? known.filter : filter }
  return chooseEvents(platform, project, chosen)
}

/** chooseEvents returns a choice without repetitions. It throws 400 where an event is unknown, or the filter cannot be used. */
export async function chooseEvents(
  platform: Platform,
  project: ProjectRecord,
  chosen: EventChoice,
): Promise<EventChoice> {
  const tables = await platform.shapes.of(project)
  const events = readPatterns(platform.events.all, chosen.events, tables)
  const { filter } = chosen
  if (filter !== null) {
    const slug = tableOfPatterns(events)
    if (slug === undefined)
      throw invalidInput('filter: all events must name the same table then, such as row.inserted:orders.')
    await checkFilter(filter, getTable(tables, slug))
  }
  return { events, filter }
}
