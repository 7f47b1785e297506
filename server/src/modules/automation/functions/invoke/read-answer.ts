// Answers of functions that are read as a whole, up to a bound.
import { addAbortSignal } from 'node:stream'
import type { Called } from './invoke.service.ts'

/**
 * readAnswer returns the body of an answer, or its beginning where there is more. It throws 504 and 502 where the answer does not
 * come to its end.
 */
export async function readAnswer(
  { body, brokenOff }: Called,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ readonly body: Buffer; readonly truncated: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  const source = signal === undefined ? body : addAbortSignal(signal, body)
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      // Leaving the loop ends the answer.
      if (size > maxBytes) break
    }
  } catch (cause) {
    throw await brokenOff(cause)
  }
  return { body: Buffer.concat(parts).subarray(0, maxBytes), truncated: size > maxBytes }
}
