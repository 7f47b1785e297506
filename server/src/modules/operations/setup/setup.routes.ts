// GET /setup, without a credential: what the web console and other clients need before they sign anybody in.
import { readSetupState } from '#modules/tenancy/accounts/context/first-account.service.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { BODY_LIMIT } from '#platform/http/server.ts'
import { sendsMail } from '#platform/messages/open-messages.ts'
import type { Platform } from '#platform/platform.ts'
import { setup } from './setup.schema.ts'

/** setupRoutes registers GET /setup. */
export function setupRoutes(app: App, platform: Platform, version: string, modules: readonly string[]): void {
  const { config } = platform
  const routes = section(app, { at: '/setup', tag: 'Platform', access: { by: [] } })

  routes.get(
    '',
    {
      summary: 'Get what the installation offers',
      description: 'Needs no credential: version, who can register, and which modules there are.',
      response: answers(200, setup),
    },
    async () => ({
      version,
      environment: config.production ? 'production' : 'development',
      ...(await readSetupState(platform)),
      mail: sendsMail(platform),
      sms: config.sms !== undefined,
      quiet: platform.quiet.isQuiet,
      modules,
      limits: { body_bytes: BODY_LIMIT },
    }),
  )
}
