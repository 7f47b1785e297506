// Alerts to a chat of Telegram by a bot: POST /bot<token>/sendMessage, which answers `{ok, result}` or
// `{ok: false, error_code, description}`.
import { z } from 'zod'
import {
  failure,
  GATEWAY_TIMEOUT_MS,
  isAccepted,
  jsonBody,
  postToGateway,
  unreadable,
} from '#platform/messages/gateway-request.ts'
import { alertText } from './alert.ts'
import { apiAddress, eventPatterns } from './fields.ts'
import { provider } from './provider.ts'

const NAME = 'Telegram'
const LIVE = 'https://api.telegram.org'
const MAX_TEXT = 4096

const sent = z.object({ ok: z.literal(true), result: z.object({ message_id: z.number() }) })
const refusal = z.object({ error_code: z.number() })

/** telegram is the provider. */
export const telegram = provider({
  kind: 'alert',
  config: z.strictObject({
    bot_token: z
      .string()
      .regex(/^\d{1,20}:[\w-]{20,100}$/, 'must be the token of a bot, such as 123456:ABC…'),
    chat_id: z
      .string()
      .regex(/^(?:-?\d{1,20}|@\w{1,64})$/, 'must be the id of a chat, or the @name of a channel'),
    base_url: apiAddress,
    events: eventPatterns,
  }),
  secrets: ['bot_token'],
  destination: ['base_url'],
  addressOf: ({ base_url }) => base_url,
  async send({ http }, { bot_token, chat_id, base_url = LIVE }, alert) {
    // Without `parse_mode`, nothing in the text is a link or a format.
    const text = alertText(alert, MAX_TEXT)
    const { status, body, reply } = await postToGateway(http, {
      gateway: NAME,
      url: `${base_url}/bot${bot_token}/sendMessage`,
      ...jsonBody({ chat_id, text, link_preview_options: { is_disabled: true } }),
      timeoutMs: GATEWAY_TIMEOUT_MS,
    })
    if (!isAccepted(status)) throw failure(NAME, reply, refusal.safeParse(body).data?.error_code)
    if (!sent.safeParse(body).success) throw unreadable(NAME, reply)
    return reply
  },
})
