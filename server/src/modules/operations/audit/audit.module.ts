// The audit log: entries are written by the modules that they are about, and kept for 400 days.

import { admins, PERMISSIONS } from '#platform/credentials/permissions.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { auditRoutes } from './audit.routes.ts'
import { deleteAuditBefore } from './audit.store.ts'

const permissions = {
  'audit:read': { allows: 'Read the audit log.', roles: admins },
} as const

PERMISSIONS.add(40, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const KEEP_DAYS = 400
const CLEAN_MS = 3_600_000

/** auditModule returns what the module contributes. */
export function auditModule(platform: Platform): Module {
  const shorten = (stopping: AbortSignal) => {
    const oldest = new Date(platform.clock.now().getTime() - KEEP_DAYS * 86_400_000)
    return deleteAuditBefore(platform.clusters.main.admin, oldest, stopping)
  }
  return {
    name: 'audit',
    routes: (api) => auditRoutes(api, platform),
    upkeep: [{ what: 'shorten the audit log', everyMs: CLEAN_MS, run: shorten }],
  }
}
