// What is typed, once the typing pauses.
import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** useLate returns a text once it has stood still. */
export function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
