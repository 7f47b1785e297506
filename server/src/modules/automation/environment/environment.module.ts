// Environment variables of projects.
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { environmentRoutes } from './environment.routes.ts'

/** environmentModule returns what the module contributes. */
export function environmentModule(platform: Platform): Module {
  return {
    name: 'environment',
    answersSecrets: true,
    tags: { 'Environment variables': 'Settings of a project by environment, in the clear.' },
    routes: (api) => environmentRoutes(api, platform),
  }
}
