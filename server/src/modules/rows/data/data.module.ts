// Rows over REST: the data API and records.
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { admins, developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { batchRoutes } from './routes/batch.routes.ts'
import { dataRoutes } from './routes/data.routes.ts'
import { manyRoutes } from './routes/many.routes.ts'
import { recordRoutes } from './routes/records.routes.ts'
import { bulkRecordRoutes } from './routes/records-bulk.routes.ts'
import { restoreRoutes } from './routes/restore.routes.ts'
import { exportRoutes } from './transfer/export/export.routes.ts'
import { importRoutes } from './transfer/import/import.routes.ts'

const tags = {
  Data: 'Rows over the data API: lists with filters, single rows, inserts, changes and batches.',
  Records: 'The same rows at an address below their project.',
} as const

API_TAGS.add(120, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'data:read': { allows: 'Read rows, and query with GraphQL.', roles: readers },
  'data:write': { allows: 'Insert, change, delete and restore rows.', roles: developers },
  'data:purge': { allows: 'Delete rows for good.', roles: admins },
} as const

PERMISSIONS.add(130, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { data: true } as const

ROUTE_GROUPS.add(10, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

/** DataNeeds is what makes the addresses of files. */
export interface DataNeeds {
  readonly storage: { readonly links: ObjectLinks }
}

/** dataModule returns what the module contributes. */
export function dataModule(platform: Platform, { storage }: DataNeeds): Module {
  const { links } = storage
  return {
    name: 'data',
    hostPaths: { short: ['/data', '/batch'] },
    routes(api) {
      dataRoutes(api, platform, links)
      manyRoutes(api, platform, links)
      batchRoutes(api, platform)
      recordRoutes(api, platform, links)
      bulkRecordRoutes(api, platform, links)
      restoreRoutes(api, platform)
      importRoutes(api, platform)
      exportRoutes(api, platform, links)
    },
  }
}
