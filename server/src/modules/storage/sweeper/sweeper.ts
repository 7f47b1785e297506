// Removes what nothing refers to any more: deleted objects after the time in which they can be brought back, bytes of
// uploads that failed, and bytes that no row knows. Projects take turns, and each sweep ends after a while.
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { SERVER } from '#storage/context/caller.ts'
import type { Storage, StorageProject } from '#storage/context/storage.ts'
import { objectsOf } from '#storage/objects/objects.store.ts'
import { forgetFinished, takeLeftParts } from '#storage/resumable/resumable.store.ts'
import {
  BATCH,
  listDueObjects,
  listDueProjects,
  listKnownKeys,
  releaseBytes,
  takeDueBlobs,
} from './sweeper.store.ts'

const EVERY_MS = 60_000
const SWEEP_MS = 30_000
const DAY_MS = 86_400_000
const KEYS = 1000

/** Sweeper sweeps once a minute, and when it is told to. */
export interface Sweeper {
  /** sweep removes what is due, as far as it comes in half a minute. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** createSweeper begins to sweep. */
export function createSweeper(storage: Storage): Sweeper {
  const { clusters, platform } = storage
  const { clock, log } = platform
  let after: string | undefined
  let running: Promise<void> | undefined

  const run = async () => {
    const end = performance.now() + SWEEP_MS
    const inTime = () => performance.now() < end
    for (const cluster of clusters.all()) {
      while (inTime() && (await sweepObjects(storage, cluster)));
      while (inTime() && (await sweepBlobs(storage, cluster)));
      await forgetFinished(cluster.admin, new Date(clock.now().getTime() - DAY_MS))
      while (inTime() && (await sweepParts(storage, cluster)));
    }
    if (inTime()) after = await sweepOrphans(storage, after)
    await platform.blobs.removeUnfinished(new Date(clock.now().getTime() - DAY_MS))
  }
  const sweep = () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(
    () => void sweep().catch((err) => log.warn({ err }, 'could not sweep the storage')),
    EVERY_MS,
  )
  timer.unref()
  return {
    sweep,
    close: async () => {
      clearInterval(timer)
      await running?.catch(() => {})
    },
  }
}

// Returns whether there may be more.
async function sweepObjects(storage: Storage, cluster: Cluster): Promise<boolean> {
  const { clock, config } = storage.platform
  const before = new Date(clock.now().getTime() - config.storageGraceDays * DAY_MS)
  let removed = 0
  for (const { project_id, ids } of await listDueObjects(cluster.admin, before)) {
    const project = await storage.findProject(project_id)
    if (project !== undefined) removed += await removeObjects(storage, project, ids, before)
  }
  return removed > 0
}

// Constraints, and what code of the project raises.
const KEPT = /^(?:23|P0)/

// A deleted row may still hold a file that its column's rule keeps. The row of such a file stays, deleted for good; its bytes go.
async function removeObjects(
  storage: Storage,
  project: StorageProject,
  ids: readonly string[],
  before: Date,
): Promise<number> {
  const { clusters, platform } = storage
  try {
    return await removeRows(storage, project, ids)
  } catch (err) {
    const kept =
      err instanceof AppError && KEPT.test((err.cause as { code?: string } | undefined)?.code ?? '')
    if (kept && ids.length === 1) return releaseBytes(clusters.of(project).admin, project.id, ids, before)
    if (!kept) {
      platform.log.warn({ err, project_id: project.id }, 'deleted files of a project could not be removed')
      return 0
    }
    let removed = 0
    for (const id of ids) removed += await removeObjects(storage, project, [id], before)
    return removed
  }
}

// The row goes by the project's own connection, since code of the project may run with it.
async function removeRows(
  { clusters }: Storage,
  project: StorageProject,
  ids: readonly string[],
): Promise<number> {
  const text = `delete from ${objectsOf(project)} where id = any($1::uuid[]) and deleted_at is not null`
  const values = [`{${ids.join()}}`]
  const [result] = await clusters.of(project).executor.execute(project, SERVER.context, [{ text, values }])
  return result?.count ?? 0
}

async function sweepBlobs({ platform }: Storage, cluster: Cluster): Promise<boolean> {
  const now = platform.clock.now()
  let removed = 0
  for (const projectId of await listDueProjects(cluster.admin, now)) {
    removed += await transaction(cluster.admin, async (client) => {
      const keys = await takeDueBlobs(client, projectId, now)
      // Where this fails, the rows stay, and are due again.
      await platform.blobs.remove(keys)
      return keys.length
    })
  }
  return removed > 0
}

// Expired uploads have gone with their blobs, finished ones have become an object: their parts are left.
async function sweepParts({ platform }: Storage, cluster: Cluster): Promise<boolean> {
  return transaction(cluster.admin, async (client) => {
    const keys = await takeLeftParts(client, BATCH)
    await platform.blobs.remove(keys)
    return keys.length > 0
  })
}

// Goes through the store from sweep to sweep. What is younger than a day may belong to an upload that is under way.
async function sweepOrphans({ clusters, platform }: Storage, after: string | undefined) {
  const { blobs, clock, log } = platform
  const found = await blobs.list(after, KEYS)
  const oldest = clock.now().getTime() - DAY_MS
  const old = found.filter(({ modified }) => modified.getTime() < oldest).map(({ key }) => key)
  const known = new Set<string>()
  for (const cluster of clusters.all())
    for (const key of await listKnownKeys(cluster.admin, old)) known.add(key)
  const orphans = old.filter((key) => !known.has(key))
  if (orphans.length > 0) log.warn({ blobs: orphans.length }, 'removed bytes that no object has')
  await blobs.remove(orphans)
  return found.length < KEYS ? undefined : found.at(-1)?.key
}
