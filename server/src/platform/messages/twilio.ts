// SMS by Twilio: POST /2010-04-01/Accounts/{sid}/Messages.json. Errors have codes of Twilio; an accepted message can have
// failed already.
import { z } from 'zod'
import {
  basicAuth,
  checkRecipient,
  failure,
  formBody,
  isAccepted,
  postToGateway,
  type SmsAccount,
  unreadable,
} from './gateway-request.ts'
import type { SmsDriver } from './messages.ts'

const NAME = 'Twilio'
const LIVE = 'https://api.twilio.com'
const SERVICE = /^MG[0-9a-f]{32}$/
const FAILED = ['failed', 'undelivered', 'canceled']

const failed = z.object({ code: z.number() })
const message = z.object({ sid: z.string(), status: z.string(), error_code: z.number().nullish() })

/** createTwilio returns a driver; the sender is a number, a name or the SID of a messaging service. */
export function createTwilio(settings: SmsAccount): SmsDriver {
  const { http, username, secret, from, baseUrl = LIVE, timeoutMs } = settings
  const sender: Record<string, string> = SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const { status, body, reply } = await postToGateway(http, {
        gateway: NAME,
        url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(username)}/Messages.json`,
        ...formBody({ To: to, ...sender, Body: text }, { authorization: basicAuth(username, secret) }),
        timeoutMs,
      })
      if (!isAccepted(status)) throw failure(NAME, reply, failed.safeParse(body).data?.code)
      const { success, data } = message.safeParse(body)
      if (!success) throw unreadable(NAME, reply)
      if (FAILED.includes(data.status)) throw failure(NAME, reply, data.error_code ?? data.status, 400)
      return reply
    },
  }
}
