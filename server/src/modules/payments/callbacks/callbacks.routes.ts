// Where providers call back: /webhooks/provider_a and provider_b, without credentials. What comes is stored as
// it is, answered, and then worked on: a provider that gets no 200 may never come again.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { Payments } from '#modules/payments/context/payments.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import { readCallbackA } from '#modules/payments/providers/provider-a/wire-a.ts'
import { isSignedB } from '#modules/payments/providers/provider-b/signature-b.ts'
import { readCallbackB } from '#modules/payments/providers/provider-b/wire-b.ts'
import { asObject } from '#modules/payments/providers/provider-http.ts'
import { reachB } from '#modules/payments/settings/accounts.ts'
import { formerSettings, getSettings } from '#modules/payments/settings/settings.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { AppError, invalidInput, unauthorized } from '#platform/errors/app-error.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { readRawBodies } from '#platform/http/bodies/raw-bodies.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { createCallbackInbox } from './callback-inbox.ts'
import { isCallbackToken } from './callback-token.ts'

const BODY_LIMIT = 32 * 1024
// All callbacks of a provider come from a few addresses, and one that is refused may never come again.
const UNPROVEN = { name: 'payment-callbacks', limit: 600, window_seconds: 60 }

const callbackQuery = z.object({ payment: z.string().optional(), token: z.string().optional() }).loose()
const anyBody = z
  .instanceof(Buffer)
  .meta({ id: 'ProviderCallback', openapi: { type: 'object', additionalProperties: true } })
const acceptedA = z
  .object({ ResultCode: z.literal(0), ResultDesc: z.string() })
  .meta({ id: 'ProviderACallbackAccepted' })

const nothing = z.null().meta({ id: 'Nothing' })

/** callbackRoutes registers the routes that providers call. */
export function callbackRoutes(app: App, payments: Payments): void {
  app.register(async (scope) => {
    // Signatures are over the bytes; some providers name no type, or another.
    readRawBodies(scope)
    registerRoutes(scope as unknown as App, payments)
  })
}

function registerRoutes(app: App, payments: Payments): void {
  const { clock, keys } = payments.platform
  const store = createCallbackInbox(payments)

  const routes = section(app, { at: '/webhooks', tag: 'Payments', access: { by: [] } })

  routes.post(
    '/provider_a/:projectID/callback',
    {
      summary: 'Receive a callback of provider A',
      description: 'Anything that is a callback is accepted; what it does depends on whether it proves true.',
      params: projectParams,
      query: callbackQuery,
      body: anyBody,
      response: { 200: acceptedA },
      ownLimits: true,
      pastQuota: true,
      bodyLimit: BODY_LIMIT,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const { text, body } = parse(request.body)
      const said = readCallbackA(body)
      if (said === undefined) throw invalidInput('This is no callback of provider_a.')
      const { payment = '', token = '' } = request.query
      const authentic = isUuid(payment) && isCallbackToken(keys, project.id, payment, token)
      if (!authentic) await request.takeLimit(UNPROVEN, request.network)
      await store(project, {
        provider: 'provider_a',
        // A copy without the token must not keep out the one that has it.
        event_id: `${authentic ? 'token' : 'none'}:${digest(text)}`,
        payment_id: authentic ? payment : null,
        references: [said.checkout_request_id],
        authentic,
        body: text,
        received_at: clock.now(),
      })
      const accepted = { ResultCode: 0, ResultDesc: 'Accepted' }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(accepted))
    },
  )

  routes.post(
    '/provider_b/:projectID/callback',
    {
      summary: 'Receive a callback of provider B',
      description: 'The signature in `X-Webhook-Signature` has to be right, and not older than five minutes.',
      params: projectParams,
      body: anyBody,
      response: answers(200, nothing),
      ownLimits: true,
      pastQuota: true,
      bodyLimit: BODY_LIMIT,
    },
    async (request) => {
      const project = projectOf(request)
      const isSigned = signatureCheck(payments, request)
      const authentic = isSigned(await getSettings(payments, project))
      if (!authentic) {
        await request.takeLimit(UNPROVEN, request.network)
        if (!(await formerSettings(payments, project)).some(isSigned))
          throw unauthorized('The signature of this callback is not valid, or too old.')
      }
      const { text, body } = parse(request.body)
      const said = readCallbackB(body)
      // Events about other things are nothing to us, and need not come again.
      if (said === undefined) return null
      const { transaction_id = '', reference, session_reference } = said
      await store(project, {
        provider: 'provider_b',
        // A copy with a former secret must not keep out the one with the present one.
        event_id: authentic ? said.event_id : `former:${said.event_id}`,
        payment_id: isUuid(transaction_id) ? transaction_id : null,
        references: [reference, session_reference],
        authentic,
        body: text,
        received_at: clock.now(),
      })
      return null
    },
  )
}

// Returns whether a request is signed with the secret of some settings.
function signatureCheck(payments: Payments, request: FastifyRequest<{ Body: Buffer }>) {
  const { headers, body } = request
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const sent = { timestamp: header('x-webhook-timestamp'), signature: header('x-webhook-signature') }
  return (settings: PaymentSettings): boolean => {
    const secret = secretOf(payments, projectOf(request), settings)
    return secret !== undefined && isSignedB(secret, sent, body, payments.platform.clock.now())
  }
}

function secretOf(payments: Payments, project: ProjectRecord, settings: PaymentSettings): string | undefined {
  try {
    return reachB(payments, project, settings).webhook_secret
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function parse(bytes: Buffer): { text: string; body: Record<string, unknown> } {
  const body = asObject(parseJsonBody(bytes))
  const text = bytes.toString('utf8')
  if (body === undefined) throw invalidInput('The callback must be a JSON object.')
  if (text.includes('\0')) throw invalidInput('The callback must not contain NUL characters.')
  return { text, body }
}
