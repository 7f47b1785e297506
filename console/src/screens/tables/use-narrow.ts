// Whether the page is too narrow for a grid.
import { useSyncExternalStore } from 'react'

const NARROW = matchMedia('(max-width: 600px)')

/** useNarrow returns whether rows are shown as cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      NARROW.addEventListener('change', listener)
      return () => NARROW.removeEventListener('change', listener)
    },
    () => NARROW.matches,
  )
}
