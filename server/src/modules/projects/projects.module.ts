// Projects: creating, finding, renaming, deleting.
import type { FindProject } from '#platform/credentials/actor.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { projectDeletion, queueDueDeletions } from './deletion.service.ts'
import { projectRoutes } from './projects.routes.ts'
import { createProjectLookup, PROJECT_UPDATED } from './projects.service.ts'

const LOOK_MS = 60_000

/** ProjectsModule is the module, with what finds projects. */
export interface ProjectsModule extends Module {
  readonly find: FindProject
}

/** projectsModule returns what the module contributes. */
export function projectsModule(platform: Platform): ProjectsModule {
  const find = createProjectLookup(platform)
  return {
    name: 'projects',
    tags: { Projects: 'Projects: each has tables, users, keys and settings of its own.' },
    events: [PROJECT_UPDATED],
    routes: (api) => {
      projectRoutes(api, platform)
      deletionRoutes(api, platform)
    },
    jobs: [projectDeletion(platform)],
    resolvers: { project: find },
    upkeep: [
      {
        what: 'look for projects that are to be deleted',
        everyMs: LOOK_MS,
        run: () => queueDueDeletions(platform),
      },
    ],
    find,
  }
}
