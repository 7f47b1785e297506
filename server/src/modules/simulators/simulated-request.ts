// Requests to the simulators, free of any server: the same answers come from this server and from `npm run simulators`.

/** SimulatedRequest is a request; `path` begins behind the address of the simulators. */
export interface SimulatedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** base is the address of the simulators, as the caller knows it. */
  readonly base: string
}

/** SimulatedAnswer is an answer; a lost one ends the connection without a word. */
export type SimulatedAnswer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | 'lost'

/** json makes an answer of JSON. */
export function json(status: number, body: unknown): SimulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

/** objectOf returns the JSON object in a body; anything else is an empty one. */
export function objectOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** textOf returns a text or number as text, anything else as an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
