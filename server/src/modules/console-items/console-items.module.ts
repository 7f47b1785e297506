// What the web console keeps in a project.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { consoleItemRoutes } from './console-items.routes.ts'

/** consoleItemsModule returns what the module contributes. */
export function consoleItemsModule(platform: Platform): Module {
  return {
    name: 'console-items',
    tags: { 'Console items': 'What the web console keeps in a project: layouts, views, tabs.' },
    routes: (api) => consoleItemRoutes(api, platform),
  }
}
