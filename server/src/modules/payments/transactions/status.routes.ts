// The state of a payment by the provider's reference: /payments/provider_b/status/{reference}.
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import { isOpen, showPayment } from '#modules/payments/model/payment.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './transactions.schema.ts'
import { getVisible, presentTransaction } from './transactions.ts'

const EAGER_MS = 5000

/** statusRoutes registers the route of states. */
export function statusRoutes(app: App, payments: Payments): void {
  const routes = section(app, {
    at: '/projects/:projectID/payments/provider_b/status',
    tag: 'Payments',
    group: 'payments',
    access: { by: ['api_key', 'project_user', 'dashboard'], scope: 'payments' },
    params: schema.referenceParams,
  })

  routes.get(
    '/:reference',
    {
      summary: 'Get the state of a payment by its reference',
      description: 'Has the provider asked about a payment that is open, within the limits of the provider.',
      response: answers(200, schema.transaction),
    },
    async (request) => {
      const project = projectOf(request)
      const key = { provider: 'provider_b', reference: request.params.reference } as const
      const payment = await getVisible(payments, project, actorOf(request), key)
      if (isOpen(payment)) await askSoon(payments, project, payment.id)
      return presentTransaction(showPayment(payment))
    },
  )
}

// The answer is that of now; whoever waits asks again, or listens.
async function askSoon(payments: Payments, project: Parameters<typeof dbOf>[1], id: string): Promise<void> {
  const now = payments.platform.clock.now()
  const { rowCount } = await dbOf(payments, project).query(
    `update msingi_payments.payments set next_check_at = $2
     where id = $1 and next_check_at > $2 and updated_at < $3`,
    [id, now, new Date(now.getTime() - EAGER_MS)],
  )
  if (rowCount === 1) payments.written()
}
