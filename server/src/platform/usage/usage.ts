// Counts what projects use, in memory: modules count where things happen, and `modules/usage` writes the counts
// down. A request costs one lookup in a map and some additions.
import type { Clock } from '#platform/clock/clock.ts'

/** COUNTED are the quantities that are counted as they happen. */
export const COUNTED = [
  'requests',
  'egress_bytes',
  'function_invocations',
  'function_cpu_ms',
  'live_connections',
  'live_messages',
  'sign_ins',
  'webhook_attempts',
] as const

/** Counts are amounts by quantity; callers add to them. */
export type Counts = Record<(typeof COUNTED)[number], number>

/** ProjectCounts is what a project has used since the last batch, and which of its users were active. */
export interface ProjectCounts extends Counts {
  readonly users: Set<string>
}

/** DayCounts is what was counted on one day (UTC), by project. */
export interface DayCounts {
  /** day is a date, such as 2026-11-22. */
  readonly day: string
  readonly projects: ReadonlyMap<string, ProjectCounts>
}

const DAY_MS = 86_400_000
// A user who is known to be written down today is not written again. Beyond this many, some are.
const MAX_KNOWN = 200_000

/** Usage holds the counts of this node that are not written down yet. */
export class Usage {
  readonly #clock: Clock
  readonly #ended: DayCounts[] = []
  #day: string
  #dayEnds: number
  #projects = new Map<string, ProjectCounts>()
  #known = new Set<string>()

  constructor(clock: Clock) {
    this.#clock = clock
    const now = clock.now().getTime()
    this.#day = dayOf(now)
    this.#dayEnds = endOfDay(now)
  }

  /** of returns the counts of a project, to add to at once: they must not be kept. */
  of(projectId: string): ProjectCounts {
    const now = this.#clock.now().getTime()
    if (now >= this.#dayEnds) this.#beginDay(now)
    const known = this.#projects.get(projectId)
    if (known !== undefined) return known
    const counts = newCounts()
    this.#projects.set(projectId, counts)
    return counts
  }

  /** waiting returns how much of one quantity was counted of a project since the last `take`. */
  waiting(projectId: string, quantity: keyof Counts): number {
    let sum = this.#projects.get(projectId)?.[quantity] ?? 0
    for (const { projects } of this.#ended) sum += projects.get(projectId)?.[quantity] ?? 0
    return sum
  }

  /** sawUser counts an end user of a project as active today. */
  sawUser(projectId: string, userId: string): void {
    const { users } = this.of(projectId)
    if (!this.#known.has(userId)) users.add(userId)
  }

  /** take returns what was counted since the last call, the earliest day first. The caller has to write it down. */
  take(): DayCounts[] {
    const taken = this.#ended.splice(0)
    if (this.#projects.size === 0) return taken
    taken.push({ day: this.#day, projects: this.#projects })
    this.#projects = new Map()
    return taken
  }

  /** written tells which users are written down as active on a day. */
  written(day: string, userIds: Iterable<string>): void {
    if (day !== this.#day) return
    for (const id of userIds) if (this.#known.size < MAX_KNOWN) this.#known.add(id)
  }

  #beginDay(now: number): void {
    if (this.#projects.size > 0) this.#ended.push({ day: this.#day, projects: this.#projects })
    this.#projects = new Map()
    this.#known = new Set()
    this.#day = dayOf(now)
    this.#dayEnds = endOfDay(now)
  }
}

/** dayOf returns the date (UTC) of a time in milliseconds. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function endOfDay(milliseconds: number): number {
  return (Math.floor(milliseconds / DAY_MS) + 1) * DAY_MS
}

function newCounts(): ProjectCounts {
  return {
    requests: 0,
    egress_bytes: 0,
    function_invocations: 0,
    function_cpu_ms: 0,
    live_connections: 0,
    live_messages: 0,
    sign_ins: 0,
    webhook_attempts: 0,
    users: new Set(),
  }
}
