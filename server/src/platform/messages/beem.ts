// SMS by Beem: POST /v1/send with JSON. Numbers have no leading +; whether it accepted the message is in `successful`.
import { z } from 'zod'
import {
  basicAuth,
  checkRecipient,
  failure,
  isAccepted,
  jsonBody,
  postToGateway,
  type SmsAccount,
  unreadable,
} from './gateway-request.ts'
import type { SmsDriver } from './messages.ts'

const NAME = 'Beem'
const LIVE = 'https://apisms.beem.africa'
const ACCEPTED = 100

const answer = z.object({ successful: z.boolean(), code: z.number() })
// Refusals have their code at the top, or those of credentials in `data`.
const refusal = z.union([
  z.object({ code: z.number() }),
  z.object({ data: z.object({ code: z.number() }) }).transform(({ data }) => data),
])

/** createBeem returns a driver; the user name is the API key, the secret the secret key. */
export function createBeem(settings: SmsAccount): SmsDriver {
  const { http, username, secret, from, baseUrl = LIVE, timeoutMs } = settings
  return {
    async send({ to, text }) {
      checkRecipient(to)
      const message = {
        source_addr: from,
        schedule_time: '',
        encoding: 0,
        message: text,
        recipients: [{ recipient_id: 1, dest_addr: to.slice(1) }],
      }
      const { status, body, reply } = await postToGateway(http, {
        gateway: NAME,
        url: `${baseUrl}/v1/send`,
        ...jsonBody(message, { authorization: basicAuth(username, secret) }),
        timeoutMs,
      })
      if (!isAccepted(status)) throw failure(NAME, reply, refusal.safeParse(body).data?.code)
      const { success, data } = answer.safeParse(body)
      if (!success) throw unreadable(NAME, reply)
      if (!data.successful || data.code !== ACCEPTED) throw failure(NAME, reply, data.code, 400)
      return reply
    },
  }
}
