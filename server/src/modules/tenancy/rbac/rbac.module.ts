// Roles and permissions of dashboard users. What they allow is decided in platform/credentials.

import { admins, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { memberRoleRoutes } from './member-roles.routes.ts'
import { permissionRoutes } from './permissions.routes.ts'
import { roleRoutes } from './roles.routes.ts'

const tags = {
  'Roles and permissions':
    'What members of an organisation may do: roles, built in or of your own, and permissions.',
} as const

API_TAGS.add(70, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'rbac:read': { allows: "List roles, permissions and members' roles.", roles: readers },
  'rbac:write': { allows: 'Create roles and permissions, and assign them.', roles: admins },
} as const

PERMISSIONS.add(20, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

export function rbacModule(platform: Platform): Module {
  return {
    name: 'rbac',
    routes: (api) => {
      roleRoutes(api, platform)
      permissionRoutes(api, platform)
      memberRoleRoutes(api, platform)
    },
  }
}
