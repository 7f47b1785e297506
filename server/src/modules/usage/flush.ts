// Writes down what this node has counted: every few seconds, in numbered batches. A batch whose outcome is not known, since
// the connection broke, is sent again under its number, and is added once.
import { randomUUID } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import { COUNTED, type Counts, type DayCounts, type ProjectCounts } from '#platform/usage/usage.ts'
import { addBatch, type Batch } from './usage.store.ts'

const PROJECTS = 1000
const USERS = 10_000

/** UsageFlush writes down the counts of this node. */
export interface UsageFlush {
  /** flush writes what was counted until now. */
  flush(): Promise<void>
}

/** createFlush returns the one of this node; `onWritten` receives the projects of each batch that was written down. */
export function createFlush(
  { usage, clusters, clock }: Pick<Platform, 'usage' | 'clusters' | 'clock'>,
  onWritten: (projectIds: readonly string[]) => void = () => {},
): UsageFlush {
  const node = randomUUID()
  let sequence = 0
  let waiting: Batch[] = []
  let latest: Promise<void> = Promise.resolve()

  const number = (day: string, part: Pick<Batch, 'counts' | 'users'>): Batch => {
    sequence += 1
    return { node, sequence, day, ...part }
  }
  const write = async () => {
    // What has failed comes first, and counts grow in memory meanwhile: for each project they take the same, however long.
    if (waiting.length === 0)
      waiting = usage.take().flatMap(({ day, projects }) => split(projects).map((part) => number(day, part)))
    for (let [batch] = waiting; batch !== undefined; [batch] = waiting) {
      await addBatch(clusters.main.admin, batch, clock.now())
      waiting.shift()
      onWritten(batch.counts.map(({ project_id }) => project_id))
      usage.written(
        batch.day,
        batch.users.map(({ user_id }) => user_id),
      )
    }
  }
  return {
    flush() {
      // One after the other, and each with all that was counted before it was asked for.
      latest = latest.then(write, write)
      return latest
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
