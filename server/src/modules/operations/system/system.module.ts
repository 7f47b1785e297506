// The server itself: health and metrics.
import type { Registry } from 'prom-client'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { frontPage } from './front-page.ts'
import { systemRoutes } from './system.routes.ts'

const tags = { Platform: 'The server itself: whether it is healthy.' } as const

API_TAGS.add(10, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

export function systemModule(platform: Platform, registry: Registry): Module {
  return {
    name: 'system',
    rootRoutes: (app) => {
      frontPage(app, platform.config)
      systemRoutes(app, platform, registry)
    },
  }
}
