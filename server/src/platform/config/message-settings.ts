// The settings of mail and SMS, and the check that each gateway has all that it needs.
import { z } from 'zod'
import { withoutEndSlashes } from './addresses.ts'

/** SmtpConfig is the mail server and the sender. */
export interface SmtpConfig {
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** SmsConfig is an account with an SMS gateway. */
export type SmsConfig = {
  readonly username: string
  readonly secret: string
  readonly baseUrl: string | undefined
} & (
  | { readonly gateway: 'africas_talking'; readonly from: string | undefined }
  | { readonly gateway: 'twilio'; readonly from: string }
)

/** credential is a text that travels in HTTP headers. */
export const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be printable characters without spaces')

const MAX_MAILBOX = 500
const MAILBOX = /^(?:(?<name>[^<>\p{Cc}\u2028\u2029]*?)\s*<(?<bracketed>[^<>]+)>|(?<bare>[^<>\s]+))$/u

/** mailbox is an e-mail address, or a name with one. */
export const mailbox = z
  .string()
  .max(MAX_MAILBOX)
  .transform((text, context) => {
    const { name = '', bracketed, bare } = MAILBOX.exec(text.trim())?.groups ?? {}
    const address = z.email().safeParse(bracketed ?? bare)
    if (address.success) return { name: name.replaceAll('"', '').trim(), address: address.data }
    context.addIssue('must be an e-mail address, or a name with one: Duka <no-reply@example.com>')
    return z.NEVER
  })

const smtpUrl = z
  .string()
  .refine(
    isSmtpUrl,
    'must be smtp://user:password@host:port or smtps://…, special characters percent-encoded',
  )

/** smsSender is the registered sender of text messages. */
export const smsSender = z.string().regex(/^[\w+ .-]{1,40}$/, 'must be a number, a name or a SID')

/** httpUrl is the address of an API, without slashes at its end. */
export const httpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be a URL that begins with https:// or http://',
  )
  .transform(withoutEndSlashes)

/** messageSettings are the settings of mail and SMS. */
export const messageSettings = {
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'Mail server: `smtp://user:password@host:587`, which must support STARTTLS if there is a user, or `smtps://`.',
    ),
  MSINGI_MAIL_FROM: mailbox
    .optional()
    .describe('The sender of mails: `Duka <no-reply@example.com>`. Required with `SMTP_URL`.'),
  SMS_GATEWAY: z
    .enum(['africas_talking', 'twilio'])
    .optional()
    .describe('The SMS gateway: `africas_talking` or `twilio`.'),
  SMS_USERNAME: credential
    .optional()
    .describe("User name at the gateway: Africa's Talking's username, Twilio's account SID."),
  SMS_SECRET: credential.optional().describe("Africa's Talking's API key, Twilio's auth token."),
  SMS_FROM: smsSender
    .optional()
    .describe(
      "Registered sender: a number, a name, or the SID of Twilio's messaging service. Required for Twilio.",
    ),
  SMS_BASE_URL: httpUrl
    .optional()
    .describe("Address of the gateway, for sandboxes and tests. Default: the gateway's own."),
}

type MessageSettings = z.output<z.ZodObject<typeof messageSettings>>

/** checkMessageSettings adds an issue for each setting that requires another one. */
export function checkMessageSettings(value: MessageSettings, context: z.core.$RefinementCtx): void {
  const need = (name: keyof MessageSettings, by: keyof MessageSettings) => {
    if (value[by] !== undefined && value[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is required with ${by}` })
  }
  need('MSINGI_MAIL_FROM', 'SMTP_URL')
  for (const name of ['SMS_USERNAME', 'SMS_SECRET'] as const) {
    need(name, 'SMS_GATEWAY')
    need('SMS_GATEWAY', name)
  }
  if (value.SMS_GATEWAY === 'twilio') need('SMS_FROM', 'SMS_GATEWAY')
}

/** smtpConfig returns the mail server, if there is one. */
export function smtpConfig({ SMTP_URL, MSINGI_MAIL_FROM }: MessageSettings): SmtpConfig | undefined {
  if (SMTP_URL === undefined || MSINGI_MAIL_FROM === undefined) return undefined
  return { url: SMTP_URL, from: MSINGI_MAIL_FROM }
}

/** smsConfig returns the SMS gateway, if there is one. */
export function smsConfig(value: MessageSettings): SmsConfig | undefined {
  const { SMS_GATEWAY: gateway, SMS_USERNAME: username, SMS_SECRET: secret, SMS_FROM: from } = value
  if (gateway === undefined || username === undefined || secret === undefined) return undefined
  const account = { username, secret, baseUrl: value.SMS_BASE_URL }
  if (gateway === 'africas_talking') return { gateway, ...account, from }
  return from === undefined ? undefined : { gateway, ...account, from }
}

function isSmtpUrl(text: string): boolean {
  // What follows a # would be left out, and where it is in a password, another host be asked.
  if (!URL.canParse(text) || text.includes('#')) return false
  const { protocol, hostname, username, password, pathname, search } = new URL(text)
  if (!/^smtps?:$/.test(protocol) || hostname === '' || search !== '' || !/^\/?$/.test(pathname)) return false
  try {
    decodeURIComponent(username + password)
  } catch {
    return false
  }
  return (username === '') === (password === '')
}
