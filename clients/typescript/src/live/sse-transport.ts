// Changes as server-sent events, read with fetch: unlike EventSource it sends credentials in headers, which are
// not logged, and every runtime has it.
import type { Parse } from '../http/answers.ts'
import { MsingiError } from '../http/error.ts'
import { watchdog } from '../runtime/watchdog.ts'
import type { Change } from './subscription.ts'
import type { Transport } from './transport.ts'

// The server sends a comment every 25 s.
const SILENCE_MS = 60_000
// An event is a row, twice at most.
const MOST_CHARACTERS = 16 * 1024 * 1024

/** Frame is one event of a stream. */
export interface Frame {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** createSseTransport returns the transport; `openStream` sends the request, to resume after the event with the id. */
export function createSseTransport(
  openStream: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>,
  parse: Parse,
): Transport<Change> {
  return {
    async connect(position, receiver, signal) {
      const ending = new AbortController()
      const end = () => ending.abort()
      signal.addEventListener('abort', end)
      const alive = watchdog(SILENCE_MS, end)
      try {
        const { body } = await openStream(position, ending.signal)
        if (body === null) return
        let missed = false
        for await (const { id, event, data } of readFrames(body, () => alive.feed())) {
          if (event === 'reset') missed = true
          else if (event !== '') receiver.event({ ...(parse(data) as Change), position: id }, id)
          // An id alone is the current position, after the replay of missed events.
          else receiver.live(missed, id)
        }
      } catch (error) {
        // A broken connection counts as ended; refusals of the server are thrown.
        if (!ending.signal.aborted && (error as { status?: number }).status !== undefined) throw error
      } finally {
        alive.stop()
        signal.removeEventListener('abort', end)
        ending.abort()
      }
    },
    clearToken: () => {},
  }
}

/** readFrames yields the events of a stream, and ids without an event. `onData` is called for all data, comments too. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onData: () => void,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let [rest, size] = ['', 0]
  let [id, event, data] = ['', '', [] as string[]]
  let moved = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onData()
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      size = line === '' ? 0 : size + line.length
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
    if (size + rest.length > MOST_CHARACTERS)
      throw new MsingiError(`An event has more than ${MOST_CHARACTERS} characters.`, { status: 502 })
  }
}
