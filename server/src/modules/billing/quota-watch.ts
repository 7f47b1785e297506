// Watches quotas: compares what projects have used with their plans, off the path of requests. A node looks at the projects
// that it has counted something for, once that is written down.
import { sumUsage, type UsageService, type UsageSum } from '#modules/usage/usage.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notify } from '#platform/events/platform-events.ts'
import { isLevel, METERS, type Meter, type Plan } from '#platform/plans/plan.ts'
import type { Exceeded } from '#platform/plans/quotas.ts'
import type { Platform } from '#platform/platform.ts'
import { findTerms, listCurrent } from './billing.store.ts'
import { addMonths, dateOf, monthOf } from './months.ts'
import { addWarning } from './warnings.store.ts'

// Beyond half of a quota a project is looked at whenever its usage is written down, before that once a minute.
const NEAR = 0.5
const FAR_MS = 60_000
// What is stored is measured as often, and less often far from the quota: a measurement reads the size of each table.
const LEVEL_NEAR_MS = 60_000
const LEVEL_FAR_MS = 600_000
const WARNINGS = [80, 100] as const
const AT_ONCE = 500
const MAX_PROJECTS = 20_000

type Levels = Pick<UsageSum, 'database_rows' | 'database_bytes' | 'storage_bytes'>

interface Watched {
  /** due is when to look again; `levels` are as measured last, to be measured again when `measureDue`. */
  due: number
  measureDue: number
  levels: Levels | undefined
  /** warned are the warnings that are known to be written, such as `2026-11-01 requests 80`. */
  warned: Set<string>
}

/** QuotaWatch keeps `platform.quotas` up to date. */
export interface QuotaWatch {
  /** note has projects looked at that were just written down. */
  note(projectIds: readonly string[]): void
  /** forget looks at a project, or at all, anew. */
  forget(projectId: string | undefined): void
  /** refresh looks at all noted projects that are due. */
  refresh(): Promise<void>
}

/** createQuotaWatch watches the projects of this node. */
export function createQuotaWatch(platform: Platform, usage: UsageService, find: FindProject): QuotaWatch {
  const { clusters, clock, plans, quotas } = platform
  const db = clusters.main.admin
  const watched = recentlyUsed<Watched>(MAX_PROJECTS)
  const terms = recentlyUsed<Plan>(1000)
  const noted = new Set<string>()

  const look = async (ids: readonly string[]) => {
    const now = clock.now()
    const month = monthOf(dateOf(now))
    const end = addMonths(month, 1)
    const [current, sums] = await Promise.all([listCurrent(db, ids), sumUsage(db, ids, month, end)])
    const unknown = current.map(({ digest }) => digest).filter((digest) => !terms.has(digest))
    if (unknown.length > 0) for (const [digest, plan] of await findTerms(db, unknown)) terms.set(digest, plan)
    const digests = new Map(current.map(({ project_id, digest }) => [project_id, digest]))
    for (const id of ids) {
      const plan = terms.get(digests.get(id) ?? '') ?? plans.standard
      const state = watched.get(id) ?? { due: 0, measureDue: 0, levels: undefined, warned: new Set() }
      watched.set(id, state)
      const limited = limitedMeters(plan)
      if (limited.some(isLevel)) await measure(id, plan, state)
      const used = { ...(sums.get(id) as UsageSum), ...(state.levels ?? NOTHING) }
      const shares = limited.map((meter) => share(used[meter], limitOf(plan, meter)))
      state.due = now.getTime() + (Math.max(0, ...shares) >= NEAR ? 0 : FAR_MS)
      const exceeded = limited
        .filter((meter) => used[meter] >= limitOf(plan, meter))
        .map((quota): Exceeded => {
          const resets_at = isLevel(quota) ? null : new Date(`${end}T00:00:00Z`)
          return { quota, limit: limitOf(plan, quota), used: used[quota], resets_at }
        })
      quotas.set(id, exceeded)
      for (const meter of limited) await warn(id, meter, { month, used: used[meter], plan }, state)
    }
  }

  const measure = async (id: string, plan: Plan, state: Watched) => {
    const now = clock.now().getTime()
    if (state.levels !== undefined && state.measureDue > now) return
    const project = await find(id)
    if (project === undefined) return
    const levels: Levels = await usage.measure(project)
    const near = limitedMeters(plan).some(
      (meter) => isLevel(meter) && share(levels[meter as keyof Levels], limitOf(plan, meter)) >= NEAR,
    )
    state.levels = levels
    state.measureDue = now + (near ? LEVEL_NEAR_MS : LEVEL_FAR_MS)
  }

  const warn = async (
    projectId: string,
    meter: Meter,
    { month, used, plan }: { month: string; used: number; plan: Plan },
    { warned }: Watched,
  ) => {
    const limit = limitOf(plan, meter)
    for (const percent of WARNINGS) {
      const name = `${month} ${meter} ${percent}`
      if (share(used, limit) * 100 < percent || warned.has(name)) continue
      await transaction(db, async (own) => {
        if (!(await addWarning(own, { project_id: projectId, period: month, meter, percent }))) return
        await notify(own, clock.now(), {
          type: percent === 100 ? 'quota.reached' : 'quota.near',
          projectId,
          subject: meter,
          message:
            percent === 100
              ? `The quota of ${meter} is used up.`
              : `${percent} % of the quota of ${meter} is used.`,
          data: { quota: meter, used, limit, period: month.slice(0, 7) },
        })
      })
      warned.add(name)
    }
  }

  return {
    note(projectIds) {
      if (!plans.builtIn) for (const id of projectIds) noted.add(id)
    },
    forget(projectId) {
      quotas.forget(projectId)
      if (projectId === undefined) watched.clear()
      else {
        watched.delete(projectId)
        noted.add(projectId)
      }
    },
    async refresh() {
      const now = clock.now().getTime()
      const due = [...noted].filter((id) => (watched.get(id)?.due ?? 0) <= now)
      noted.clear()
      for (let at = 0; at < due.length; at += AT_ONCE) await look(due.slice(at, at + AT_ONCE))
    },
  }
}

const NOTHING: Levels = { database_rows: 0, database_bytes: 0, storage_bytes: 0 }

function limitedMeters({ meters }: Plan): Meter[] {
  return METERS.filter((meter) => meters[meter]?.limit !== undefined)
}

function limitOf({ meters }: Plan, meter: Meter): number {
  return meters[meter]?.limit ?? Number.POSITIVE_INFINITY
}

// A quota of nothing is used up from the start.
function share(used: number, limit: number): number {
  return limit === 0 ? 1 : used / limit
}
