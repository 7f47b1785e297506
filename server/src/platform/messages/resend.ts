// Mail by Resend: POST /emails with JSON. Errors have a name, such as `validation_error`.
import { z } from 'zod'
import type { HttpClient } from '#platform/http-client/http-client.ts'
import { failure, isAccepted, jsonBody, postToGateway, unreadable } from './gateway-request.ts'
import { AUTOMATIC, checkHeaders, type Mailbox } from './mail-headers.ts'
import type { MailDriver } from './messages.ts'

/** ResendSettings are an API key and a sender of a domain that is verified there. */
export interface ResendSettings {
  readonly http: HttpClient
  readonly secret: string
  readonly from: Mailbox
  readonly baseUrl: string | undefined
  readonly timeoutMs: number
}

const NAME = 'Resend'
const LIVE = 'https://api.resend.com'

const created = z.object({ id: z.string() })
const refusal = z.object({ name: z.string() })

/** createResend returns a driver. */
export function createResend({ http, secret, from, baseUrl = LIVE, timeoutMs }: ResendSettings): MailDriver {
  // A name in quotes: a comma in it would begin another address otherwise.
  const sender =
    from.name === '' ? from.address : `"${from.name.replaceAll(/["\\]/g, '\\$&')}" <${from.address}>`
  return {
    async send({ to, subject, text, html }) {
      checkHeaders(to, subject)
      const mail = { from: sender, to: [to], subject, text, html, headers: AUTOMATIC }
      const { status, body, reply } = await postToGateway(http, {
        gateway: NAME,
        url: `${baseUrl}/emails`,
        ...jsonBody(mail, { authorization: `Bearer ${secret}` }),
        timeoutMs,
      })
      if (!isAccepted(status)) throw failure(NAME, reply, refusal.safeParse(body).data?.name)
      if (!created.safeParse(body).success) throw unreadable(NAME, reply)
      return reply
    },
  }
}
