// What comes back: the envelope, and refusals as errors.
import { warn } from '../runtime/warn.ts'
import type { Watchdog } from '../runtime/watchdog.ts'
import { MsingiError } from './error.ts'

/** Parse reads JSON: JSON.parse, or one that keeps all digits. */
export type Parse = (text: string) => unknown

interface Envelope {
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
  // GraphQL's errors are objects.
  readonly errors?: readonly (string | { readonly message: string })[]
  readonly details?: unknown
}

/** dataOf reads the envelope of a response and returns its data; null where the body is empty. */
export async function dataOf(response: Response, parse: Parse): Promise<unknown> {
  const text = await textOf(response)
  if (text === '') return null
  const { data, details } = envelope(text, response, parse)
  const { hints } = (details ?? {}) as { readonly hints?: unknown }
  if (Array.isArray(hints)) for (const hint of hints) tellOnce(String(hint))
  return data
}

/** strange returns the error of an answer that is none of Msingi. */
export function strange(status = 200): MsingiError {
  return new MsingiError('The response is not one of Msingi. Check the address of the server.', { status })
}

/** listOf returns the data of an answer that has to be a list. Throws a MsingiError if it is none. */
export function listOf<Item>(data: readonly Item[]): Item[] {
  if (!Array.isArray(data)) throw strange()
  return data
}

/** objectOf returns the data of an answer that has to be an object. Throws a MsingiError if it is none. */
export function objectOf<Data extends object>(data: Data): Data {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw strange()
  return data
}

const MOST_HINTS = 100
const told = new Set<string>()

// In development the server says what about a read is probably not as it was meant, such as a misspelt column.
function tellOnce(hint: string): void {
  if (told.has(hint) || told.size >= MOST_HINTS) return
  told.add(hint)
  warn(hint)
}

// As in the client for PHP.
const MOST_BYTES = 256 * 1024 * 1024

/** textOf reads a body of up to 256 MB. Rejects with a MsingiError if it was cut off, which has status 0, or is longer. */
export async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text().catch(cutOff)
  const decoder = new TextDecoder()
  for (let [text, bytes] = ['', 0]; ; ) {
    const { done, value } = await reader.read().catch(cutOff)
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MOST_BYTES) {
      reader.cancel().catch(() => {})
      const { status } = response
      throw new MsingiError(`The response has more than ${MOST_BYTES} bytes.`, { status })
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** jsonOf reads the JSON of a body. Rejects with a MsingiError if it was cut off, or is none. */
export async function jsonOf(response: Response, parse: Parse): Promise<object> {
  return envelope(await textOf(response), response, parse)
}

/** cutOff throws what a response is that ends too early. */
export function cutOff(cause: unknown): never {
  throw new MsingiError('The response was cut off. Check the network.', { status: 0, cause })
}

/** watched returns a response whose body is to be read by others; the watchdog runs while they wait for bytes. */
export function watched(response: Response, alive: Watchdog): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        alive.feed()
        const { done, value } = await reader.read().finally(() => alive.stop())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before somebody wants it.
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}

// Dates are another form, which the server does not use.
const SECONDS = /^\d{1,9}$/

/** refusal returns the error of a response that is none of success. */
export async function refusal(response: Response): Promise<MsingiError> {
  const { status, headers, type } = response
  const text = await textOf(response)
  const { code, message, errors: given, details } = envelope(text, response, JSON.parse)
  const errors = (Array.isArray(given) ? given : []).map((error) => String(error?.message ?? error))
  const wait = SECONDS.exec(headers.get('retry-after') ?? '')?.[0]
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
  const sentence = isRedirect
    ? 'The server answered with a redirection, which is not followed. Check the address of the server.'
    : String(message ?? errors[0] ?? `The server returned the status ${status}.`)
  return new MsingiError(sentence, {
    status,
    code,
    errors,
    details,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: wait === undefined ? undefined : Number(wait),
    challenged: headers.has('www-authenticate'),
  })
}

// A proxy can respond with an HTML page.
function envelope(text: string, { status, ok }: Response, parse: Parse): Envelope {
  try {
    const body = parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Said below.
  }
  if (!ok) return {}
  throw strange(status)
}
