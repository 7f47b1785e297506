// Profiles of processor time that Node writes at its end (`--cpu-prof`), by the part of the server that took it.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  /** samples are ids of nodes, each timeDeltas µs after the one before. */
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

// The workers of the server write profiles too; that of the main thread is the largest.
async function largestProfile(folder: string): Promise<Profile> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  const name = names[sizes.indexOf(Math.max(...sizes))]
  if (name === undefined) throw new Error(`${folder} holds no profile`)
  return JSON.parse(await readFile(join(folder, name), 'utf8'))
}

/**
 * timeByFile returns the microseconds that each file of `server/src` took in the last `milliseconds` of the profile,
 * what it called of Node and of libraries included; all else is under the empty name.
 */
export async function timeByFile(folder: string, milliseconds: number): Promise<Map<string, number>> {
  const { nodes, samples, timeDeltas } = await largestProfile(folder)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const times = new Map<string, number>()
  let left = milliseconds * 1000
  for (let at = samples.length - 1; at >= 0 && left > 0; at -= 1) {
    const [sample = 0, delta = 0] = [samples[at], timeDeltas[at]]
    left -= delta
    if (byId.get(sample)?.callFrame.functionName === '(idle)') continue
    const file = fileOf(sample, byId, parents)
    times.set(file, (times.get(file) ?? 0) + delta)
  }
  return times
}

// Hooks call the next one from within themselves, by way of Fastify: what lies beyond it is not theirs.
function fileOf(
  sample: number,
  byId: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
): string {
  for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
    const { url = '' } = byId.get(id)?.callFrame ?? {}
    if (url.includes('/node_modules/fastify/')) return ''
    const [, file] = url.split('/server/src/')
    if (file !== undefined) return file
  }
  return ''
}
