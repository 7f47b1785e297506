// Reads envelopes as Sentry's documentation has them: a header, then items with their headers, each a line of JSON, and each
// payload of the length that its header says.

/** ReceivedEvent is the event of an envelope. */
export interface ReceivedEvent {
  readonly id: string
  readonly text: string
  readonly event: any
}

/** alertOfEnvelope returns the event of an envelope, or undefined where it is not valid. */
export function alertOfEnvelope(text: string): ReceivedEvent | undefined {
  const bytes = Buffer.from(text)
  const head = lineAt(bytes, 0)
  const item = lineAt(bytes, head.end)
  const { event_id, sent_at } = JSON.parse(head.line)
  const { type, length } = JSON.parse(item.line)
  const payload = bytes.subarray(item.end, item.end + length)
  const rest = bytes.subarray(item.end + length).toString()
  if (type !== 'event' || payload.length !== length || rest !== '\n') return undefined
  const event = JSON.parse(payload.toString())
  const isValid =
    /^[0-9a-f]{32}$/.test(event_id) &&
    event.event_id === event_id &&
    !Number.isNaN(Date.parse(sent_at)) &&
    !Number.isNaN(Date.parse(event.timestamp)) &&
    ['fatal', 'error', 'warning', 'info', 'debug'].includes(event.level)
  const shown = event.logentry?.formatted ?? event.exception?.values?.[0]?.value
  return isValid && typeof shown === 'string' ? { id: event_id, text: shown, event } : undefined
}

function lineAt(bytes: Buffer, start: number): { line: string; end: number } {
  const at = bytes.indexOf(10, start)
  return { line: bytes.subarray(start, at).toString(), end: at + 1 }
}
