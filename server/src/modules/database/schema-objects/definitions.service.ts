// The definitions of views and functions, for other modules.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Platform } from '#platform/platform.ts'
import { type FunctionDefinition, listDefinitions as listFunctions } from './functions/functions.store.ts'
import { listDefinitions as listViews, type ViewDefinition } from './views/views.store.ts'

/** viewDefinitions returns the views of a project ordered by name. */
export function viewDefinitions(platform: Platform, project: ProjectRecord): Promise<ViewDefinition[]> {
  return listViews(platform.clusters.of(project).admin, project.id)
}

/** functionDefinitions returns the functions that a project wrote ordered by name, then by their arguments. */
export function functionDefinitions(
  platform: Platform,
  project: ProjectRecord,
): Promise<FunctionDefinition[]> {
  return listFunctions(platform.clusters.of(project).admin, projectNames(project.id).schema)
}
