// What is typed and not saved: forms report it, and the viewer is asked before it is lost.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '#i18n/language.tsx'

const forms = new Set<symbol>()
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * useUnsaved has the viewer asked before the screen or the page is left while `dirty`. The function that it returns asks the
 * same before `leave`, for forms that close without leaving the screen.
 */
export function useUnsaved(dirty: boolean): (leave: () => void) => void {
  const { common } = useLanguage()
  const [form] = useState(() => Symbol('unsaved form'))
  useEffect(() => {
    if (!dirty) return
    forms.add(form)
    notify()
    return () => {
      forms.delete(form)
      notify()
    }
  }, [dirty, form])
  return (leave) => {
    if (forms.has(form) && !confirm(common.unsaved)) return
    // Asked once: the navigation that follows does not ask again.
    forms.delete(form)
    notify()
    leave()
  }
}

/** hasUnsaved reports whether any form is unsaved. */
export function hasUnsaved(): boolean {
  return forms.size > 0
}

/** useHasUnsaved is hasUnsaved for components. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved)
}
