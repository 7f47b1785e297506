// Platform events and notifications: what happened to projects, followed, listed, marked as read, mailed.
import type { DashboardSessions } from '#modules/tenancy/accounts/accounts.service.ts'
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import { Followers } from '#platform/http/answers/followers.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { digestDelivery, heldBackDigests, queueDigests } from './digests.ts'
import { deleteEventsBefore } from './events.store.ts'
import { notificationRoutes } from './notifications.routes.ts'

const tags = { Notifications: 'What happened to projects that people should know of.' } as const

API_TAGS.add(270, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const KEEP_DAYS = 30
const UPKEEP_MS = 600_000

/** NotificationsNeeds is the module that knows dashboard users. */
export interface NotificationsNeeds {
  readonly accounts: {
    readonly sessions: DashboardSessions
    readonly resolvers: Pick<CredentialResolvers, 'dashboard'>
  }
}

/** notificationsModule returns what the module contributes. */
export function notificationsModule(platform: Platform, { accounts }: NotificationsNeeds): Module {
  const { sessions, resolvers } = accounts
  const followers = new Followers()
  const shortenAndMail = async (stopping: AbortSignal) => {
    const oldest = new Date(platform.clock.now().getTime() - KEEP_DAYS * 86_400_000)
    await deleteEventsBefore(platform.clusters.main.admin, oldest, stopping)
    await queueDigests(platform, stopping)
  }
  return {
    name: 'notifications',
    routes: (api) => notificationRoutes(api, { platform, followers, sessions }, resolvers.dashboard),
    jobs: [digestDelivery(platform)],
    heldBack: [heldBackDigests(platform)],
    upkeep: [
      { what: 'delete old events and send the mails that are due', everyMs: UPKEEP_MS, run: shortenAndMail },
    ],
    drain: async () => followers.close(),
  }
}
