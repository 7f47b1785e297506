// SMS by Africa's Talking: POST /version1/messaging. It returns 201 for every valid request; whether it accepted the
// message is in the status of each recipient.
import { z } from 'zod'
import {
  checkRecipient,
  failure,
  formBody,
  isAccepted,
  postToGateway,
  type SmsAccount,
  unreadable,
} from './gateway-request.ts'
import { type GatewayReply, MessageRefused, type SmsDriver } from './messages.ts'

/** AfricasTalkingAccount may have no sender: then the gateway's own is used. */
export type AfricasTalkingAccount = Omit<SmsAccount, 'from'> & { readonly from: string | undefined }

const NAME = "Africa's Talking"
const LIVE = 'https://api.africastalking.com'
const SANDBOX = 'https://api.sandbox.africastalking.com'

// Processed, sent, queued.
const ACCEPTED = [100, 101, 102]

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().optional(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string().optional() })),
  }),
})

/** createAfricasTalking returns a driver; the user name `sandbox` uses the gateway's sandbox. */
export function createAfricasTalking(settings: AfricasTalkingAccount): SmsDriver {
  const { http, username, secret, from, timeoutMs } = settings
  const baseUrl = settings.baseUrl ?? (username === 'sandbox' ? SANDBOX : LIVE)
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const fields = { username, to, message: text, ...(from === undefined ? {} : { from }) }
      const { status, body, reply } = await postToGateway(http, {
        gateway: NAME,
        url: `${baseUrl}/version1/messaging`,
        ...formBody(fields, { apiKey: secret }),
        timeoutMs,
      })
      if (!isAccepted(status)) throw failure(NAME, reply)
      const { success, data } = answer.safeParse(body)
      if (!success) throw unreadable(NAME, reply)
      const { Recipients, Message } = data.SMSMessageData
      const [recipient] = Recipients
      // Without recipients the message says why, such as "InvalidSenderId".
      if (recipient === undefined) throw failure(NAME, reply, Message, 400)
      if (!ACCEPTED.includes(recipient.statusCode)) throw refusal(reply, recipient)
      return reply
    },
  }
}

// 500 and 501 are errors of the gateway, 502 is a refusal by an operator; all others are about the message, the number or
// the account.
function refusal(reply: GatewayReply, recipient: { statusCode: number; status?: string | undefined }): Error {
  const error = failure(NAME, reply, recipient.status, recipient.statusCode)
  return recipient.statusCode === 502 ? new MessageRefused(error.message, reply) : error
}
