// Deleting projects: out of service at once, restorable for some days where the settings say so, then removed by a job.
import { closeProject } from '#modules/plans/billing/invoices.service.ts'
import { rightsIn } from '#modules/tenancy/organisations/membership.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { notify } from '#platform/events/platform-events.ts'
import { answerTo } from '#platform/http/answers/minimal-answers.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { listUnfinished } from '#platform/jobs/unfinished-jobs.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './deletion.store.ts'
import { DELETION_STEPS, RemainsError } from './deletion-steps.ts'
import type { Places } from './find-remains.ts'
import { invalidate, presentProject } from './projects.service.ts'

const DELETE_JOB = 'project-delete'
const DAY_MS = 86_400_000
const QUEUED_AT_ONCE = 100
const PASSES = 3

/** removeProject takes a project out of service at once, and returns until when that can be undone. */
export async function removeProject(platform: Platform, act: Act): Promise<Date> {
  const { project } = act
  const { id, name, organisation_id } = project
  const graceMs = platform.config.projectGraceDays * DAY_MS
  const deleteAt = new Date(platform.clock.now().getTime() + graceMs)
  await transaction(platform.clusters.main.admin, async (db) => {
    if (!(await store.markDeleting(db, id, deleteAt))) throw notFound('The project')
    const entry = { action: 'projects.delete', target: id, before: { name } }
    await recordAudit(db, act, entry)
    // Organisations take turns: jobs of the project itself are deleted.
    if (graceMs === 0) await platform.jobs.send(DELETE_JOB, { id }, db, organisation_id)
  })
  await invalidate(platform, id)
  return deleteAt
}

/** restoreProject undoes a deletion. It throws 404 where there is none that can be, or none of an organisation of the caller. */
export async function restoreProject(platform: Platform, act: Act, id: string): Promise<unknown> {
  const now = platform.clock.now()
  const deleted = await store.findInAnyState(platform.clusters.main.admin, id)
  const rights =
    deleted && (await rightsIn(platform, act.account, { organisation: deleted.organisation_id, project: id }))
  if (deleted === undefined || rights === undefined) throw notFound('The project')
  requirePermission(rights, 'projects:delete')
  const project = await transaction(platform.clusters.main.admin, async (db) => {
    const restored = await store.restore(db, id, now)
    if (restored === undefined) throw notFound('The project')
    const place = { organisation: deleted.organisation_id, project: id }
    const entry = { action: 'projects.restore', target: id, after: { name: deleted.name } }
    await recordAudit(db, act, entry, place)
    return restored
  })
  await invalidate(platform, id)
  return answerTo(rights, 'projects', presentProject(project))
}

/** queueDueDeletions has projects deleted whose time has come, and those whose job was lost or has failed for a week. */
export async function queueDueDeletions({ clusters, jobs, clock }: Platform): Promise<void> {
  if ((await store.lockDue(clusters.main.admin, clock.now(), 1)).length === 0) return
  await transaction(clusters.main.admin, async (db) => {
    const due = await store.lockDue(db, clock.now(), QUEUED_AT_ONCE)
    const ids = due.map(({ id }) => id)
    const queued = await listUnfinished(db, DELETE_JOB, 'id', ids)
    for (const { id, organisation_id } of due)
      if (!queued.has(id)) await jobs.send(DELETE_JOB, { id }, db, organisation_id)
  })
}

/** projectDeletion returns the job that removes a project. */
export function projectDeletion(platform: Platform): JobDefinition<{ id: string }> {
  const { clusters, blobs, clock } = platform
  return {
    name: DELETE_JOB,
    retries: 10,
    // One of an organisation at a time, so that a large project delays no other organisation's.
    atOnce: 2,
    run: async ({ id }) => {
      const project = await store.beginPurge(clusters.main.admin, id, clock.now())
      if (project === undefined) return
      const places: Places = {
        main: clusters.main,
        cluster: clusters.of({ id, cluster: project.cluster }).whole,
        blobs,
      }
      // Before the usage goes that the last invoice is computed from.
      await transaction(clusters.main.admin, (db) => closeProject(platform, db, id))
      await runSteps(clusters.main.admin, places, id)
      await transaction(clusters.main.admin, async (db) => {
        await notify(platform, db, {
          type: 'project.deleted',
          projectId: id,
          message: 'The project was deleted.',
        })
        await store.deleteProject(db, id)
      })
      // Once more: what was read while the steps ran is forgotten too.
      await invalidate(platform, id)
      await platform.invalidations.publish(TABLES_CHANGED, id)
    },
  }
}

// What requests have written that were under way goes with the next pass; what still comes then is left to the job's retries.
async function runSteps(db: Queryable, places: Places, id: string): Promise<void> {
  for (let pass = 1; ; pass++) {
    try {
      for (const [done, { run }] of DELETION_STEPS.entries()) {
        await store.noteProgress(db, id, done)
        await run(places, id)
      }
      return
    } catch (error) {
      if (!(error instanceof RemainsError) || pass === PASSES) throw error
    }
  }
}
