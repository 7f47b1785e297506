// What clients are told when changes of their table may be missing.
import type { BreakReason } from '#platform/changes/feed/change-feed.ts'

/** BREAKS has details for clients, where there are any. They have to fit into the close frame of a WebSocket (123 bytes). */
export const BREAKS: Readonly<Partial<Record<BreakReason, string>>> = {
  flood: 'too many changes at once',
  oversized: 'a change was too large to be sent',
  unreadable: 'a change could not be read',
  unidentified: 'the replica identity of the table was changed',
}
