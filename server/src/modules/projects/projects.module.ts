// Projects: creating, finding, renaming, deleting.
import type { FindProject } from '#platform/credentials/actor.ts'
import { admins, developers, everyone, owners, PERMISSIONS } from '#platform/credentials/permissions.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { deletionRoutes } from './deletion.routes.ts'
import { projectDeletion, queueDueDeletions } from './deletion.service.ts'
import { projectRoutes } from './projects.routes.ts'
import { createProjectLookup, PROJECT_UPDATED } from './projects.service.ts'

const tags = { Projects: 'Projects: each has tables, users, keys and settings of its own.' } as const

API_TAGS.add(80, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'projects:read': { allows: 'See the projects of the organisation.', roles: everyone },
  'projects:create': { allows: 'Create projects.', roles: developers },
  'projects:write': {
    allows: 'Change the name and colour of projects, and set their rate limits.',
    roles: admins,
  },
  'projects:delete': { allows: 'Delete projects, and move them to other organisations.', roles: owners },
} as const

PERMISSIONS.add(70, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const events = { 'project.deleted': 'info' } as const

EVENT_TYPES.add(10, events)

declare module '#platform/events/platform-events.ts' {
  interface EventTypes extends Record<keyof typeof events, unknown> {}
}

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
