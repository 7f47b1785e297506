// Filters of subscribers, as the table has changed under them.

import type { Audience } from '#modules/realtime/access/audience.ts'
import { RowFilter } from '#modules/realtime/access/row-filter.ts'
import type { TableView } from '#modules/realtime/access/table-view.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { CommandError } from '#platform/realtime/protocol.ts'
import type { TableListener } from './table-listener.ts'

/**
 * readFilter reads the filter that a listener has asked for. It was checked when its token was issued: where it does not fit
 * the table any more, there is no such channel.
 */
export async function readFilter({ table }: TableView, listener: TableListener): Promise<void> {
  if (listener.wants === undefined) return
  listener.filter = await RowFilter.read(table, listener.wants).catch((error) => {
    throw error instanceof AppError ? new CommandError('unknownChannel') : error
  })
}

/** endUnfit ends listeners whose filter was read for other columns: they subscribe again, and it is read anew. */
export function endUnfit(audience: Audience<TableListener>, { table }: TableView): void {
  for (const listener of audience.all()) {
    if (listener.filter?.fits(table) !== false) continue
    audience.remove(listener)
    listener.end('interrupted', 'a column of the filter was changed')
  }
}
