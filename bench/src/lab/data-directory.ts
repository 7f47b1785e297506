// A data directory for one run, and its removal with all that a server has put elsewhere on its behalf.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** makeDataDirectory makes an empty directory through which the user who runs PostgreSQL may walk. */
export async function makeDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'msingi-bench-'))
  // Without this, PostgreSQL's data would be moved to a directory of the system when root runs the bench.
  await chmod(directory, 0o711)
  return directory
}

/** removeDataDirectory removes it, and the cluster that it may point to. */
export async function removeDataDirectory(directory: string): Promise<void> {
  const elsewhere = await readFile(join(directory, 'postgres.location'), 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) await rm(elsewhere.trim(), { recursive: true, force: true })
  await rm(directory, { recursive: true, force: true })
}
