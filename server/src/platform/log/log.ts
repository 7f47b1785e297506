// The server's log: JSON lines by pino, with every credential taken out before it is written.
import { type DestinationStream, type Logger, pino } from 'pino'

/** Log is what the rest of the server writes to. */
export type Log = Logger

// Query strings carry credentials where a browser cannot send headers (spec 5, rule 3).
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
])
const PARAM = /([?&])([^=&#]*)=[^&#]*/g

/** redactUrl takes credentials out of a URL's query string, however their names are written. */
export function redactUrl(url: string): string {
  if (!url.includes('?')) return url
  return url.replace(PARAM, (param, before: string, name: string) =>
    SECRET_PARAMS.has(decoded(name).toLowerCase()) ? `${before}${name}=[redacted]` : param,
  )
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
