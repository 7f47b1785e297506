// The client of Msingi as it stands in the repository, which functions import.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** ClientSource maps paths below the client's folder to texts. */
export type ClientSource = ReadonlyMap<string, string>

/** CLIENT is the name by which functions import it. */
export const CLIENT = '@msingi/client'

/** CLIENT_ENTRY is where the client begins. */
export const CLIENT_ENTRY = 'client.ts'

const FOLDER = fileURLToPath(new URL('../../../../../../clients/typescript/src', import.meta.url))

/** readClient reads all its files. */
export async function readClient(): Promise<ClientSource> {
  const names = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')))
  return new Map(names.map((name, n) => [name.replaceAll('\\', '/'), texts[n] as string]))
}
