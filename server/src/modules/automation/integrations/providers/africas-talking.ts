// SMS by Africa's Talking.
import { z } from 'zod'
import { credential } from '#platform/config/message-settings.ts'
import { createAfricasTalking } from '#platform/messages/africas-talking.ts'
import { GATEWAY_TIMEOUT_MS } from '#platform/messages/gateway-request.ts'
import { apiAddress, smsFrom } from './fields.ts'
import { provider } from './provider.ts'

/** africasTalking is the provider. */
export const africasTalking = provider({
  kind: 'sms',
  config: z.strictObject({
    username: credential,
    api_key: credential,
    from: smsFrom.optional(),
    base_url: apiAddress,
  }),
  secrets: ['api_key'],
  destination: ['base_url'],
  addressOf: ({ base_url }) => base_url,
  send: ({ http }, { username, api_key: secret, from, base_url: baseUrl }, sms) =>
    createAfricasTalking({ http, username, secret, from, baseUrl, timeoutMs: GATEWAY_TIMEOUT_MS }).send(sms),
})
