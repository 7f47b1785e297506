// The keys that work everywhere: Ctrl K, `?`, `g` and a letter, and those that the screen has registered. Keys of one character
// work outside of fields alone, and can be turned off (WCAG 2.1.4).
import { useEffect, useEffectEvent } from 'react'
import { useDestinations } from '#app/navigation/destinations.ts'
import { usePreferences } from '#ui/preferences.ts'
import { runShortcut } from '#ui/shortcuts/shortcuts.ts'

/** Openers are what the keys open; `onPrepare` is called when Ctrl is pressed, before K. */
export interface Openers {
  readonly onPrepare: () => void
  readonly onPalette: () => void
  readonly onSheet: () => void
}

// What takes letters itself, and what has to be answered first.
const OWN_KEYS =
  'input, textarea, select, [contenteditable="true"], [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=alertdialog]'
const PAUSE_MS = 1500

/** useKeyboard follows the keys of the whole page. */
export function useKeyboard({ onPrepare, onPalette, onSheet }: Openers): void {
  const destinations = useDestinations()
  const { shortcuts } = usePreferences()
  const press = useEffectEvent((key: string, afterG: boolean) => {
    if (shortcuts === 'off') return false
    const destination = afterG ? destinations.find((one) => one.key === key) : undefined
    if (destination !== undefined) destination.run()
    else if (key === '?') onSheet()
    else return runShortcut(key)
    return true
  })
  const command = useEffectEvent((event: KeyboardEvent) => {
    onPrepare()
    if (event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    onPalette()
  })
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const follow = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event
      if (event.ctrlKey || event.metaKey) return command(event)
      if (event.defaultPrevented || event.altKey || key.length !== 1) return
      if (target instanceof Element && target.closest(OWN_KEYS) !== null) return
      const afterG = timeStamp - begun < PAUSE_MS
      begun = key === 'g' && !afterG ? timeStamp : Number.NEGATIVE_INFINITY
      if (press(key, afterG)) event.preventDefault()
    }
    addEventListener('keydown', follow)
    return () => removeEventListener('keydown', follow)
  }, [])
}
