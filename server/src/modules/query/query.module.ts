// Structured queries and saved queries.
import type { QueryExec } from '#modules/query-exec/query-exec.service.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { queryRoutes } from './query.routes.ts'

/** queryModule returns what the module contributes. */
export function queryModule(
  platform: Platform,
  queryExec: { readonly exec: QueryExec },
  links: ObjectLinks,
): Module {
  return {
    name: 'query',
    tags: { 'Query engine': 'Structured queries, read-only SQL, and queries saved under a name.' },
    hostPaths: { short: ['/projects/:projectID/query'] },
    routes: (api) => queryRoutes(api, platform, queryExec.exec, links),
  }
}
