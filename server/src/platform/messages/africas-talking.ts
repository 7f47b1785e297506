// SMS by Africa's Talking: POST /version1/messaging. It answers 201 to what it has understood; whether it takes the
// message is said per recipient.
import { z } from 'zod'
import { askGateway, checkRecipient, failure } from './gateway-request.ts'
import { MessageRefused, type SmsDriver } from './messages.ts'

/** AfricasTalkingSettings are an account, and the sender that is registered with it. */
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
const TAKEN = [100, 101, 102]

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().optional(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string().optional() })),
  }),
})

/** createAfricasTalking makes the driver; the user name `sandbox` leads to the gateway's sandbox. */
export function createAfricasTalking(settings: AfricasTalkingSettings): SmsDriver {
  const { username, secret, from, timeoutMs } = settings
  const baseUrl = settings.baseUrl ?? (username === 'sandbox' ? SANDBOX : LIVE)
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const { status, body } = await askGateway({
        url: `${baseUrl}/version1/messaging`,
        headers: { apiKey: secret },
        form: { username, to, message: text, ...(from === undefined ? {} : { from }) },
        timeoutMs,
      })
      if (status < 200 || status > 299) throw failure(NAME, status)
      const { success, data } = answer.safeParse(body)
      if (!success) throw new Error(`${NAME} gave an answer that has no recipients (${status})`)
      const { Recipients, Message } = data.SMSMessageData
      const [recipient] = Recipients
      // Without recipients the message says why, for instance "InvalidSenderId".
      if (recipient === undefined) throw failure(NAME, 400, Message)
      if (!TAKEN.includes(recipient.statusCode)) throw refusal(recipient)
    },
  }
}

// 500 and 501 are trouble of the gateway; 502 is an operator's refusal, and all others say what is wrong with the
// message, the number or the account.
function refusal({ statusCode, status }: { statusCode: number; status?: string | undefined }): Error {
  const error = failure(NAME, statusCode, status)
  return statusCode === 502 ? new MessageRefused(error.message) : error
}
