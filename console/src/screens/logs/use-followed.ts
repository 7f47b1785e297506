// Requests that arrive while the viewer watches.
import { useEffect, useState } from 'react'
import { followRequestLogs, type LogFilter } from '#api/request-logs.ts'
import type { RequestLogEntry } from '#api/schemas.ts'
import { toastError } from '#ui/toast.tsx'

const MOST_KEPT = 500

/** useFollowed returns the requests since following began, the latest first; `onEnd` is called when the stream ends. */
export function useFollowed(
  projectId: string,
  filter: LogFilter,
  isOn: boolean,
  onEnd: () => void,
): readonly RequestLogEntry[] {
  const [entries, setEntries] = useState<readonly RequestLogEntry[]>([])
  const query = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd is new on each rendering, and does the same
  useEffect(() => {
    setEntries([])
    if (!isOn) return
    const control = new AbortController()
    const add = (entry: RequestLogEntry) => setEntries((now) => [entry, ...now].slice(0, MOST_KEPT))
    followRequestLogs(projectId, JSON.parse(query), control.signal, add)
      .catch((error: Error) => control.signal.aborted || toastError(error))
      .finally(() => control.signal.aborted || onEnd())
    return () => control.abort()
  }, [projectId, query, isOn])
  return entries
}
