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
