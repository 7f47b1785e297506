// Changes as server-sent events (spec 6.3), read by fetch: unlike EventSource it sends credentials in headers, where no
// log sees them, and it is there in every runtime.
import type { Change } from './subscription.ts'
import { type Transport, watchdog } from './transport.ts'

// The server's heartbeat comes every 25 s.
const SILENCE_MS = 60_000

/** Frame is one event of a stream. */
export interface Frame {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** createSseTransport makes the transport; `openStream` sends the request, resuming behind an event's id. */
export function createSseTransport(
  openStream: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>,
): Transport {
  return {
    async connect(position, receiver, signal) {
      const ending = new AbortController()
      const end = () => ending.abort()
      signal.addEventListener('abort', end)
      const alive = watchdog(SILENCE_MS, end)
      try {
        const { body } = await openStream(position?.event, ending.signal)
        if (body === null) return
        let missed = false
        for await (const { id, event, data } of readFrames(body, () => alive.feed())) {
          if (event === 'reset') missed = true
          else if (event !== '') receiver.change(JSON.parse(data) as Change, { event: id })
          else {
            // An id alone is where the stream is, once what was missed has been told.
            receiver.moved({ event: id })
            receiver.live(missed)
          }
        }
      } catch (error) {
        // A connection that breaks off is one that has ended; what the server refuses is told.
        if (!ending.signal.aborted && (error as { status?: number }).status !== undefined) throw error
      } finally {
        alive.stop()
        signal.removeEventListener('abort', end)
        ending.abort()
      }
    },
    forget: () => {},
  }
}

/** readFrames reads a stream of server-sent events, and ids without one; comments only tell that it is alive. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let [id, event, data] = ['', '', [] as string[]]
  let moved = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (moved || event !== '') yield { id, event, data: data.join('\n') }
        ;[event, data, moved] = ['', [], false]
        continue
      }
      const colon = line.indexOf(':')
      const field = colon < 0 ? line : line.slice(0, colon)
      const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'id') [id, moved] = [text, true]
      if (field === 'event') event = text
      if (field === 'data') data.push(text)
    }
  }
}
