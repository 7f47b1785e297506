// The events of rows, and the list of all types of events.
import { z } from 'zod'
import type { ChangeType } from '#platform/changes/feed/change-feed.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'

const row = z.record(z.string(), z.unknown())

const change = (type: ChangeType) =>
  z.object({
    id: z.uuid(),
    type: z.literal(type),
    table: z.string(),
    project_id: z.uuid(),
    record: row.describe(type === 'DELETE' ? 'The row before.' : 'The row.'),
    ...(type === 'UPDATE' ? { old_record: row.optional().describe('The row before.') } : {}),
    created_at: z.iso.datetime(),
  })

/** ROW_CHANGES are the events of changes of a project's own tables. */
export const ROW_CHANGES: Readonly<Record<ChangeType, ProjectEvent>> = {
  INSERT: { type: 'row.inserted', description: 'A row was inserted.', data: change('INSERT') },
  UPDATE: { type: 'row.updated', description: 'A row was changed.', data: change('UPDATE') },
  DELETE: { type: 'row.deleted', description: 'A row was deleted, or soft-deleted.', data: change('DELETE') },
}

/** ROW_MISSED stands for changes that could not be read. */
export const ROW_MISSED: ProjectEvent = {
  type: 'row.missed',
  description: 'Changes of a table could not be read one by one, after TRUNCATE for instance: read its rows.',
  data: z.object({ table: z.string(), reason: z.string() }),
}

// In which order the groups are shown.
const GROUPS = ['row', 'user', 'object', 'function', 'payment', 'project']

/** describeEventTypes returns the types as the API shows them. */
export function describeEventTypes(events: readonly ProjectEvent[]) {
  const placeOf = ({ type }: ProjectEvent) => GROUPS.indexOf(type.slice(0, type.indexOf('.')))
  return events
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ type, description, data }) => ({ type, description, schema: z.toJSONSchema(data) }))
}
