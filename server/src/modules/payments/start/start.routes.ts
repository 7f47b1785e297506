// Routes that start payments: /projects/{projectID}/payments/provider_a and provider_b.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Payments } from '#modules/payments/context/payments.ts'
import { checkAmount, phoneFor } from '#modules/payments/model/money.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import { reachA, reachB } from '#modules/payments/settings/accounts.ts'
import { getSettings } from '#modules/payments/settings/settings.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { conflict, forbidden } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { serverUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { callbackUrl } from './callback-urls.ts'
import { claimIn } from './idempotency.ts'
import * as schema from './start.schema.ts'
import { stepsA } from './start-a.ts'
import { stepsDirect, stepsSession } from './start-b.ts'
import { type StartSteps, startPayment } from './start-payment.ts'

// Each payment disturbs the owner of a phone.
const STARTS = { name: 'payment-starts', limit: 20, window_seconds: 60 }
const PHONE_STARTS = { name: 'payment-phones', limit: 6, window_seconds: 60 }

/** startRoutes registers the routes that start payments. */
export function startRoutes(app: App, payments: Payments): void {
  const { platform } = payments

  const admit = async (request: FastifyRequest): Promise<PaymentSettings> => {
    const actor = actorOf(request)
    const settings = await getSettings(payments, projectOf(request))
    if (!settings.is_active)
      throw conflict(
        'not_set_up',
        'Payments are not active in this project. Set is_active with PUT /payments/settings.',
      )
    if (actor.type === 'api_key' && actor.kind === 'publishable' && !settings.allow_publishable_key)
      throw forbidden(
        'wrong_credentials',
        'A publishable key alone cannot start payments: sign a user in, use a secret key on your server, or set ' +
          'allow_publishable_key in /payments/settings.',
      )
    return settings
  }

  const limit = async (request: FastifyRequest, phone: string | null) => {
    const actor = actorOf(request)
    const trusted = actor.type === 'dashboard' || (actor.type === 'api_key' && actor.kind === 'secret')
    if (trusted) return
    await request.takeLimit(STARTS, `${actorName(actor)}:${request.network}`)
    if (phone !== null) await request.takeLimit(PHONE_STARTS, `${projectOf(request).id}:${phone}`)
  }

  const reply = async <Answer extends { readonly status: string }>(
    request: FastifyRequest,
    response: FastifyReply,
    steps: StartSteps<Answer>,
  ) => {
    const { answer, replayed } = await startPayment(payments, projectOf(request), claimIn(request), steps)
    if (replayed) response.header('idempotency-replayed', 'true')
    response.code(answer.status === 'unknown' ? 202 : 201)
    return answer
  }

  const routes = section(app, {
    at: '/projects/:projectID/payments',
    tag: 'Payments',
    group: 'payments',
    audit: { keys: false, states: 'everybody' },
    access: { by: ['api_key', 'project_user', 'dashboard'], scope: 'payments' },
    params: projectParams,
  })

  routes.post(
    '/provider_a/stk-push',
    {
      summary: 'Prompt a phone to pay with provider A',
      description:
        'The payer approves on the phone; what has become of it is in the transaction. 202 says that the provider gave ' +
        'no answer: do not send it again before the transaction has an outcome.',
      body: schema.stkPush,
      requestHeaders: ['Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      response: { ...answers(201, schema.stkPushed), ...answers(202, schema.stkPushed) },
      minimal: wholeAnswer,
    },
    async (request, response) => {
      const { body } = request
      const settings = await admit(request)
      const phone = phoneFor('provider_a', body.phone)
      checkAmount('provider_a', body.amount)
      await limit(request, phone)
      const project = projectOf(request)
      const reached = reachA(payments, project, settings)
      // Providers call back days later, when a domain of the project may be gone.
      const base = { public_url: serverUrlOf(platform.config, request), simulated: reached.simulated }
      const callback_url = callbackUrl(payments, settings, 'provider_a', project.id, base)
      const start = { project, reached, callback_url, user_id: payerOf(request, body) }
      return reply(request, response, stepsA(payments, start, body, phone))
    },
  )

  const startB = (
    request: FastifyRequest,
    settings: PaymentSettings,
    body: { user_id?: string | undefined },
  ) => {
    const project = projectOf(request)
    const reached = reachB(payments, project, settings)
    const base = { public_url: serverUrlOf(platform.config, request), simulated: reached.simulated }
    const callback_url = callbackUrl(payments, settings, 'provider_b', project.id, base).href
    return { reached, callback_url, user_id: payerOf(request, body) }
  }

  routes.post(
    '/provider_b/initiate',
    {
      summary: 'Start a direct payment with provider B',
      body: schema.directPayment,
      requestHeaders: ['Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      response: { ...answers(201, schema.directStarted), ...answers(202, schema.directStarted) },
      minimal: wholeAnswer,
    },
    async (request, response) => {
      const { body } = request
      const settings = await admit(request)
      const phone = phoneFor('provider_b', body.phone)
      checkAmount('provider_b', body.amount)
      await limit(request, phone)
      return reply(request, response, stepsDirect(payments, startB(request, settings, body), body, phone))
    },
  )

  routes.post(
    '/provider_b/session',
    {
      summary: 'Open a session on the checkout page of provider B',
      description: 'The payer goes to `checkout_url` and pays there.',
      body: schema.hostedSession,
      requestHeaders: ['Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      response: { ...answers(201, schema.sessionStarted), ...answers(202, schema.sessionStarted) },
      minimal: wholeAnswer,
    },
    async (request, response) => {
      const { body } = request
      const settings = await admit(request)
      const phone =
        body.customer_phone === undefined
          ? null
          : phoneFor('provider_b', body.customer_phone, 'customer_phone')
      checkAmount('provider_b', body.amount)
      await limit(request, phone)
      return reply(request, response, stepsSession(payments, startB(request, settings, body), body, phone))
    },
  )
}

function payerOf(
  request: FastifyRequest,
  { user_id }: { readonly user_id?: string | undefined },
): string | null {
  const actor = actorOf(request)
  if (actor.type === 'project_user') {
    if (user_id !== undefined && user_id !== actor.user_id)
      throw forbidden('forbidden', 'user_id: users can only pay for themselves.')
    return actor.user_id
  }
  if (user_id !== undefined && actor.type === 'api_key' && actor.kind === 'publishable')
    throw forbidden('wrong_credentials', 'user_id: a publishable key cannot say whose payment it is.')
  return user_id ?? null
}
