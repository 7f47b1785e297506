// Alerts to a channel of Discord by a webhook: with `wait` it answers 200 with the message, and refusals with a code of
// Discord's own.
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
import { eventPatterns, webAddress } from './fields.ts'
import { provider } from './provider.ts'

const NAME = 'Discord'
const MAX_TEXT = 2000

const posted = z.object({ id: z.string() })
const refusal = z.object({ code: z.number() })

/** discord is the provider. */
export const discord = provider({
  kind: 'alert',
  config: z.strictObject({ url: webAddress, events: eventPatterns }),
  // The address contains the token.
  secrets: ['url'],
  destination: [],
  addressOf: ({ url }) => url,
  async send({ http }, { url }, alert) {
    const address = new URL(url)
    address.searchParams.set('wait', 'true')
    // Without `parse`, @everyone in a text would alert everyone.
    const message = { content: alertText(alert, MAX_TEXT), allowed_mentions: { parse: [] } }
    const { status, body, reply } = await postToGateway(http, {
      gateway: NAME,
      url: address.href,
      ...jsonBody(message),
      timeoutMs: GATEWAY_TIMEOUT_MS,
    })
    if (!isAccepted(status)) throw failure(NAME, reply, refusal.safeParse(body).data?.code)
    if (!posted.safeParse(body).success) throw unreadable(NAME, reply)
    return reply
  },
})
