// The folders of a store on disk: made when they are first needed, and synced so that what is in them survives a crash.
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** makeFolder makes a folder with those above it, durably. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // Each new folder is an entry in the one above it.
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path))
}

/** syncFolder makes durable what was added to a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** FolderSyncs syncs folders for many at once. */
export interface FolderSyncs {
  /** sync makes durable what was added to a folder before the call. Those who call meanwhile share the next sync. */
  sync(folder: string): Promise<void>
}

/** createFolderSyncs returns the syncs of a store. `syncOne` replaces the file system's, in tests. */
export function createFolderSyncs(syncOne: (folder: string) => Promise<void> = syncFolder): FolderSyncs {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  const run = (folder: string): Promise<void> => {
    const sync = syncOne(folder).finally(() => {
      if (running.get(folder) === sync) running.delete(folder)
    })
    running.set(folder, sync)
    return sync
  }
  const after = async (folder: string, before: Promise<void>) => {
    await before.catch(() => {})
    waiting.delete(folder)
    await run(folder)
  }
  return {
    sync: (folder) => {
      const before = running.get(folder)
      if (before === undefined) return run(folder)
      const next = waiting.get(folder) ?? after(folder, before)
      waiting.set(folder, next)
      return next
    },
  }
}
