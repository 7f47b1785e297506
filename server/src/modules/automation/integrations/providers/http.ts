// Alerts to any address on the public Internet: POST with JSON, signed as Standard Webhooks has it where there is a secret.
import { z } from 'zod'
import {
  isSigningSecret,
  SECRET_RULE,
  signedHeaders,
  signingKey,
} from '#modules/automation/webhook-deliveries/sending/webhook-signing.service.ts'
import {
  failure,
  GATEWAY_TIMEOUT_MS,
  isAccepted,
  jsonBody,
  postToGateway,
} from '#platform/messages/gateway-request.ts'
import { eventPatterns, webAddress } from './fields.ts'
import { provider } from './provider.ts'

const NAME = 'The receiver'

/** http is the provider. */
export const http = provider({
  kind: 'alert',
  config: z.strictObject({
    url: webAddress,
    // The value of the header of that name.
    authorization: z
      .string()
      .regex(/^[\x20-\x7e]{1,1000}$/, 'must be printable characters')
      .optional(),
    secret: z.string().refine(isSigningSecret, SECRET_RULE).optional(),
    events: eventPatterns,
  }),
  secrets: ['authorization', 'secret'],
  destination: ['url'],
  addressOf: ({ url }) => url,
  async send({ http: client, clock }, { url, authorization, secret }, { created_at, ...alert }) {
    const { headers, body } = jsonBody({ ...alert, created_at })
    const signed =
      secret === undefined
        ? { 'webhook-id': alert.id }
        : signedHeaders({ id: alert.id, at: clock.now(), body }, [signingKey(secret)])
    const { status, reply } = await postToGateway(client, {
      gateway: NAME,
      url,
      headers: { ...headers, ...signed, ...(authorization === undefined ? {} : { authorization }) },
      body,
      timeoutMs: GATEWAY_TIMEOUT_MS,
    })
    if (!isAccepted(status)) throw failure(NAME, reply)
    return reply
  },
})
