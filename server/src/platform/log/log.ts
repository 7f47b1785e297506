// The server's log: JSON lines by pino, with every credential taken out before it is written.
import { type DestinationStream, type Logger, pino } from 'pino'

/** Log is what the rest of the server writes to. */
export type Log = Logger

// How much of an address is written down where nobody says otherwise.
const MAX_URL = 4096

// Query strings carry credentials where a browser cannot send headers.
const SECRET_PARAMS: ReadonlySet<string> = new Set([
  'token',
  'api_key',
  'apikey',
  'access_token',
  'refresh_token',
  'key',
  'secret',
  'code',
  'state',
  'password',
  'x-amz-signature',
  // Not a credential, but nobody else's business.
  'phone',
])

/**
 * redactUrl takes credentials out of a URL's query string, however their names are written. It reads no more than `most`
 * characters: an address is as long as the client likes, and nobody reads its end.
 */
export function redactUrl(url: string, most = MAX_URL): string {
  const start = url.indexOf('?')
  if (start < 0 || start >= most) return url.slice(0, most)
  // Parameters stand at even places, and at odd ones what is between them.
  const parts = url.slice(start, most).split(/([&#])/)
  return `${url.slice(0, start)}${parts.map(redactParam).join('')}`.slice(0, most)
}

function redactParam(param: string): string {
  const equals = param.indexOf('=')
  if (equals < 0) return param
  const name = param.slice(0, equals)
  const known = decoded(name.slice(name.lastIndexOf('?') + 1)).toLowerCase()
  return SECRET_PARAMS.has(known) ? `${name}=[redacted]` : param
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** createLog makes the server's log; tests hand in a destination of their own. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers["x-platform-api-key"]',
          'req.headers.cookie',
          '*.password',
          '*.token',
          '*.key',
          '*.secret',
          '*.phone',
        ],
        censor: '[redacted]',
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** terminalDestination writes lines for a person: time, level, message, and the error where there is one. */
export function terminalDestination(write: (line: string) => void): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err } = JSON.parse(line) as {
        level: number
        time: string
        msg?: string
        err?: { stack?: string; message?: string } | string
      }
      const name = LEVELS[level] ?? String(level)
      const detail = typeof err === 'object' ? (err.stack ?? err.message) : err
      write(
        `${time.slice(11, 19)} ${name.padEnd(5)} ${msg ?? ''}${detail === undefined ? '' : `\n${detail}`}\n`,
      )
    },
  }
}
