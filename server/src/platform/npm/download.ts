// Reads files of the registry: bounded in bytes, and given up where nothing comes for a while.
import { setTimeout as after } from 'node:timers/promises'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { PACKAGE_LIMITS } from './limits.ts'

/** Download reads the file at a path of the registry, of at most so many bytes; `what` names it in errors. */
export type Download = (path: string, most: number, what: string) => Promise<Buffer>

const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8'
const ATTEMPTS = 3
const PAUSE_MS = 300
// A process that waits for its turn may find out late that bytes have come: only the second look counts.
const LOOKS = 2

/**
 * openDownloads returns what reads files below an address that ends with a slash, all together within the limit of bytes. It
 * throws 400 for what is not there or too large, 503 where the registry fails, and 504 where it is silent for `silentMs`.
 */
export function openDownloads(base: string, silentMs: number = PACKAGE_LIMITS.silentMs): Download {
  let left: number = PACKAGE_LIMITS.downloadBytes
  const count = (bytes: number) => {
    left -= bytes
    if (left < 0)
      throw invalidInput(
        `The packages are too large: the registry sends more than ${PACKAGE_LIMITS.downloadBytes / 1024 / 1024} MB.`,
      )
  }
  return async (path, most, what) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await readOnce(base + path, { most, what, silentMs, count })
      } catch (error) {
        const reason = error instanceof AppError ? error : unreachable(error)
        if (attempt === ATTEMPTS || reason.status < 500) throw reason
      }
      await after(PAUSE_MS * attempt)
    }
  }
}

interface Reading {
  readonly most: number
  readonly what: string
  readonly silentMs: number
  readonly count: (bytes: number) => void
}

async function readOnce(url: string, { most, what, silentMs, count }: Reading): Promise<Buffer> {
  const silence = new AbortController()
  let size = 0
  let seen = 0
  let looks = 0
  const timer = setInterval(() => {
    looks = size - seen < PACKAGE_LIMITS.leastBytes ? looks + 1 : 0
    seen = size
    if (looks === LOOKS) silence.abort(silent(what))
  }, silentMs / LOOKS)
  try {
    const { signal } = silence
    const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: ABBREVIATED } })
    if (response.status === 404) throw invalidInput(`The npm registry has no ${what}.`)
    if (response.status !== 200) throw unreachable(new Error(`status ${response.status}`))
    const parts: Uint8Array[] = []
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > most)
        throw invalidInput(`${what} is too large: the registry sends more than ${most / 1024 / 1024} MB.`)
      count(part.length)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    clearInterval(timer)
  }
}

/** unreachable is the error where the registry fails. */
export function unreachable(cause: unknown): AppError {
  const message = 'The npm registry cannot be reached, so that nothing was deployed. Try again shortly.'
  return new AppError('unavailable', message, { cause, headers: { 'retry-after': '10' } })
}

function silent(what: string): AppError {
  const message = `The npm registry has stopped sending ${what}, so that nothing was deployed. Try again shortly.`
  return new AppError('timeout', message, { headers: { 'retry-after': '10' } })
}
