// What opens under a press closes again where the press ends elsewhere, so that one may press, drag and choose. But the button
// may have moved away from under a press that has not moved, as where a list arrives above it: then it stays open.
import { useRef } from 'react'

// A hand is not still.
const SLACK_PX = 8

interface OpenChange {
  readonly reason: string
  readonly event: Event
  cancel(): void
}

/** useStillPress returns an `onOpenChange` of an overlay whose button opens it when it is pressed. */
export function useStillPress(): (open: boolean, change: OpenChange) => void {
  const at = useRef<MouseEvent>(undefined)
  return (open, { reason, event, cancel }) => {
    if (open) at.current = event instanceof MouseEvent ? event : undefined
    if (open || reason !== 'cancel-open' || at.current === undefined || !(event instanceof MouseEvent)) return
    if (Math.hypot(event.clientX - at.current.clientX, event.clientY - at.current.clientY) < SLACK_PX)
      cancel()
  }
}
