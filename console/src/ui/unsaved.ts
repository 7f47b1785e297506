// What is typed and not saved: screens report it, and the shell asks before it is lost.
import { useEffect, useSyncExternalStore } from 'react'

const forms = new Set<symbol>()
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** useUnsaved has the viewer asked before the screen or the page is left while `dirty`. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('unsaved form')
    forms.add(form)
    notify()
    return () => {
      forms.delete(form)
      notify()
    }
  }, [dirty])
}

/** useHasUnsaved returns whether any form is unsaved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms.size > 0)
}
