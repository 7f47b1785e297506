// Routes of the settings of payments: /projects/{projectID}/payments/settings.

import { managedSection } from '#modules/payments/context/managed-section.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import * as schema from '#modules/payments/model/settings.schema.ts'
import { ProviderError } from '#modules/payments/providers/provider-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { reachA, reachB } from './accounts.ts'
import { getSettings, maskSettings, updateSettings } from './settings.ts'

const access = { by: ['dashboard', 'api_key'], scope: 'payments', secretOnly: true } as const

/** settingsRoutes registers the routes of the settings of payments. */
export function settingsRoutes(app: App, payments: Payments): void {
  const { platform } = payments

  const routes = managedSection(app, '/settings')

  routes.get(
    '',
    {
      summary: 'Get the settings of payments',
      description: 'Credentials are masked.',
      response: answers(200, schema.settings),
    },
    async (request) => maskSettings(await getSettings(payments, projectOf(request))),
  )

  routes.put(
    '',
    {
      summary: 'Change the settings of payments',
      description:
        'What is left out keeps its value, as does a credential that is sent back masked. What is pending is asked about ' +
        'with the account that it was started with, for three days. Audited.',
      body: schema.settingsUpdate,
      response: answers(200, schema.settings),
      access: { ...access, permission: 'payments:configure' },
    },
    (request) => updateSettings(platform, request.act, request.body),
  )

  routes.post(
    '/test',
    {
      summary: 'Test the credentials of a provider',
      description:
        'Asks the provider with the stored credentials; nobody is charged. Where the built-in simulator stands in ' +
        '(`simulated`), they are not tried, and the message says so.',
      body: schema.settingsTest,
      response: answers(200, schema.testResult),
      audit: false,
      minimal: wholeAnswer,
    },
    async (request) => {
      const { provider } = request.body
      const project = projectOf(request)
      const settings = await getSettings(payments, project)
      const reach = provider === 'provider_a' ? reachA : reachB
      const reached = reach(payments, project, settings)
      const { environment, simulated } = reached
      const checked =
        'shortcode' in reached ? payments.providerA.check(reached) : payments.providerB.check(reached)
      const problem = await checked.then(
        () => undefined,
        (error) => {
          if (error instanceof ProviderError) return error.message
          throw error
        },
      )
      const message = problem ?? (simulated ? notTried(provider) : 'The provider accepts these credentials.')
      return { provider, environment, simulated, ok: problem === undefined, message }
    },
  )
}

function notTried(provider: ProviderName): string {
  const setting = provider === 'provider_a' ? 'PROVIDER_A_BASE_URL' : 'PROVIDER_B_BASE_URL'
  return `The built-in simulator answers; your credentials were not tried. Set ${setting} on the server, or choose live, to reach the provider.`
}
