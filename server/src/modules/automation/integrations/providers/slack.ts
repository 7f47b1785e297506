// Alerts to a channel of Slack, or of what takes the same requests (Mattermost, Rocket.Chat), by an incoming webhook: it
// answers 200 with the text `ok`, and refusals with a word such as `no_service`.
import { z } from 'zod'
import {
  failure,
  GATEWAY_TIMEOUT_MS,
  isAccepted,
  jsonBody,
  postToGateway,
} from '#platform/messages/gateway-request.ts'
import { alertText } from './alert.ts'
import { eventPatterns, webAddress } from './fields.ts'
import { provider } from './provider.ts'

const NAME = 'Slack'
const MAX_TEXT = 3000

/** slack is the provider. */
export const slack = provider({
  kind: 'alert',
  config: z.strictObject({ url: webAddress, events: eventPatterns }),
  // Whoever knows the address can post to the channel.
  secrets: ['url'],
  destination: [],
  addressOf: ({ url }) => url,
  async send({ http }, { url }, alert) {
    const text = escapeText(alertText(alert, MAX_TEXT))
    const { status, reply } = await postToGateway(http, {
      gateway: NAME,
      url,
      ...jsonBody({ text, unfurl_links: false, unfurl_media: false }),
      timeoutMs: GATEWAY_TIMEOUT_MS,
    })
    if (!isAccepted(status)) throw failure(NAME, reply, reply.text)
    return reply
  },
})

// Otherwise <!channel> in a text would alert a whole channel, and <url|text> would be a link.
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
