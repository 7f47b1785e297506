// Mail by Resend.
import { z } from 'zod'
import { credential, mailbox } from '#platform/config/message-settings.ts'
import { GATEWAY_TIMEOUT_MS } from '#platform/messages/gateway-request.ts'
import { createResend } from '#platform/messages/resend.ts'
import { apiAddress, sender } from './fields.ts'
import { provider } from './provider.ts'

/** resend is the provider. */
export const resend = provider({
  kind: 'mail',
  config: z.strictObject({ api_key: credential, from: sender, base_url: apiAddress }),
  secrets: ['api_key'],
  destination: ['base_url'],
  addressOf: ({ base_url }) => base_url,
  send: ({ http }, { api_key: secret, from, base_url: baseUrl }, mail) =>
    createResend({ http, secret, from: mailbox.parse(from), baseUrl, timeoutMs: GATEWAY_TIMEOUT_MS }).send(
      mail,
    ),
})
