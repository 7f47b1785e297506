// Environment variables of projects (spec 2.10, 4.8).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { environmentRoutes } from './environment.routes.ts'

/** environmentModule returns what the module contributes. */
export function environmentModule(platform: Platform): Module {
  return { name: 'environment', routes: (api) => environmentRoutes(api, platform) }
}
