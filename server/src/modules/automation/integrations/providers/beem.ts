// SMS by Beem.
import { z } from 'zod'
import { credential } from '#platform/config/message-settings.ts'
import { createBeem } from '#platform/messages/beem.ts'
import { GATEWAY_TIMEOUT_MS } from '#platform/messages/gateway-request.ts'
import { apiAddress, smsFrom } from './fields.ts'
import { provider } from './provider.ts'

/** beem is the provider. */
export const beem = provider({
  kind: 'sms',
  config: z.strictObject({
    api_key: credential,
    secret_key: credential,
    from: smsFrom,
    base_url: apiAddress,
  }),
  secrets: ['secret_key'],
  destination: ['base_url'],
  addressOf: ({ base_url }) => base_url,
  send: ({ http }, { api_key: username, secret_key: secret, from, base_url: baseUrl }, sms) =>
    createBeem({ http, username, secret, from, baseUrl, timeoutMs: GATEWAY_TIMEOUT_MS }).send(sms),
})
