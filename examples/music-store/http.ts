// Requests to the server: the envelope of every answer (spec 2.1), what an unexpected one says, and the same as curl.
import { setTimeout as pause } from 'node:timers/promises'

/** Call is one request. `key` goes into X-PLATFORM-API-Key, `token` into Authorization. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly key?: string
  readonly token?: string
  readonly body?: unknown
}

/** Answer is what came back: the envelope, with the status and the headers around it. */
export interface Answer<Data = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly success: boolean
  readonly message: string
  readonly data: Data
  readonly errors: readonly string[]
}

/** UnexpectedAnswer ends the loader: it shows the request, the status and what the server said. */
export class UnexpectedAnswer extends Error {
  constructor(base: string, call: Call, reason: string) {
    super(`${call.method} ${urlOf(base, call)}\n${reason}`)
    this.name = 'UnexpectedAnswer'
  }
}

const MOST_ATTEMPTS = 5

/** urlOf writes the address of a call. Commas, parentheses, colons and stars stay readable: a query may hold them. */
export function urlOf(base: string, { path, query = {} }: Call): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${escapeValue(value)}`)
  return `${base}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

function escapeValue(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A)/g, decodeURIComponent)
}

/** curlOf writes the command for a call that can be pasted into a shell. `flags` go first, such as `-i`. */
export function curlOf(base: string, call: Call, flags = '-s'): string {
  const parts = [`curl ${flags} ${quote(urlOf(base, call))}`]
  if (call.method !== 'GET') parts.push(`-X ${call.method}`)
  for (const [name, value] of Object.entries(headersOf(call))) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (call.body !== undefined) parts.push(`-d ${quote(JSON.stringify(call.body))}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** ask sends a call and returns the answer, whatever its status. It waits where the server asks for it (429). */
export async function ask<Data>(base: string, call: Call): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(base, call)
    if (response.status !== 429 || attempt === MOST_ATTEMPTS) return readAnswer<Data>(base, call, response)
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after')) || 1
    console.error(`The server asks for a pause of ${seconds} s (429).`)
    await pause(1000 * seconds)
  }
}

/** request sends a call that has to succeed and returns its answer. */
export async function request<Data>(base: string, call: Call): Promise<Answer<Data>> {
  const answer = await ask<Data>(base, call)
  if (!answer.success) throw new UnexpectedAnswer(base, call, describe(answer))
  return answer
}

/** refusal sends a call that the server has to refuse (4xx) and returns its answer. */
export async function refusal(base: string, call: Call): Promise<Answer> {
  const answer = await ask(base, call)
  const isRefused = !answer.success && answer.status >= 400 && answer.status < 500
  if (!isRefused) throw new UnexpectedAnswer(base, call, `This should have been refused. ${describe(answer)}`)
  return answer
}

/** describe reports how an answer reads: its status, its message and its errors. */
export function describe({ status, message, errors }: Answer): string {
  const reasons = errors.filter((error) => error !== message).map((error) => `\n  - ${error}`)
  return `${status}: ${message}${reasons.join('')}`
}

function headersOf({ key, token, body }: Call): Record<string, string> {
  return {
    ...(key !== undefined && { 'X-PLATFORM-API-Key': key }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}

async function send(base: string, call: Call): Promise<Response> {
  const body = call.body === undefined ? null : JSON.stringify(call.body)
  try {
    return await fetch(urlOf(base, call), { method: call.method, headers: headersOf(call), body })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    const hint = 'Start it with `npm start`, or say in MSINGI_URL where it is.'
    throw new UnexpectedAnswer(base, call, `No server answers there${cause}. ${hint}`)
  }
}

async function readAnswer<Data>(base: string, call: Call, response: Response): Promise<Answer<Data>> {
  const { status, headers } = response
  const text = await response.text()
  if (text === '')
    return { status, headers, success: response.ok, message: '', data: null as Data, errors: [] }
  const envelope = parseEnvelope<Data>(text)
  if (envelope === undefined) {
    throw new UnexpectedAnswer(base, call, `${status}, but not an answer of Msingi: ${text.slice(0, 200)}`)
  }
  const { message = '', data = null as Data, errors = [] } = envelope
  return { status, headers, success: response.ok && envelope.success, message, data, errors }
}

interface Envelope<Data> {
  success: boolean
  message?: string
  data?: Data
  errors?: string[]
}

function parseEnvelope<Data>(text: string): Envelope<Data> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isEnvelope = typeof value === 'object' && value !== null && 'success' in value
    return isEnvelope ? (value as Envelope<Data>) : undefined
  } catch {
    return undefined
  }
}
