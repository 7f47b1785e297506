// The settings of mail and SMS.
import { z } from 'zod'
import { withoutEndSlashes } from './addresses.ts'
import { type SettingGroup, setting } from './setting.ts'

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

/** smtpSettings are the settings of mail. */
export const smtpSettings: SettingGroup<SmtpConfig> = {
  fields: {
    url: setting(
      'SMTP_URL',
      smtpUrl.optional(),
      'Mail server: `smtp://user:password@host:587`, which must support STARTTLS if there is a user, or `smtps://`.',
    ),
    from: setting(
      'MSINGI_MAIL_FROM',
      mailbox.optional(),
      'The sender of mails: `Duka <no-reply@example.com>`. Required with `SMTP_URL`.',
    ),
  },
  key: 'url',
  requirements: () => [['from', 'url']],
}

/** smsSettings are the settings of SMS. */
export const smsSettings: SettingGroup<SmsConfig> = {
  fields: {
    gateway: setting(
      'SMS_GATEWAY',
      z.enum(['africas_talking', 'twilio']).optional(),
      'The SMS gateway: `africas_talking` or `twilio`.',
    ),
    username: setting(
      'SMS_USERNAME',
      credential.optional(),
      "User name at the gateway: Africa's Talking's username, Twilio's account SID.",
    ),
    secret: setting('SMS_SECRET', credential.optional(), "Africa's Talking's API key, Twilio's auth token."),
    from: setting(
      'SMS_FROM',
      smsSender.optional(),
      "Registered sender: a number, a name, or the SID of Twilio's messaging service. Required for Twilio.",
    ),
    baseUrl: setting(
      'SMS_BASE_URL',
      httpUrl.optional(),
      "Address of the gateway, for sandboxes and tests. Default: the gateway's own.",
    ),
  },
  key: 'gateway',
  requirements: ({ gateway }) => [
    ['username', 'gateway'],
    ['gateway', 'username'],
    ['secret', 'gateway'],
    ['gateway', 'secret'],
    ...(gateway === 'twilio' ? ([['from', 'gateway']] as const) : []),
  ],
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
