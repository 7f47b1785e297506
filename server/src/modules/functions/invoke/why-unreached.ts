// Why a request of a function to another server did not succeed: found out by connecting there, a few at a time.
import type { Unreached } from '#platform/http-client/http-client.ts'
import type { Platform } from '#platform/platform.ts'

const TIMEOUT_MS = 3000
const AT_ONCE = 4
const BUSY: Unreached = { code: 'EIO', message: 'The connection could not be made, or was lost.' }

/** whyUnreached returns what answers that, for the functions of all projects. */
export function whyUnreached({ http }: Platform): (projectId: string, url: string) => Promise<Unreached> {
  const running = new Map<string, number>()
  return async (projectId, url) => {
    const count = running.get(projectId) ?? 0
    if (count >= AT_ONCE) return BUSY
    running.set(projectId, count + 1)
    try {
      return await http.whyUnreached(url, TIMEOUT_MS)
    } finally {
      const left = (running.get(projectId) ?? 1) - 1
      if (left > 0) running.set(projectId, left)
      else running.delete(projectId)
    }
  }
}
