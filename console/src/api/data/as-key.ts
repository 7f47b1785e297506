// Requests as a program makes them: with a key of the project, and without the viewer's session.
import { ApiError } from '#api/client/api-error.ts'
import { readEvents } from '#api/client/event-stream.ts'

/** KeyCall is a request to the server that the console comes from. */
export interface KeyCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** KeyAnswer is whatever came, also a refusal. */
export interface KeyAnswer {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

/** callAsKey makes a request with a key; ApiError 0 where no server answers. */
export async function callAsKey(key: string, call: KeyCall, signal: AbortSignal): Promise<KeyAnswer> {
  const started = performance.now()
  const response = await open(key, call, signal)
  const text = await response.text()
  const ms = Math.round(performance.now() - started)
  return { status: response.status, ms, headers: [...response.headers], text }
}

/** followAsKey calls `onData` for each server-sent event, until the signal or the server ends it; a refusal is returned. */
export async function followAsKey(
  key: string,
  call: KeyCall,
  onOpen: () => void,
  onData: (data: string) => void,
  signal: AbortSignal,
): Promise<KeyAnswer | undefined> {
  const response = await open(key, call, signal)
  if (response.ok) {
    await readEvents(response, onData, onOpen).catch((error) => {
      if (!signal.aborted) throw error
    })
    return undefined
  }
  return { status: response.status, ms: 0, headers: [...response.headers], text: await response.text() }
}

async function open(key: string, { path, ...call }: KeyCall, signal: AbortSignal): Promise<Response> {
  const headers = { 'X-PLATFORM-API-Key': key, 'content-type': 'application/json', ...call.headers }
  try {
    return await fetch(path, { ...call, headers, credentials: 'omit', signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'The server cannot be reached.')
  }
}
