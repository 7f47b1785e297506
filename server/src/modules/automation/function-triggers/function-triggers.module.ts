// Triggers of functions: which events call them, and the event of their failures.
import type { Invoker } from '#modules/automation/functions/invoke/invoke.service.ts'
import type { ChangeListeners } from '#modules/automation/webhooks/webhooks.service.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { createFailureEvents, FUNCTION_FAILED } from './failure-events.ts'
import { triggerRoutes } from './triggers.routes.ts'

/** FunctionTriggersNeeds are the services of other modules. */
export interface FunctionTriggersNeeds {
  readonly functions: { readonly invoker: Invoker }
  readonly webhooks: { readonly change: ChangeListeners }
}

/** functionTriggersModule returns what the module contributes. */
export function functionTriggersModule(
  platform: Platform,
  { functions, webhooks }: FunctionTriggersNeeds,
): Module {
  const failures = createFailureEvents(platform)
  functions.invoker.onFailed((failure) => failures.note(failure))
  return {
    name: 'function-triggers',
    events: [FUNCTION_FAILED],
    routes: (api) => triggerRoutes(api, { platform, change: webhooks.change }),
    upkeep: failures.upkeep,
    close: failures.close,
  }
}
