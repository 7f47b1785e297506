// What the live region of the editor says to screen readers.
import { useCallback, useState } from 'react'

/** Said is the text of a live region, and what says another. */
export interface Said {
  readonly said: string
  readonly say: (text: string) => void
}

/** useSaid begins with silence. The same text again is said again: it differs by a space that is not read. */
export function useSaid(): Said {
  const [said, setSaid] = useState('')
  const say = useCallback((text: string) => setSaid((now) => (now === text ? `${text}\u00a0` : text)), [])
  return { said, say }
}
