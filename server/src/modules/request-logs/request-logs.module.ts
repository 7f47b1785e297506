// The request log of each project (spec 4.15).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { requestLogRoutes } from './request-logs.routes.ts'
import { createRequestLog } from './request-logs.service.ts'

export function requestLogsModule(platform: Platform): Module {
  const log = createRequestLog(platform)
  return {
    name: 'request-logs',
    routes: (api) => requestLogRoutes(api, platform, log),
    onEnd: (request, reply) => log.record(request, reply),
    close: () => log.close(),
  }
}
