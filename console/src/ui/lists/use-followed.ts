// Entries of a log that arrive while the viewer watches.
import { useEffect, useState } from 'react'
import { toastFailure } from '#ui/overlays/toast.tsx'

/** Follow reads a stream until it ends or is aborted, and hands on each entry. */
export type Follow<Entry> = (signal: AbortSignal, add: (entry: Entry) => void) => Promise<void>

interface Following {
  readonly key: string
  readonly most: number
  readonly isOn: boolean
  readonly name: string
  readonly onSwitch: (isOn: boolean) => void
}

/**
 * useFollowed returns the entries since following began, the latest first and `most` at most. Another `key` begins anew;
 * `onSwitch`
 * is called with false when the stream ends, and with true where somebody tries again; `name` is what its button says.
 */
export function useFollowed<Entry>(
  follow: Follow<Entry>,
  { key, most, isOn, name, onSwitch }: Following,
): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new on each rendering, and do the same
  useEffect(() => {
    setEntries([])
    if (!isOn) return
    const control = new AbortController()
    follow(control.signal, (entry) => setEntries((now) => [entry, ...now].slice(0, most)))
      .catch((error: Error) => control.signal.aborted || toastFailure(name, error, () => onSwitch(true)))
      .finally(() => control.signal.aborted || onSwitch(false))
    return () => control.abort()
  }, [key, isOn])
  return entries
}
