// Operators of the installation: who sees all organisations and the server itself.

import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { isOperator } from './first-operator.service.ts'
import { operatorRoutes } from './operators.routes.ts'

const tags = { Operators: 'The installation as a whole, for those who operate it.' } as const

API_TAGS.add(50, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

export function operatorsModule(platform: Platform): Module {
  return {
    name: 'operators',
    routes: (api) => operatorRoutes(api, platform),
    resolvers: { operator: (accountId) => isOperator(platform.clusters.main.admin, accountId) },
  }
}
