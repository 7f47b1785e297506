// Requests to the server: the response envelope, errors for unexpected responses, and the same call as curl.
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

/** Answer is a response: its envelope, status and headers. */
export interface Answer<Data = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly success: boolean
  readonly message: string
  readonly data: Data
  readonly errors: readonly string[]
}

/** UnexpectedAnswer is thrown to end the example: it has the request, the status and the server's message. */
export class UnexpectedAnswer extends Error {
  constructor(base: string, call: Call, reason: string) {
    super(`${call.method} ${urlOf(base, call)}\n${reason}`)
    this.name = 'UnexpectedAnswer'
  }
}

const MOST_ATTEMPTS = 5

/** urlOf returns the URL of a call. Commas, parentheses, colons and stars are left readable, as a query allows them. */
export function urlOf(base: string, { path, query = {} }: Call): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${escapeValue(value)}`)
  return `${base}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

function escapeValue(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A)/g, decodeURIComponent)
}

/** curlOf returns the shell command of a call; `flags` go first, such as `-i`. */
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

/** ask sends a call and returns the response, whatever its status. After a 429 it waits and retries. */
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

/** request sends a call and returns its response. Throws unless it succeeds. */
export async function request<Data>(base: string, call: Call): Promise<Answer<Data>> {
  const answer = await ask<Data>(base, call)
  if (!answer.success) throw new UnexpectedAnswer(base, call, describe(answer))
  return answer
}

/** refusal sends a call and returns its response. Throws unless the server refuses it (4xx). */
export async function refusal(base: string, call: Call): Promise<Answer> {
  const answer = await ask(base, call)
  const isRefused = !answer.success && answer.status >= 400 && answer.status < 500
  if (!isRefused) throw new UnexpectedAnswer(base, call, `This should have been refused. ${describe(answer)}`)
  return answer
}

/** describe returns the status, message and errors of a response as text. */
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
    throw new UnexpectedAnswer(base, call, `The server cannot be reached${cause}. ${hint}`)
  }
}

async function readAnswer<Data>(base: string, call: Call, response: Response): Promise<Answer<Data>> {
  const { status, headers } = response
  const text = await response.text()
  if (text === '')
    return { status, headers, success: response.ok, message: '', data: null as Data, errors: [] }
  const envelope = parseEnvelope<Data>(text)
  if (envelope === undefined) {
    throw new UnexpectedAnswer(base, call, `${status}, but not a response of Msingi: ${text.slice(0, 200)}`)
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
