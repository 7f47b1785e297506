// The steps of a deletion, in order. Each can be repeated, and leaves nothing to do for a second run, so that a deletion that
// was cut off anywhere begins again from the first.

import { deleteClusterRows, deleteJobs, deletePlatformRows } from './delete-rows.ts'
import { dropRoles, dropSchema, endSessions } from './drop-objects.ts'
import type { Places } from './find-remains.ts'
import { findRemains } from './find-remains.ts'

/** STEP_NAMES are what the steps take away, in their order; the last looks for remains. */
export const STEP_NAMES = [
  'sessions',
  'jobs',
  'tables',
  'files',
  'data',
  'settings',
  'roles',
  'check',
] as const

/** DeletionStep does its part for one project. */
export interface DeletionStep {
  readonly name: (typeof STEP_NAMES)[number]
  readonly run: (places: Places, projectId: string) => Promise<void>
}

/** DELETION_STEPS are all of them. The row of the project itself goes behind the last. */
export const DELETION_STEPS: readonly DeletionStep[] = [
  { name: 'sessions', run: ({ cluster }, id) => endSessions(cluster, id) },
  { name: 'jobs', run: ({ main }, id) => deleteJobs(main.jobs, id) },
  { name: 'tables', run: ({ cluster }, id) => dropSchema(cluster, id) },
  { name: 'files', run: ({ blobs }, id) => blobs.removeProject(id) },
  { name: 'data', run: ({ cluster }, id) => deleteClusterRows(cluster.jobs, id) },
  { name: 'settings', run: ({ main }, id) => deletePlatformRows(main.jobs, id) },
  { name: 'roles', run: ({ cluster }, id) => dropRoles(cluster, id) },
  { name: 'check', run: proveEmpty },
]

/** DeletionProgress is the step that a deletion is at, and how many of all are done. */
export interface DeletionProgress {
  readonly step: DeletionStep['name']
  readonly done: number
  readonly of: number
}

/** progressOf returns how far a deletion is; null where it has not begun. */
export function progressOf(done: number | null): DeletionProgress | null {
  const step = done === null ? undefined : (DELETION_STEPS[done] ?? DELETION_STEPS.at(-1))
  return done === null || step === undefined ? null : { step: step.name, done, of: DELETION_STEPS.length }
}

/** RemainsError says what a deletion has left: what requests have written that were under way while it ran. */
export class RemainsError extends Error {}

async function proveEmpty(places: Places, projectId: string): Promise<void> {
  const remains = await findRemains(places, projectId)
  if (remains.length > 0)
    throw new RemainsError(`the deletion of project ${projectId} has left ${remains.join(', ')}`)
}
