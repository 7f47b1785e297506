// Keeps the host names in memory as the database has them, on each node.
import type { Platform } from '#platform/platform.ts'
import { listHosts } from './domains.store.ts'

// From so many projects on, all are read at once.
const MANY = 100

/** HostKeeper reads host names again. Whatever comes while it reads waits for one more reading, however much it is. */
export interface HostKeeper {
  /** load reads those of all projects. It throws if the database does not answer. */
  load(): Promise<void>
  /** refresh reads those of one project, or of all; what fails is read again by `retry`. */
  refresh(projectId: string | undefined): Promise<void>
  /** retry reads all if something could not be read. */
  retry(): Promise<void>
}

/** keepHosts makes it. */
export function keepHosts({
  clusters,
  hosts,
  log,
}: Pick<Platform, 'clusters' | 'hosts' | 'log'>): HostKeeper {
  const waiting = new Set<string | undefined>()
  let reading: Promise<void> | undefined
  let isStale = false

  const read = async (ids?: readonly string[]) => {
    hosts.replace(await listHosts(clusters.main.admin, ids), ids)
  }
  const readWaiting = async () => {
    // In a turn of its own, so that `reading` is set, and what comes at once is read at once.
    await Promise.resolve()
    while (waiting.size > 0) {
      const ids = [...waiting].filter((id) => id !== undefined)
      const all = waiting.has(undefined) || ids.length > MANY
      waiting.clear()
      await read(all ? undefined : ids).catch((err) => {
        isStale = true
        log.warn({ err }, 'could not read the domains of projects; trying again within a minute')
      })
    }
    reading = undefined
  }
  const refresh = (projectId: string | undefined) => {
    waiting.add(projectId)
    reading ??= readWaiting()
    return reading
  }
  return {
    load: () => read(),
    refresh,
    retry: async () => {
      if (!isStale) return
      isStale = false
      await refresh(undefined)
    },
  }
}
