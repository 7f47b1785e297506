// How long the server's event loop stands still: one connection asks the least of all routes again and again, ten
// milliseconds after each answer.
import { connect, type Socket } from 'node:net'

const EVERY_MS = 10
const REQUEST = 'GET /healthz/realtime HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 10.7.0.1\r\n\r\n'

/** Stalls is the longest wait for an answer. */
export interface Stalls {
  /** take returns the longest since it was last asked, in milliseconds, also of an answer that has not come yet. */
  take(): number
  /** present returns for how long the present answer has been waited for. */
  present(): number
  stop(): void
}

/** followStalls begins to ask. */
export function followStalls(base: string): Stalls {
  const { hostname, port } = new URL(base)
  let longest = 0
  let asked: number | undefined
  let socket: Socket | undefined
  let stopped = false
  const present = () => (asked === undefined ? 0 : performance.now() - asked)
  const ask = () => {
    if (stopped) return
    // A connection that broke is a wait that goes on.
    asked ??= performance.now()
    if (socket?.writable) socket.write(REQUEST)
    else open()
  }
  const open = () => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    socket = opened
    let text = ''
    opened.on('connect', () => opened.write(REQUEST))
    opened.on('data', (chunk) => {
      text += chunk.toString('latin1')
      // Its answer is some hundred bytes of JSON, which ends in a brace.
      if (!text.endsWith('}')) return
      text = ''
      longest = Math.max(longest, present())
      asked = undefined
      setTimeout(ask, EVERY_MS)
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (asked === undefined) return
      setTimeout(ask, EVERY_MS)
    })
  }
  ask()
  return {
    take: () => {
      const result = Math.max(longest, present())
      longest = 0
      return result
    },
    present,
    stop: () => {
      stopped = true
      socket?.destroy()
    },
  }
}
