// The superuser's password, stored in the data directory.
import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { reasonOf } from './reason.ts'

/** passwordFileIn returns where the password is in a data directory. */
export function passwordFileIn(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

/** ensurePassword reads the password file, or generates it if there is no cluster yet. */
export async function ensurePassword(path: string, cluster: string, clusterExists: boolean): Promise<string> {
  try {
    const password = (await readFile(path, 'utf8')).trim()
    if (password !== '') return password
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      const sentence = `The database password cannot be read from ${path}: ${reasonOf(error)}.`
      throw new EmbeddedPostgresError(sentence, { cause: error })
    }
  }
  if (clusterExists) {
    throw new EmbeddedPostgresError(
      `The file ${path} is missing, which is needed to log in to ${cluster}. Restore it.`,
    )
  }
  const password = randomBytes(32).toString('base64url')
  await writeDurably(path, `${password}\n`)
  return password
}

// Written to disk before the cluster, which could not be opened without it.
async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
