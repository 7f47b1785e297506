// Roles and permissions of dashboard users. What they allow is decided in platform/credentials.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { memberRoleRoutes } from './member-roles.routes.ts'
import { permissionRoutes } from './permissions.routes.ts'
import { roleRoutes } from './roles.routes.ts'

export function rbacModule(platform: Platform): Module {
  return {
    name: 'rbac',
    tags: {
      'Roles and permissions':
        'What members of an organisation may do: roles, built in or of your own, and permissions.',
    },
    routes: (api) => {
      roleRoutes(api, platform)
      permissionRoutes(api, platform)
      memberRoleRoutes(api, platform)
    },
  }
}
