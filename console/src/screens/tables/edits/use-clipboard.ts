// What is copied, pasted and cleared: all of an area, or nothing. Part of one would look like the whole.
import { useState } from 'react'
import type { Row } from '#api/data/rows.ts'
import type { Cells } from '#grid/clipboard.ts'
import type { GridColumn } from '#grid/columns.ts'
import type { RowPages } from '#grid/row-pages.ts'
import type { Area } from '#grid/selection.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { clearedIn, copyOf, type Paste, pasteOf } from './paste.ts'
import type { Edits } from './use-edits.ts'

/** Clipboard copies, pastes and clears the selected area. */
export interface Clipboard {
  /** copy returns the texts of the area; undefined, and says why, if not all of its rows are loaded. */
  copy(): Cells | undefined
  clear(): void
  /** paste shows what cells would change, as `pasted`. */
  paste(cells: Cells): void
  readonly pasted: Paste | undefined
  close(): void
}

/** useClipboard returns the clipboard of a list of rows. */
export function useClipboard(
  pages: RowPages<Row>,
  columns: readonly GridColumn[],
  area: Area,
  edits: Edits,
): Clipboard {
  const m = useMessages(messages)
  const [pasting, setPasting] = useState<{
    readonly cells: Cells
    readonly area: Area
    readonly paste: Paste
  }>()
  const rowAt = (index: number) => pages.rowAt(index)
  const planned = (cells: Cells, area: Area) => pasteOf(cells, area, columns, pages.count ?? 0, rowAt)
  // Its rows were on their way, and may have come.
  if (pasting?.paste.isIncomplete) {
    const paste = planned(pasting.cells, pasting.area)
    if (!paste.isIncomplete) setPasting({ ...pasting, paste })
  }
  const isLoaded = () => {
    const end = Math.min(area.bottom + 1, pages.count ?? 0)
    for (let index = area.top; index < end; index += 1)
      if (pages.rowAt(index) === undefined) {
        toast(m.notLoaded)
        return false
      }
    return true
  }
  return {
    copy: () => (isLoaded() ? copyOf(area, columns, rowAt) : undefined),
    clear: () => {
      if (!isLoaded()) return
      const changes = clearedIn(area, columns, rowAt)
      const [first] = changes
      if (first !== undefined) void (changes.length === 1 ? edits.write(first) : edits.writeAll(changes))
    },
    paste: (cells) => setPasting({ cells, area, paste: planned(cells, area) }),
    pasted: pasting?.paste,
    close: () => setPasting(undefined),
  }
}
