// Webhooks of projects: where events are sent, and the consumer that turns changes into deliveries.
import type { FindProject } from '#platform/credentials/actor.ts'
import { admins, developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { createConsumeBatch } from './consume-changes.ts'
import { ROW_CHANGES, ROW_MISSED } from './event-types.ts'
import { CONSUMER, createSubscriptions } from './subscriptions.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import type { ChangeListeners } from './webhooks.service.ts'

const tags = {
  Webhooks: 'Events of a project, sent to addresses of yours, signed and tried again until they arrive.',
} as const

API_TAGS.add(210, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'webhooks:read': { allows: 'See webhooks and their deliveries.', roles: readers },
  'webhooks:write': { allows: 'Change webhooks, and send again.', roles: developers },
  'webhooks:configure': { allows: 'Choose the hosts that webhooks may reach.', roles: admins },
} as const

PERMISSIONS.add(220, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

/** WebhooksNeeds is what finds projects. */
export interface WebhooksNeeds {
  readonly projects: { readonly find: FindProject }
}

/** WebhooksModule is the module, with who is told of changed webhooks. */
export interface WebhooksModule extends Module {
  readonly change: ChangeListeners
}

/** webhooksModule returns what the module contributes. */
export function webhooksModule(platform: Platform, { projects }: WebhooksNeeds): WebhooksModule {
  const consumer = platform.changes.consume({ name: CONSUMER, batch: createConsumeBatch(platform) })
  const subscriptions = createSubscriptions(platform, consumer, projects.find)
  return {
    name: 'webhooks',
    answersSecrets: true,
    events: [...Object.values(ROW_CHANGES), ROW_MISSED],
    change: subscriptions.change,
    routes: (api) => webhookRoutes(api, { platform, subscriptions }),
    upkeep: subscriptions.upkeep,
    close: async () => {
      await subscriptions.close()
      await consumer.close()
    },
  }
}
