// SMS by Africa's Talking: POST /version1/messaging. It returns 201 for every valid request; whether it accepted the
// message is in the status of each recipient.
import { z } from 'zod'
import { checkRecipient, failure, postForm } from './gateway-request.ts'
import { MessageRefused, type SmsDriver } from './messages.ts'

/** AfricasTalkingSettings are an account and its registered sender. */
export interface AfricasTalkingSettings {
  readonly username: string
  readonly secret: string
  readonly from: string | undefined
  readonly baseUrl: string | undefined
  readonly timeoutMs: number
}

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
export function createAfricasTalking(settings: AfricasTalkingSettings): SmsDriver {
  const { username, secret, from, timeoutMs } = settings
  const baseUrl = settings.baseUrl ?? (username === 'sandbox' ? SANDBOX : LIVE)
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const { status, body } = await postForm({
        url: `${baseUrl}/version1/messaging`,
        headers: { apiKey: secret },
        form: { username, to, message: text, ...(from === undefined ? {} : { from }) },
        timeoutMs,
      })
      if (status < 200 || status > 299) throw failure(NAME, status)
      const { success, data } = answer.safeParse(body)
      if (!success) throw new Error(`${NAME} returned a response without recipients (${status})`)
      const { Recipients, Message } = data.SMSMessageData
      const [recipient] = Recipients
      // Without recipients the message says why, such as "InvalidSenderId".
      if (recipient === undefined) throw failure(NAME, 400, Message)
      if (!ACCEPTED.includes(recipient.statusCode)) throw refusal(recipient)
    },
  }
}

// 500 and 501 are errors of the gateway, 502 is a refusal by an operator; all others are about the message, the number or
// the account.
function refusal({ statusCode, status }: { statusCode: number; status?: string | undefined }): Error {
  const error = failure(NAME, statusCode, status)
  return statusCode === 502 ? new MessageRefused(error.message) : error
}
