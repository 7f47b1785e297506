// One request to an SMS gateway: a form out, JSON back, bounded in time and size.
import { MessageRefused } from './messages.ts'

/** GatewayRequest is what a gateway is sent. */
export interface GatewayRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** GatewayAnswer is what came back; `body` is undefined where it was not JSON. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: unknown
}

const MAX_ANSWER = 65_536
// E.164. A list of numbers in place of one would be many messages.
const PHONE = /^\+[1-9]\d{6,14}$/

/** checkRecipient refuses what is not one phone number. */
export function checkRecipient(to: string): void {
  if (!PHONE.test(to)) throw new MessageRefused('the recipient is not one phone number')
}

/** askGateway sends a form and reads the answer, whatever its status. */
export async function askGateway({ url, headers, form, timeoutMs }: GatewayRequest): Promise<GatewayAnswer> {
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
    throw new Error(`the SMS gateway does not answer (${reasonOf(error as Error)})`)
  }
}

/**
 * failure makes the error of an answer that is no success: the gateway's trouble and limits pass, what it calls a
 * mistake of ours does not. `detail` comes from the gateway, and is told only where it is a word or a short code: more
 * than that may repeat the number.
 */
export function failure(gateway: string, status: number, detail?: unknown): Error {
  const word = /^(?:[A-Za-z]{1,40}|\d{1,6})$/.test(String(detail ?? '')) ? `, ${detail}` : ''
  const sentence = `${gateway} did not take a message (${status}${word})`
  const passing = status === 408 || status === 429 || status >= 500
  return passing ? new Error(sentence) : new MessageRefused(sentence)
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

// Not the message: it may name what was sent.
function reasonOf({ cause, name }: Error): string {
  const { code } = (cause ?? {}) as { code?: string }
  return code ?? name
}
