// The server itself: health and metrics.
import type { Registry } from 'prom-client'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { frontPage } from './front-page.ts'
import { systemRoutes } from './system.routes.ts'

export function systemModule(platform: Platform, registry: Registry): Module {
  return {
    name: 'system',
    tags: { Platform: 'The server itself: whether it is healthy.' },
    rootRoutes: (app) => {
      frontPage(app, platform.config)
      systemRoutes(app, platform, registry)
    },
  }
}
