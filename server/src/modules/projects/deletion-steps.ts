// The steps of a deletion, in order. Each can be repeated, and leaves nothing to do for a second run, so that a deletion that
// was cut off anywhere begins again from the first.

import { deleteClusterRows, deleteJobs, deletePlatformRows } from './delete-rows.ts'
import { dropRoles, dropSchema, endSessions } from './drop-objects.ts'
import type { Places } from './find-remains.ts'
import { findRemains } from './find-remains.ts'

/** DeletionStep does its part for one project. */
export type DeletionStep = (places: Places, projectId: string) => Promise<void>

/** DELETION_STEPS are all of them. The row of the project itself goes behind the last. */
export const DELETION_STEPS: readonly DeletionStep[] = [
  ({ cluster }, id) => endSessions(cluster, id),
  ({ main }, id) => deleteJobs(main.jobs, id),
  ({ cluster }, id) => dropSchema(cluster, id),
  ({ blobs }, id) => blobs.removeProject(id),
  ({ cluster }, id) => deleteClusterRows(cluster.jobs, id),
  ({ main }, id) => deletePlatformRows(main.jobs, id),
  ({ cluster }, id) => dropRoles(cluster, id),
  proveEmpty,
]

// What a request that was under way has written since is found here, and the job runs once more.
async function proveEmpty(places: Places, projectId: string): Promise<void> {
  const remains = await findRemains(places, projectId)
  if (remains.length > 0)
    throw new Error(`the deletion of project ${projectId} has left ${remains.join(', ')}`)
}
