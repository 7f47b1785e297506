// Platform events and notifications: what happened to projects, followed, listed, marked as read, mailed (spec 4.15).
import type { DashboardSessions } from '#modules/accounts/accounts.service.ts'
import type { CredentialResolvers } from '#platform/credentials/actor.ts'
import { Followers } from '#platform/http/answers/followers.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { digestDelivery, queueDigests } from './digests.ts'
import { deleteEventsBefore } from './events.store.ts'
import { notificationRoutes } from './notifications.routes.ts'

const KEEP_DAYS = 30
const UPKEEP_MS = 600_000

/** NotificationsNeeds is the module that knows dashboard users. */
export interface NotificationsNeeds {
  readonly sessions: DashboardSessions
  readonly resolvers: Pick<CredentialResolvers, 'dashboard'>
}

/** notificationsModule returns what the module contributes, and `upkeep`: old events go, and mails that are due are sent. */
export function notificationsModule(
  platform: Platform,
  { sessions, resolvers }: NotificationsNeeds,
): Module & { upkeep(): Promise<void> } {
  const followers = new Followers()
  const upkeep = async () => {
    const oldest = new Date(platform.clock.now().getTime() - KEEP_DAYS * 86_400_000)
    await deleteEventsBefore(platform.clusters.main.admin, oldest)
    await queueDigests(platform)
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= upkeep()
      .catch((err) => platform.log.warn({ err }, 'upkeep of notifications failed'))
      .finally(() => {
        running = undefined
      })
  }, UPKEEP_MS)
  timer.unref()
  return {
    name: 'notifications',
    routes: (api) => notificationRoutes(api, { platform, followers, sessions }, resolvers.dashboard),
    jobs: [digestDelivery(platform)],
    drain: async () => followers.close(),
    upkeep,
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
