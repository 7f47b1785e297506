// DDL as SQL.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { execDdlRoutes } from './exec-ddl.routes.ts'

export function execDdlModule(platform: Platform): Module {
  return {
    name: 'exec-ddl',
    routes: (api) => execDdlRoutes(api, platform),
  }
}
