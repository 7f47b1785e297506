// Lines of a function's log that arrive while the viewer watches.
import { useEffect, useState } from 'react'
import { followFunctionLogs } from '#api/functions.ts'
import type { FunctionLogLine } from '#api/schemas.ts'
import { toastError } from '#ui/toast.tsx'

const MOST_KEPT = 1_000

/** useFollowedLines returns the lines since following began, the latest first; `onEnd` is called when the stream ends. */
export function useFollowedLines(
  projectId: string,
  functionId: string,
  isOn: boolean,
  onEnd: () => void,
): readonly FunctionLogLine[] {
  const [lines, setLines] = useState<readonly FunctionLogLine[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd is new on each rendering, and does the same
  useEffect(() => {
    setLines([])
    if (!isOn) return
    const control = new AbortController()
    const add = (line: FunctionLogLine) => setLines((now) => [line, ...now].slice(0, MOST_KEPT))
    followFunctionLogs(projectId, functionId, control.signal, add)
      .catch((error: Error) => control.signal.aborted || toastError(error))
      .finally(() => control.signal.aborted || onEnd())
    return () => control.abort()
  }, [projectId, functionId, isOn])
  return lines
}
