// Requests of one project under any of its credentials. They never reject: what is not answered has the status 0.
import { findForeign } from './markers.ts'
import { BROKEN_OFF, count, type Tally } from './tally.ts'

/** Credential names who asks: an owner at the dashboard, a key, an end user, or nobody. */
export type Credential = 'dashboard' | 'secret' | 'publishable' | 'user' | 'nobody'

/** Request is what is sent beside method and path. */
export interface CallRequest {
  readonly as: Credential
  /** body is sent as JSON; `raw` as it is. */
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** Answer is what came back; `data` is that of the envelope, where there is one. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly data: any
}

/** Call sends a request to a path below /api/v1. */
export type Call = (method: string, path: string, request: CallRequest) => Promise<Answer>

/** CallerOptions is whose requests these are. */
export interface CallerOptions {
  readonly base: string
  readonly marker: string
  readonly address: string
  readonly tally: Tally
  /** credentialOf returns the headers of a credential. */
  credentialOf(credential: Credential): Promise<Record<string, string>>
}

/** createCaller makes the function that sends them; answers are searched for markers of other projects. */
export function createCaller({ base, marker, address, tally, credentialOf }: CallerOptions): Call {
  return async (method, path, { as, body, raw, headers, signal }) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    try {
      const answer = await fetch(`${base}/api/v1${path}`, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(await credentialOf(as)),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: payload ?? null,
        signal: signal ?? null,
      })
      const text = await answer.text()
      count(tally, answer.status)
      const foreign = findForeign(text, marker)
      if (foreign !== undefined) tally.foreign.push(`${method} ${path.slice(0, 80)}: ${foreign}`)
      return { status: answer.status, text, data: dataOf(text) }
    } catch (error) {
      // Whoever breaks off has not been left without an answer.
      count(tally, signal?.aborted === true ? BROKEN_OFF : 0)
      return { status: 0, text: String(error), data: undefined }
    }
  }
}

// Megabytes of rows are not read where nobody asks for them.
const READ = 1_000_000

function dataOf(text: string): unknown {
  if (text.length > READ || !text.startsWith('{')) return undefined
  try {
    return JSON.parse(text).data
  } catch {
    return undefined
  }
}
