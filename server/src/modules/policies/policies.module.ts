// Row-level security policies and their explanation (spec 4.14).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { policyRoutes } from './policies.routes.ts'

/** policiesModule returns what the module contributes. */
export function policiesModule(platform: Platform): Module {
  return {
    name: 'policies',
    routes: (api) => policyRoutes(api, platform),
  }
}
