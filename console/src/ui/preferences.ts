// How the viewer wants the console to look, kept in this browser. public/appearance.js applies it before the first paint.
import { useSyncExternalStore } from 'react'
import { LOCALES, type Locale } from '#i18n/language.tsx'

/** Preferences are the choices of the viewer; nothing of them is secret. */
export interface Preferences {
  readonly theme: 'light' | 'dark' | 'system'
  readonly density: 'comfortable' | 'compact'
  readonly locale: Locale
  readonly sidebar: 'open' | 'folded'
  /** groups are those of the sidebar that somebody has opened or folded, by their names. */
  readonly groups: Readonly<Partial<Record<string, 'open' | 'folded'>>>
  /** shortcuts are those of one character. */
  readonly shortcuts: 'on' | 'off'
  /** editorShare is how much of the SQL screen its editor takes, from 0 to 1. */
  readonly editorShare: number
  readonly savedQueries: 'open' | 'folded'
}

const KEY = 'msingi:preferences'
const listeners = new Set<() => void>()
let current = read()

function read(): Preferences {
  const locale: Locale = navigator.language.startsWith('sw') ? 'sw' : 'en'
  const initial: Preferences = {
    theme: 'system',
    density: 'comfortable',
    locale,
    sidebar: 'open',
    groups: {},
    shortcuts: 'on',
    editorShare: 0.45,
    savedQueries: 'open',
  }
  try {
    const stored = { ...initial, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
    return stored.locale in LOCALES ? stored : { ...stored, locale }
  } catch {
    return initial
  }
}

/** usePreferences returns the choices of the viewer. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

/** prefer changes some choices, at once and for the next visit. */
export function prefer(changes: Partial<Preferences>): void {
  current = { ...current, ...changes }
  const { dataset } = document.documentElement
  if (current.theme === 'system') delete dataset.theme
  else dataset.theme = current.theme
  dataset.density = current.density
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // Storage is blocked: the choices last until the page is closed.
  }
  for (const listener of listeners) listener()
}
