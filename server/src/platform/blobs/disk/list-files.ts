// The keys of a store on disk, in order: that of its folders is that of the keys.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** listFiles yields what is named like a key and comes after one. */
export async function* listFiles(folder: string, after = ''): AsyncGenerator<string> {
  const [afterProject = '', afterName = ''] = after.split('/')
  for (const project of await namesIn(folder)) {
    if (project < afterProject || project.startsWith('.')) continue
    const from = project === afterProject ? afterName : ''
    for (const shard of await namesIn(join(folder, project))) {
      if (shard < from.slice(0, 2)) continue
      for (const name of await namesIn(join(folder, project, shard))) {
        if (name > from) yield `${project}/${name}`
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.sort()
}
