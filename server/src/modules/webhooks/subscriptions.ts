// Which tables the consumer of webhooks has subscribed to: those that the events of a project's webhooks follow from.
import { CHANGED } from '#modules/functions/versions/functions.service.ts'
import type { ChangeConsumer } from '#platform/changes/consumers/change-consumers.ts'
import type { FindProject, ProjectRecord } from '#platform/credentials/actor.ts'
import { type ProjectTables, readTables } from '#platform/db/catalog/table-shapes.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { tablesFor, wantsAllTables } from './event-patterns.ts'
import { type ListeningWebhook, listEnabled, listListeningProjects, lockWebhooks } from './webhooks.store.ts'

/** CONSUMER is the name of the durable consumer, for good. */
export const CONSUMER = 'webhooks'

const SWEEP_MS = 600_000
const SWEEP_PAGE = 100
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Subscriptions follow the webhooks and tables of projects. */
export interface Subscriptions {
  /** sync subscribes to what a project needs and ends the rest. It throws 503 where a table cannot be captured. */
  sync(project: ProjectRecord): Promise<void>
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
  const syncIfAll = async (projectId: string) => {
    const webhooks = await listEnabled(admin, projectId)
    if (!wantsAllTables(webhooks.flatMap(({ events }) => events))) return
    const project = await findProject(projectId)
    if (project !== undefined) await sync(project)
  }
  const syncIfSubscribed = async (projectId: string) => {
    const project = await findProject(projectId)
    if (project !== undefined && (await consumer.tables(project)).size > 0) await sync(project)
  }
  const report = (error: Error) => {
    if (!closed) platform.log.warn({ err: error.message }, 'could not subscribe webhooks to tables')
  }
  const sweep = async (stopping: AbortSignal) => {
    for (let after: string | undefined = NO_ID; after !== undefined && !stopping.aborted; ) {
      const ids: string[] = await listListeningProjects(admin, after, SWEEP_PAGE)
      for (const id of ids) if (!stopping.aborted) await syncIfAll(id).catch(report)
      after = ids.length < SWEEP_PAGE ? undefined : ids.at(-1)
    }
  }
  // A change of the schema is answered when this is done, so that rows of a new table are not missed.
  platform.invalidations.on('tables', (id) =>
    id === undefined || closed ? undefined : syncIfAll(id).catch(report),
  )
  // A function that is deleted takes its triggers with it.
  platform.invalidations.on(CHANGED, (id) =>
    id === undefined || closed ? undefined : syncIfSubscribed(id).catch(report),
  )
  return {
    sync,
    upkeep: [{ what: 'subscribe webhooks to tables', everyMs: SWEEP_MS, atStart: true, run: sweep }],
    close: async () => {
      closed = true
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
  for (const id of neededBy(await listEnabled(admin, project.id), tables))
    if (before.get(id) !== true) await consumer.subscribe(project, id)
  // Whoever adds a webhook at the same time, on any node, comes either before this, or subscribes after it.
  await transaction(admin, async (db) => {
    await lockWebhooks(db, project.id)
    const needed = neededBy(await listEnabled(db, project.id), tables)
    for (const id of before.keys()) if (!needed.has(id)) await consumer.unsubscribe(project, id, db)
  })
}

function neededBy(webhooks: readonly ListeningWebhook[], tables: ProjectTables): Set<string> {
  const patterns = new Set(webhooks.flatMap(({ events }) => events))
  return new Set(tablesFor(patterns, tables).map(({ id }) => id))
}
