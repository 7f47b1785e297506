// Writes down what this node has counted: every few seconds, in numbered batches. A batch whose outcome is not known, since
// the connection broke, is sent again under its number, and is added once.
import { randomUUID } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import { COUNTED, type Counts, type DayCounts, dayOf, type ProjectCounts } from '#platform/usage/usage.ts'
import { addBatch, type Batch, removeNode } from './usage.store.ts'

const PROJECTS = 1000
const USERS = 10_000

/** UsageFlush writes down the counts of this node. */
export interface UsageFlush {
  /** flush writes what was counted until now. */
  flush(): Promise<void>
  /** leave writes the last of it: the node counts no more. */
  leave(): Promise<void>
}

/** OnWritten receives the projects whose counts were written down. Nothing is taken to be written until it is done. */
export type OnWritten = (projectIds: readonly string[]) => Promise<void>

/** createFlush returns the one of this node. */
export function createFlush(
  { usage, quotas, clusters, clock }: Pick<Platform, 'usage' | 'quotas' | 'clusters' | 'clock'>,
  onWritten: OnWritten = async () => {},
): UsageFlush {
  const node = randomUUID()
  let sequence = 0
  const written = new Set<string>()
  let latest: Promise<void> = Promise.resolve()

  const number = (day: string, part: Pick<Batch, 'counts' | 'users'>): Batch => {
    sequence += 1
    return { node, sequence, day, ...part }
  }
  // Others know by it that this node counts as well.
  let waiting = [number(dayOf(clock.now().getTime()), { counts: [], users: [] })]
  const take = () =>
    usage.take().flatMap((one) => {
      quotas.taken(one)
      return split(one.projects).map((part) => number(one.day, part))
    })
  const write = async () => {
    // What has failed comes first, and counts grow in memory meanwhile: for each project they take the same, however long.
    await send()
    waiting = take()
    await send()
    const ids = [...written]
    written.clear()
    await onWritten(ids)
  }
  const send = async () => {
    for (let [batch] = waiting; batch !== undefined; [batch] = waiting) {
      await addBatch(clusters.main.admin, batch, clock.now())
      waiting.shift()
      for (const { project_id } of batch.counts) written.add(project_id)
      usage.written(
        batch.day,
        batch.users.map(({ user_id }) => user_id),
      )
    }
  }
  const flush = () => {
    // One after the other, and each with all that was counted before it was asked for.
    latest = latest.then(write, write)
    return latest
  }
  return {
    flush,
    async leave() {
      await flush()
      await removeNode(clusters.main.admin, node)
    },
  }
}

// Statements have a time limit, and their text is made at once.
function split(projects: DayCounts['projects']): Pick<Batch, 'counts' | 'users'>[] {
  const parts: { counts: Batch['counts'][number][]; users: Batch['users'][number][] }[] = []
  let part: (typeof parts)[number] | undefined
  for (const [project_id, counts] of projects) {
    let row = countsOf(project_id, counts)
    const users = [...counts.users]
    do {
      if (part === undefined || part.counts.length >= PROJECTS || part.users.length >= USERS) {
        part = { counts: [], users: [] }
        parts.push(part)
      }
      part.counts.push(row)
      for (const user_id of users.splice(0, USERS)) part.users.push({ project_id, user_id })
      row = countsOf(project_id, undefined)
    } while (users.length > 0)
  }
  return parts
}

function countsOf(project_id: string, counts: ProjectCounts | undefined): Batch['counts'][number] {
  const whole = Object.fromEntries(COUNTED.map((name) => [name, Math.round(counts?.[name] ?? 0)]))
  return { project_id, ...(whole as Counts) }
}
