// Which tables the consumer of webhooks has subscribed to: those that the events of a project's webhooks follow from.
import { FUNCTIONS_CHANGED } from '#modules/automation/functions/versions/functions.service.ts'
import type { ChangeConsumer } from '#platform/changes/consumers/change-consumers.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { type ProjectTables, readTables, TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { lateWork } from '#platform/work/write-behind.ts'
import { tablesFor, wantsAllTables } from './event-patterns.ts'
import type { ChangeListeners } from './webhooks.service.ts'
import { listEnabled, listListeningProjects, lockWebhooks } from './webhooks.store.ts'

/** CONSUMER is the name of the durable consumer, for good. */
export const CONSUMER = 'webhooks'

const SWEEP_MS = 600_000
const RETRY_MS = 1000
// One whose table is locked takes seconds.
const RETRIES_AT_ONCE = 8
const SWEEP_PAGE = 100
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Subscriptions follow the webhooks and tables of projects. */
export interface Subscriptions {
  /**
   * change subscribes to what events need before `work` stores who listens to them, and ends what is not needed once it has. It
   * throws 503 where a table cannot be captured: events would be missing without a word.
   */
  readonly change: ChangeListeners
  /** upkeep looks for whatever was missed, at the start and now and then. */
  readonly upkeep: readonly Upkeep[]
  close(): Promise<void>
}

/** createSubscriptions begins to follow: when tables change. */
export function createSubscriptions(
  platform: Platform,
  consumer: ChangeConsumer,
  findProject: FindProject,
): Subscriptions {
  const { admin } = platform.clusters.main
  // One after the other for each project, so that an older look at its tables never ends what a newer one has begun.
  const running = new Map<string, Promise<void>>()
  // Projects that could not be subscribed.
  const failed = new Set<string>()
  let closed = false
  const sync = (project: ProjectRecord) => {
    const work = (running.get(project.id) ?? Promise.resolve())
      .catch(() => {})
      .then(() => syncProject(platform, consumer, project))
    running.set(project.id, work)
    const forget = () => {
      if (running.get(project.id) === work) running.delete(project.id)
    }
    work.then(forget, forget)
    return work
  }
  const syncOne = async (projectId: string) => {
    const project = await findProject(projectId)
    if (project !== undefined) await sync(project)
  }
  const syncIfAll = async (projectId: string) => {
    const webhooks = await listEnabled(admin, projectId)
    if (!wantsAllTables(webhooks.flatMap(({ events }) => events))) return
    await syncOne(projectId)
  }
  const syncIfSubscribed = async (projectId: string) => {
    const project = await findProject(projectId)
    if (project !== undefined && (await consumer.tables(project)).size > 0) await sync(project)
  }
  const settle = (projectId: string, work: () => Promise<void>) =>
    work().catch((error: Error) => {
      if (closed) return
      failed.add(projectId)
      retrying.noted()
      platform.log.warn({ err: error.message }, 'could not subscribe webhooks to tables; trying again')
    })
  const retry = async () => {
    const ids = [...failed]
    failed.clear()
    const retrySome = async () => {
      for (let id = ids.shift(); id !== undefined && !closed; id = ids.shift())
        await settle(id, () => syncOne(id))
    }
    await Promise.all(Array.from({ length: RETRIES_AT_ONCE }, retrySome))
  }
  // Until then, what listens may miss events.
  const retrying = lateWork({
    log: platform.log,
    what: 'subscribe webhooks to tables',
    afterMs: RETRY_MS,
    run: retry,
  })
  const sweep = async (stopping: AbortSignal) => {
    for (let after: string | undefined = NO_ID; after !== undefined && !stopping.aborted; ) {
      const ids: string[] = await listListeningProjects(admin, after, SWEEP_PAGE)
      for (const id of ids) if (!stopping.aborted) await settle(id, () => syncIfAll(id))
      after = ids.length < SWEEP_PAGE ? undefined : ids.at(-1)
    }
  }
  // A change of the schema is answered when this is done, so that rows of a new table are not missed.
  platform.invalidations.on(TABLES_CHANGED, (id) =>
    id === undefined || closed ? undefined : settle(id, () => syncIfAll(id)),
  )
  // A function that is deleted takes its triggers with it.
  platform.invalidations.on(FUNCTIONS_CHANGED, (id) =>
    id === undefined || closed ? undefined : settle(id, () => syncIfSubscribed(id)),
  )
  return {
    async change(project, events, work) {
      try {
        await subscribeTo(platform, consumer, project, events)
        return await work()
      } finally {
        await settle(project.id, () => sync(project))
      }
    },
    upkeep: [{ what: 'subscribe webhooks to tables', everyMs: SWEEP_MS, atStart: true, run: sweep }],
    close: async () => {
      closed = true
      await retrying.close()
      await Promise.allSettled(running.values())
    },
  }
}

async function syncProject(
  platform: Platform,
  consumer: ChangeConsumer,
  project: ProjectRecord,
): Promise<void> {
  const { admin } = platform.clusters.main
  // As they are right now: what is remembered may be older than the change that calls this.
  const tables = await readTables(platform.clusters.of(project).admin, project.id)
  const before = await consumer.tables(project)
  await subscribeMissing(
    consumer,
    project,
    before,
    neededBy(platform, await listEnabled(admin, project.id), tables),
  )
  // Whoever adds a webhook at the same time, on any node, comes either before this, or subscribes after it.
  await transaction(admin, async (db) => {
    await lockWebhooks(db, project.id)
    const needed = neededBy(platform, await listEnabled(db, project.id), tables)
    for (const id of before.keys()) if (!needed.has(id)) await consumer.unsubscribe(project, id, db)
  })
}

async function subscribeTo(
  platform: Platform,
  consumer: ChangeConsumer,
  project: ProjectRecord,
  events: readonly string[],
): Promise<void> {
  if (events.length === 0) return
  const tables = await readTables(platform.clusters.of(project).admin, project.id)
  await subscribeMissing(
    consumer,
    project,
    await consumer.tables(project),
    neededBy(platform, [{ events }], tables),
  )
}

async function subscribeMissing(
  consumer: ChangeConsumer,
  project: ProjectRecord,
  known: ReadonlyMap<string, boolean>,
  needed: ReadonlySet<string>,
): Promise<void> {
  for (const id of needed) if (known.get(id) !== true) await consumer.subscribe(project, id)
}

function neededBy(
  platform: Platform,
  listeners: readonly { readonly events: readonly string[] }[],
  tables: ProjectTables,
): Set<string> {
  const patterns = new Set(listeners.flatMap(({ events }) => events))
  return new Set(tablesFor(platform.events.all, patterns, tables).map(({ id }) => id))
}
