// What is typed, once the typing pauses.
import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** useLate returns a text once it has stood still for so many milliseconds. */
export function useLate(text: string, pauseMs = PAUSE_MS): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return late
}
