// Watches quotas: looks at what projects have used of their plans, each time that the node has written down what it counted,
// and when `platform.quotas` asks since too much was counted meanwhile.
import { countNodes, sumUsage, type UsageService, type UsageSum } from '#modules/plans/usage/usage.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notify } from '#platform/events/platform-events.ts'
import { isLevel, METERS, type Meter, type Plan } from '#platform/plans/plan.ts'
import type { Platform } from '#platform/platform.ts'
import { findTerms, listCurrent } from './billing.store.ts'
import { addMonths, dateOf, monthOf } from './months.ts'
import { addWarning } from './warnings.store.ts'

// Beyond half of a quota a project is looked at whenever its usage is written down, before that once a minute, and earlier as
// `platform.quotas` asks. Active users it cannot count: who was active before stands in the database.
const NEAR = 0.5
const FAR_MS = 60_000
// What is stored, and payments, are measured once a minute, and less often far from the quota: a measurement reads the size of each table.
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
  levels: Levels
  /** warned are the warnings that are known to be written, such as `2026-11-01 requests 80`. */
  warned: Set<string>
}

// What was seen of a project.
interface Sight {
  readonly id: string
  readonly plan: Plan
  readonly month: string
  readonly used: UsageSum
}

/** QuotaWatch keeps `platform.quotas` up to date. */
export interface QuotaWatch {
  /** forget looks at a project, or at all, anew. */
  forget(projectId: string | undefined): void
  /** refresh looks at all projects that were forgotten, measures what is due, and warns. */
  refresh(): Promise<void>
  /** close ends what is under way. */
  close(): Promise<void>
}

/** createQuotaWatch watches the projects of this node. */
export function createQuotaWatch(platform: Platform, usage: UsageService, find: FindProject): QuotaWatch {
  const { clusters, clock, plans, quotas, log } = platform
  const db = clusters.main.admin
  const watched = recentlyUsed<Watched>(MAX_PROJECTS)
  const terms = recentlyUsed<Plan>(1000)
  const asked = new Set<string>()
  let seen: Sight[] = []
  let forgotten = 0
  let closed = false
  let following: Promise<void> = Promise.resolve()

  const stateOf = (id: string): Watched => {
    const state = watched.get(id) ?? { due: 0, measureDue: 0, levels: NOTHING, warned: new Set() }
    watched.set(id, state)
    return state
  }

  const look = async (ids: readonly string[]) => {
    const before = forgotten
    const now = clock.now()
    const month = monthOf(dateOf(now))
    const end = addMonths(month, 1)
    const [current, sums, nodes] = await Promise.all([
      listCurrent(db, ids),
      sumUsage(db, ids, month, end),
      countNodes(db, now),
    ])
    const unknown = current.map(({ digest }) => digest).filter((digest) => !terms.has(digest))
    if (unknown.length > 0) for (const [digest, plan] of await findTerms(db, unknown)) terms.set(digest, plan)
    // A plan may have been changed after it was read.
    if (forgotten !== before) {
      for (const id of ids) asked.add(id)
      return
    }
    const digests = new Map(current.map(({ project_id, digest }) => [project_id, digest]))
    for (const id of ids) {
      const plan = terms.get(digests.get(id) ?? '') ?? plans.standard
      const state = stateOf(id)
      const used = { ...(sums.get(id) as UsageSum), ...state.levels }
      const limited = limitedMeters(plan)
      const shares = limited.map((meter) => share(used[meter], limitOf(plan, meter)))
      const isNear = Math.max(0, ...shares) >= NEAR || limited.includes('active_users')
      state.due = now.getTime() + (isNear ? 0 : FAR_MS)
      quotas.set(id, {
        quotas: limited.map((quota) => ({ quota, limit: limitOf(plan, quota), used: used[quota] })),
        ends: new Date(`${end}T00:00:00Z`),
        nodes,
      })
      if (limited.length > 0) seen.push({ id, plan, month, used })
    }
  }

  // What takes longer, or can be late, has no other project wait.
  const follow = async () => {
    const sights = seen
    seen = []
    for (const sight of sights) {
      const { id, plan, month, used } = sight
      const state = stateOf(id)
      const limited = limitedMeters(plan)
      if (limited.some(isMeasured)) await measure(sight, state)
      const now = { ...used, ...state.levels }
      for (const meter of limited) await warn(id, meter, { month, used: now[meter], plan }, state)
    }
  }
  const complain = (err: unknown) => log.warn({ err }, 'could not compare usage with the quotas of plans')
  const lookAtDue = async (written: readonly string[]) => {
    const now = clock.now().getTime()
    const ids = new Set([...asked, ...written.filter((id) => (watched.peek(id)?.due ?? 0) <= now)])
    asked.clear()
    const due = [...ids]
    for (let at = 0; at < due.length; at += AT_ONCE) await look(due.slice(at, at + AT_ONCE))
    if (seen.length > 0) following = following.then(follow).catch(complain)
  }
  if (!plans.builtIn) {
    usage.onWritten((written) => (closed ? Promise.resolve() : lookAtDue(written).catch(complain)))
    quotas.lookWith(async (id) => {
      asked.add(id)
      await usage.flush()
    })
  }

  const measure = async ({ id, plan, used }: Sight, state: Watched) => {
    const now = clock.now().getTime()
    if (state.measureDue > now) return
    const project = await find(id)
    if (project === undefined) return
    const { database_rows, database_bytes, storage_bytes } = await usage.measure(project)
    const levels: Levels = { database_rows, database_bytes, storage_bytes }
    const all = { ...used, ...levels }
    const near = limitedMeters(plan).some(
      (meter) => isMeasured(meter) && share(all[meter], limitOf(plan, meter)) >= NEAR,
    )
    state.levels = levels
    quotas.setLevels(id, levels)
    if (near) state.due = now
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
        await notify(platform, own, {
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
    forget(projectId) {
      forgotten += 1
      quotas.forget(projectId)
      if (projectId === undefined) watched.clear()
      else {
        watched.delete(projectId)
        asked.add(projectId)
      }
    },
    async refresh() {
      await usage.flush()
      await following
    },
    async close() {
      closed = true
      await following
    },
  }
}

const NOTHING: Levels = { database_rows: 0, database_bytes: 0, storage_bytes: 0 }

function isMeasured(meter: Meter): boolean {
  return isLevel(meter) || meter === 'payments'
}

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
