// How much room the window has.
import { useSyncExternalStore } from 'react'

/** useNarrow returns whether rows are shown as cards: the window is too narrow for a grid. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 600px)')
}

/** useMedia returns whether the window matches a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
