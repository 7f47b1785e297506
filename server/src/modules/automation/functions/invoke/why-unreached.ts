// Why a request of a function to another server did not succeed: found out by connecting there, a few at a time.
import { AtOnce } from '#platform/fairness/at-once.ts'
import type { Unreached } from '#platform/http-client/http-client.ts'
import type { Platform } from '#platform/platform.ts'

const TIMEOUT_MS = 3000
const AT_ONCE = 4
const BUSY: Unreached = { code: 'EIO', message: 'The connection could not be made, or was lost.' }

/** whyUnreached returns what answers that, for the functions of all projects. */
export function whyUnreached({ http }: Platform): (projectId: string, url: string) => Promise<Unreached> {
  const running = new AtOnce<string>()
  return async (projectId, url) => {
    if (running.of(projectId) >= AT_ONCE) return BUSY
    running.add(projectId)
    try {
      return await http.whyUnreached(url, TIMEOUT_MS)
    } finally {
      running.remove(projectId)
    }
  }
}
