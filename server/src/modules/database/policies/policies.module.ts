// Row-level security policies and their explanation.

import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import type { Referrer } from '#platform/references/references.ts'
import { policyRoutes } from './policies.routes.ts'
import { listPoliciesOfRole } from './policies.store.ts'

const tags = { 'Row-level security': 'Policies: who may read and write which rows.' } as const

API_TAGS.add(110, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'policies:read': { allows: 'See policies, and explain their decisions.', roles: readers },
  'policies:write': { allows: 'Change policies.', roles: developers },
} as const

PERMISSIONS.add(120, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

// They decide who sees what, so that nobody changes them in passing.
const policiesOfRoles: Referrer = {
  async list(db, { project }, { id: roleId }) {
    const rows = await listPoliciesOfRole(db, project.id, roleId)
    return rows.map(({ id, slug, action }) => ({ kind: 'policy', id, name: `${slug} (${action})` }))
  },
}

/** policiesModule returns what the module contributes. */
export function policiesModule(platform: Platform): Module {
  return {
    name: 'policies',
    routes: (api) => policyRoutes(api, platform),
    references: { role: policiesOfRoles },
  }
}
