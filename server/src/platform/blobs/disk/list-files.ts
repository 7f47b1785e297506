// The keys of a store on disk, in order: that of its folders is that of the keys.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * listFiles yields what is named like a key and comes after one, in any of the folders. A file that moves from one of them into a
 * later one meanwhile is found.
 */
export async function* listFiles(folders: readonly string[], after = ''): AsyncGenerator<string> {
  const [afterProject = '', afterName = ''] = after.split('/')
  for (const project of await namesIn(folders)) {
    if (project < afterProject || project.startsWith('.')) continue
    const from = project === afterProject ? afterName : ''
    for (const shard of await namesIn(folders, project)) {
      if (shard < from.slice(0, 2)) continue
      for (const name of await namesIn(folders, project, shard)) {
        if (name > from) yield `${project}/${name}`
      }
    }
  }
}

async function namesIn(folders: readonly string[], ...path: readonly string[]): Promise<string[]> {
  const names = new Set<string>()
  for (const folder of folders)
    for (const name of await readdir(join(folder, ...path)).catch(() => [])) names.add(name)
  return [...names].sort()
}
