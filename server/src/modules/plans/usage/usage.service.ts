// What projects use: counted requests are written down, what is stored is measured, and both are read together.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { LocatedProject } from '#platform/db/clusters/clusters.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { createFlush, type OnWritten } from './flush.ts'
import { measureAll, measureProject } from './measure.ts'
import { announceQuotas } from './quotas.ts'
import {
  countNodes as countNodesSince,
  type Figures,
  isActiveUser,
  type LatestUsage,
  listPeriods,
  type Measurement,
  type Period,
  type ProjectUsage,
  readLatest,
  readOrganisation,
  removeOld,
  sumUsage as sumDays,
  type UsageSum,
} from './usage.store.ts'

export type { OnWritten } from './flush.ts'
export type { LatestUsage, Period, UsageSum } from './usage.store.ts'

const FLUSH_MS = 5000
const MEASURE_MS = 300_000
// A node that had nothing to write down for longer counts as none.
const NODE_MS = 600_000
// The route shows 60 months, of which the last has begun.
const KEEP_MONTHS = 60

/** PeriodQuery says which periods: the latest months or days. */
export interface PeriodQuery {
  readonly by: 'month' | 'day'
  readonly limit: number
}

/** OrganisationUsageQuery says which month or day, this month by default, and which projects. */
export interface OrganisationUsageQuery {
  readonly period?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** OrganisationUsage is what the projects of an organisation have used in a month or on a day. */
export interface OrganisationUsage {
  readonly period: string
  readonly total: Figures
  readonly projects: readonly ProjectUsage[]
}

/** UsageService reads what projects use. */
export interface UsageService {
  /** read returns a project's latest months or days since it was created, latest first, up to this moment on this node. */
  read(project: ProjectRecord, query: PeriodQuery): Promise<Period[]>
  /** readAll returns what the projects of an organisation have used: counts up to this moment on this node. */
  readAll(organisationId: string, query: OrganisationUsageQuery): Promise<OrganisationUsage>
  /** measure looks up what a project has now. */
  measure(project: LocatedProject): Promise<Measurement>
  /** flush writes down what this node has counted until now. */
  flush(): Promise<void>
  /** onWritten has a handler called each time that this node has written down all that it had counted. */
  onWritten(handler: OnWritten): void
  /** upkeep writes down what is counted, measures projects that are due, and deletes what is too old. */
  readonly upkeep: readonly Upkeep[]
  /** close writes down the last of it: the node counts no more. */
  close(): Promise<void>
}

/** sumUsage returns what projects have used from one day to another, which is not included, as far as it is written down. */
export function sumUsage(
  db: Queryable,
  projectIds: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, UsageSum>> {
  return sumDays(db, projectIds, from, to)
}

/** countNodes returns how many nodes count at the moment, as far as they have written anything down. */
export function countNodes(db: Queryable, now: Date): Promise<number> {
  return countNodesSince(db, new Date(now.getTime() - NODE_MS))
}

/** latestUsage returns what projects store and how many requests they had in the last 24 hours, as far as it is written down. */
export function latestUsage(
  db: Queryable,
  projectIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LatestUsage>> {
  return readLatest(db, projectIds, now)
}

/** wasActive reports whether an end user of a project was active in this month. */
export async function wasActive(
  { clusters, clock, usage }: Platform,
  projectId: string,
  userId: string,
): Promise<boolean> {
  if (usage.of(projectId).users.has(userId)) return true
  return isActiveUser(clusters.main.admin, projectId, userId, clock.now())
}

/** createUsage returns the service of this node. */
export function createUsage(platform: Platform): UsageService {
  const { clusters, clock } = platform
  const db = clusters.main.admin
  const handlers: OnWritten[] = []
  const { flush, leave } = createFlush(platform, async (projectIds) => {
    for (const handler of handlers) await handler(projectIds)
  })
  const measure = async (stopping: AbortSignal) => {
    await measureAll(platform, stopping)
    await announceQuotas(platform)
    await removeOld(db, clock.now(), KEEP_MONTHS)
  }
  return {
    async read(project, { by, limit }) {
      await Promise.all([flush(), measureProject(platform, project)])
      return listPeriods(clusters.main.adminOf(project), project.id, { by, limit, now: clock.now() })
    },
    async readAll(organisationId, { period = clock.now().toISOString().slice(0, 7), limit, cursor }) {
      await flush()
      const by = period.length === 7 ? 'month' : 'day'
      const starts = by === 'month' ? `${period}-01` : period
      return { period, ...(await readOrganisation(db, organisationId, { by, starts, limit, cursor })) }
    },
    measure: (project) => measureProject(platform, project),
    flush,
    onWritten: (handler) => void handlers.push(handler),
    upkeep: [
      { what: 'write down the usage of projects', everyMs: FLUSH_MS, run: flush },
      { what: 'measure the usage of projects', everyMs: MEASURE_MS, run: measure },
    ],
    close: leave,
  }
}
