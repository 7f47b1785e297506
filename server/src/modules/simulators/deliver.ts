// Sends the callbacks of simulated providers.
import type { Deliver } from './world.ts'

const TIMEOUT_MS = 10_000

/** deliverTo returns how callbacks are sent: to any address, or only to one origin. */
export function deliverTo(origin: () => string | undefined): Deliver {
  return async ({ url, headers, body }) => {
    const only = origin()
    if (only !== undefined && URL.parse(url)?.origin !== only) return false
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }
}
