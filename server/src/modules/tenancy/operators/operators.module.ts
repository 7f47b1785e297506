// Operators of the installation: who sees all organisations and the server itself.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { isOperator } from './first-operator.service.ts'
import { operatorRoutes } from './operators.routes.ts'

export function operatorsModule(platform: Platform): Module {
  return {
    name: 'operators',
    tags: { Operators: 'The installation as a whole, for those who operate it.' },
    routes: (api) => operatorRoutes(api, platform),
    resolvers: { operator: (accountId) => isOperator(platform.clusters.main.admin, accountId) },
  }
}
