// Removes what nothing refers to any more: deleted objects after the time in which they can be brought back, bytes of
// uploads that failed, and bytes that no row knows. Projects take turns, and each sweep ends after a while.

import { queueEmptyings } from '#modules/storage/buckets/bucket-deletion.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { forgetFinished, takeLeftParts } from '#modules/storage/resumable/resumable.store.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import { NONE, removeRows } from './remove-rows.ts'
import {
  BATCH,
  isAnyDue,
  listDueObjects,
  listDueProjects,
  listDueRows,
  listKnownKeys,
  releaseBytes,
  settleRows,
  takeDueBlobs,
} from './sweeper.store.ts'

const EVERY_MS = 60_000
const SWEEP_MS = 30_000
const DAY_MS = 86_400_000
const KEYS = 1000

/** createSweeper returns the upkeep that removes what is due, as far as it comes in half a minute. */
export function createSweeper(storage: Storage): Upkeep {
  const { clusters, platform } = storage
  const { clock } = platform
  let after: string | undefined
  const run = async (stopping: AbortSignal) => {
    const end = performance.now() + SWEEP_MS
    const inTime = () => performance.now() < end && !stopping.aborted
    const now = clock.now()
    const finished = new Date(now.getTime() - DAY_MS)
    const due = { deleted: deletedBefore(storage), due: now, finished }
    for (const cluster of clusters.all()) {
      await queueEmptyings(storage, cluster)
      if (!(await isAnyDue(cluster.admin, due))) continue
      while (inTime() && (await sweepObjects(storage, cluster)));
      while (inTime() && (await sweepKeptRows(storage, cluster)));
      while (inTime() && (await sweepBlobs(storage, cluster)));
      await forgetFinished(cluster.admin, finished)
      while (inTime() && (await sweepParts(storage, cluster)));
    }
    if (inTime()) after = await sweepOrphans(storage, after)
    await platform.blobs.removeUnfinished(finished)
  }
  return { what: 'sweep the storage', everyMs: EVERY_MS, run }
}

function deletedBefore({ platform }: Storage): Date {
  return new Date(platform.clock.now().getTime() - platform.config.storageGraceDays * DAY_MS)
}

// Returns whether there may be more. A deleted row may still hold a file that its column's rule keeps. The row of such a file
// stays, deleted for good; its bytes go.
async function sweepObjects(storage: Storage, cluster: Cluster): Promise<boolean> {
  const before = deletedBefore(storage)
  const retryAt = new Date(storage.platform.clock.now().getTime() + DAY_MS)
  let removed = 0
  for (const { project_id, ids } of await listDueObjects(cluster.admin, before)) {
    const project = await storage.findProject(project_id)
    if (project === undefined) continue
    const removal = await removeRows(storage, project, ids)
    removed += removal.removed
    for (const id of removal.kept)
      removed += await releaseBytes(cluster.admin, project_id, id, before, retryAt)
  }
  return removed > 0
}

// What is left of files once their bytes are gone: it goes with the last row that holds it.
async function sweepKeptRows(storage: Storage, cluster: Cluster): Promise<boolean> {
  const now = storage.platform.clock.now()
  const due = await listDueRows(cluster.admin, now)
  for (const { project_id, ids } of due) {
    const project = await storage.findProject(project_id)
    const { kept, failed } = project === undefined ? NONE : await removeRows(storage, project, ids)
    await settleRows(cluster.admin, project_id, ids, [...kept, ...failed], now)
  }
  return due.length > 0
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
