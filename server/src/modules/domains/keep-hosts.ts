// Keeps the host names in memory as the database has them, on each node.
import type { Platform } from '#platform/platform.ts'
import { listHosts } from './domains.store.ts'

// From so many projects on, all are read at once.
const MANY = 100

/** HostKeeper reads host names again. Whatever comes while it reads waits for one more reading, however much it is. */
export interface HostKeeper {
  /** load reads those of all projects. It throws if the database does not answer. */
  load(): Promise<void>
  /** refresh reads those of one project, or of all. */
  refresh(projectId: string | undefined): Promise<void>
}

/** keepHosts makes it. */
export function keepHosts({ clusters, hosts }: Pick<Platform, 'clusters' | 'hosts'>): HostKeeper {
  const waiting = new Set<string | undefined>()
  let reading: Promise<void> | undefined

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
      await read(all ? undefined : ids)
    }
  }
  const refresh = (projectId: string | undefined) => {
    waiting.add(projectId)
    reading ??= readWaiting().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    load: () => read(),
    refresh,
  }
}
