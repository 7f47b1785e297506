// What the keys of a grid do, for the sheet of shortcuts.
import type { Shortcut } from '#ui/shortcuts/shortcuts.ts'
import type { messages } from './messages.ts'

interface Acts {
  readonly onEdit?: unknown
  readonly onUndo?: unknown
  readonly onClear?: unknown
  readonly onOpen?: unknown
  readonly onCopy?: unknown
  readonly columnMenu?: unknown
}

/** gridShortcuts returns the keys that this grid takes. */
export function gridShortcuts(m: typeof messages.en.keys, acts: Acts): readonly Shortcut[] {
  const has = (act: unknown, keys: string, label: string) => (act === undefined ? [] : [{ keys, label }])
  return [
    { keys: '←, ↑, ↓, →, PgUp, PgDn', label: m.move },
    { keys: 'Ctrl Home, Ctrl End', label: m.end },
    { keys: 'Tab, Shift Tab', label: m.next },
    ...has(acts.onEdit, 'Enter, F2', m.edit),
    ...has(acts.onClear, 'Delete', m.clear),
    ...has(acts.onOpen, 'Space, Ctrl Enter', m.open),
    { keys: 'Shift Space', label: m.row },
    { keys: 'Ctrl A', label: m.all },
    ...has(acts.columnMenu, 'Alt ↓', m.menu),
    ...has(acts.onCopy, 'Ctrl C, Ctrl V', m.copy),
    ...has(acts.onUndo, 'Ctrl Z', m.undo),
    { keys: 'Esc', label: m.leave },
  ]
}
