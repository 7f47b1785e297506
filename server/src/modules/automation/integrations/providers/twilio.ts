// SMS by Twilio.
import { z } from 'zod'
import { credential } from '#platform/config/message-settings.ts'
import { GATEWAY_TIMEOUT_MS } from '#platform/messages/gateway-request.ts'
import { createTwilio } from '#platform/messages/twilio.ts'
import { apiAddress, smsFrom } from './fields.ts'
import { provider } from './provider.ts'

/** twilio is the provider. */
export const twilio = provider({
  kind: 'sms',
  config: z.strictObject({
    account_sid: credential,
    auth_token: credential,
    from: smsFrom,
    base_url: apiAddress,
  }),
  secrets: ['auth_token'],
  destination: ['base_url'],
  addressOf: ({ base_url }) => base_url,
  send: ({ http }, { account_sid: username, auth_token: secret, from, base_url: baseUrl }, sms) =>
    createTwilio({ http, username, secret, from, baseUrl, timeoutMs: GATEWAY_TIMEOUT_MS }).send(sms),
})
