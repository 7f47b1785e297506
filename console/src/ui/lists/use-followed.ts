// Entries of a log that arrive while the viewer watches.
import { useEffect, useState } from 'react'
import { toastError } from '#ui/overlays/toast.tsx'

/** Follow reads a stream until it ends or is aborted, and hands on each entry. */
export type Follow<Entry> = (signal: AbortSignal, add: (entry: Entry) => void) => Promise<void>

/**
 * useFollowed returns the entries since following began, the latest first and `most` at most. Another `key` begins anew;
 * `onEnd` is called when the stream ends.
 */
export function useFollowed<Entry>(
  follow: Follow<Entry>,
  { key, most, isOn, onEnd }: { key: string; most: number; isOn: boolean; onEnd: () => void },
): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: follow and onEnd are new on each rendering, and do the same
  useEffect(() => {
    setEntries([])
    if (!isOn) return
    const control = new AbortController()
    follow(control.signal, (entry) => setEntries((now) => [entry, ...now].slice(0, most)))
      .catch((error: Error) => control.signal.aborted || toastError(error))
      .finally(() => control.signal.aborted || onEnd())
    return () => control.abort()
  }, [key, isOn])
  return entries
}
