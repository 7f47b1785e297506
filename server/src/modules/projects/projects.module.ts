// Projects: creating, finding, deleting (design 4 and 6).
import type { FindProject } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { addBuiltInTables } from './built-in-tables.ts'
import { projectRoutes } from './projects.routes.ts'
import { createProjectLookup, projectDeletion } from './projects.service.ts'

export function projectsModule(platform: Platform): Module & { readonly find: FindProject } {
  const find = createProjectLookup(platform)
  return {
    name: 'projects',
    routes: (api) => projectRoutes(api, platform),
    start: () => addBuiltInTables(platform),
    jobs: [projectDeletion(platform)],
    resolvers: { project: find },
    find,
  }
}
