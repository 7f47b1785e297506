// One request to an SMS gateway: sends a form and receives JSON, bounded in time and size.
import { MessageRefused } from './messages.ts'

export interface GatewayRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** GatewayAnswer is a response; `body` is undefined if it was not JSON, or too large. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: unknown
}

const MAX_ANSWER = 65_536
// E.164. A list of numbers would send several messages.
const PHONE = /^\+[1-9]\d{6,14}$/

/** checkRecipient throws MessageRefused unless the recipient is one phone number. */
export function checkRecipient(to: string): void {
  if (!PHONE.test(to)) throw new MessageRefused('the recipient is not one phone number')
}

/** postForm sends a form and returns the response, whatever its status. */
export async function postForm({ url, headers, form, timeoutMs }: GatewayRequest): Promise<GatewayAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(form),
      // The credentials are for this address only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: parsed(await boundedText(response)) }
  } catch (error) {
    throw new Error(`the SMS gateway cannot be reached (${reasonOf(error as Error)})`)
  }
}

/**
 * failure returns the error for an unsuccessful response: 408, 429 and 5xx can be retried, all others are MessageRefused.
 * `detail` comes from the gateway and is included only if it is a word or a short code: longer texts can repeat the number.
 */
export function failure(gateway: string, status: number, detail?: unknown): Error {
  const code = /^(?:[A-Za-z]{1,40}|\d{1,6})$/.test(String(detail ?? '')) ? `, ${detail}` : ''
  const sentence = `${gateway} refused a message (${status}${code})`
  const isTransient = status === 408 || status === 429 || status >= 500
  return isTransient ? new Error(sentence) : new MessageRefused(sentence)
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Not the message: it can contain what was sent.
function reasonOf({ cause, name }: Error): string {
  const { code } = (cause ?? {}) as { code?: string }
  return code ?? name
}
