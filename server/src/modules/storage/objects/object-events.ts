// The events of stored files.
import { z } from 'zod'
import { STORAGE_OBJECTS } from '#engine/built-in/storage-objects.ts'
import type { ChangeType } from '#platform/changes/feed/change-feed.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'

const data = z.record(z.string(), z.unknown()).describe('The row of storage_objects.')

const changed = (type: string, by: ChangeType, description: string): ProjectEvent => ({
  ...{ type, description, data },
  from: { table: STORAGE_OBJECTS, of: (change) => change.type === by },
})

/** OBJECT_EVENTS are all of them. */
export const OBJECT_EVENTS: readonly ProjectEvent[] = [
  changed('object.created', 'INSERT', 'A file was stored.'),
  changed('object.deleted', 'DELETE', 'A file was deleted.'),
]
