// The shortcuts of what is on the screen, in one registry: parts of the console register theirs while they are shown. The sheet
// behind `?` lists them, and the console runs those of one key.
import { useEffect, useRef } from 'react'

/**
 * Shortcut is what keys do. Keys are named as on a keyboard, one after the other with a space between, alternatives with a
 * comma: `Ctrl Enter`, `Enter, F2`.
 */
export interface Shortcut {
  readonly keys: string
  readonly label: string
  /** run is called when the key is pressed outside of fields; left out where a part of the screen listens itself. */
  readonly run?: () => void
}

/** ShortcutGroup is the shortcuts of a part of the console. */
export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

const groups = new Set<() => ShortcutGroup>()

/** useShortcuts registers the shortcuts of a component while it is shown. */
export function useShortcuts(group: ShortcutGroup): void {
  const latest = useRef(group)
  useEffect(() => {
    latest.current = group
  })
  useEffect(() => {
    const read = () => latest.current
    groups.add(read)
    return () => {
      groups.delete(read)
    }
  }, [])
}

/** shortcutGroups returns the shortcuts of what is shown now, with each title and each shortcut once. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  const found = new Map<string, Map<string, Shortcut>>()
  for (const read of groups) {
    const { title, shortcuts } = read()
    const known = found.get(title) ?? new Map<string, Shortcut>()
    for (const shortcut of shortcuts) if (!known.has(shortcut.keys)) known.set(shortcut.keys, shortcut)
    found.set(title, known)
  }
  return [...found].flatMap(([title, known]) =>
    known.size === 0 ? [] : [{ title, shortcuts: [...known.values()] }],
  )
}

/** runShortcut runs the shortcut of a key, and reports whether there is one. */
export function runShortcut(key: string): boolean {
  const all = shortcutGroups().flatMap(({ shortcuts }) => shortcuts)
  const run = all.find(({ keys, run }) => keys === key && run !== undefined)?.run
  run?.()
  return run !== undefined
}
