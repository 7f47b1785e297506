// SMS by Twilio: POST /2010-04-01/Accounts/{sid}/Messages.json. Errors have codes of Twilio; an accepted message can have
// failed already.
import { z } from 'zod'
import { checkRecipient, failure, postForm } from './gateway-request.ts'
import type { SmsDriver } from './messages.ts'

/** TwilioSettings are an account and a sender: a number, a name or the SID of a messaging service. */
export interface TwilioSettings {
  readonly username: string
  readonly secret: string
  readonly from: string
  readonly baseUrl: string | undefined
  readonly timeoutMs: number
}

const NAME = 'Twilio'
const LIVE = 'https://api.twilio.com'
const SERVICE = /^MG[0-9a-f]{32}$/
const FAILED = ['failed', 'undelivered', 'canceled']

const failed = z.object({ code: z.number() })
const message = z.object({ sid: z.string(), status: z.string(), error_code: z.number().nullish() })

/** createTwilio returns a driver. */
export function createTwilio({
  username,
  secret,
  from,
  baseUrl = LIVE,
  timeoutMs,
}: TwilioSettings): SmsDriver {
  const sender: Record<string, string> = SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const { status, body } = await postForm({
        url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(username)}/Messages.json`,
        headers: { authorization },
        form: { To: to, ...sender, Body: text },
        timeoutMs,
      })
      if (status < 200 || status > 299) throw failure(NAME, status, failed.safeParse(body).data?.code)
      const { success, data } = message.safeParse(body)
      if (!success) throw new Error(`${NAME} returned a response that is not a message (${status})`)
      if (FAILED.includes(data.status)) throw failure(NAME, 400, data.error_code ?? data.status)
    },
  }
}
