// Structured queries and saved queries.
import type { QueryExec } from '#modules/rows/query-exec/query-exec.service.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { queryRoutes } from './query.routes.ts'

const tags = { 'Query engine': 'Structured queries, read-only SQL, and queries saved under a name.' } as const

API_TAGS.add(140, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'query:read': { allows: 'Run queries, read-only SQL and saved queries.', roles: readers },
  'query:write': { allows: 'Save and delete queries.', roles: developers },
} as const

PERMISSIONS.add(140, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** QueryNeeds are what runs SQL, and what makes the addresses of files. */
export interface QueryNeeds {
  readonly queryExec: { readonly exec: QueryExec }
  readonly storage: { readonly links: ObjectLinks }
}

/** queryModule returns what the module contributes. */
export function queryModule(platform: Platform, { queryExec, storage }: QueryNeeds): Module {
  return {
    name: 'query',
    hostPaths: { short: ['/projects/:projectID/query'] },
    routes: (api) => queryRoutes(api, platform, queryExec.exec, storage.links),
  }
}
