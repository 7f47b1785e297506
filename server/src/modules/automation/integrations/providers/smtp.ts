// Mail by any SMTP server on the public Internet.
import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { mailbox } from '#platform/config/message-settings.ts'
import { createGuardedSmtpDriver } from '#platform/messages/smtp.ts'
import { sender } from './fields.ts'
import { provider } from './provider.ts'

const IMPLICIT_TLS = 465

/** smtp is the provider. */
export const smtp = provider({
  kind: 'mail',
  config: z
    .strictObject({
      host: z
        .string()
        .max(253, 'must have at most 253 characters')
        .regex(/^[A-Za-z0-9.:-]+$/, 'must be a host name or an address'),
      port: z
        .int('must be a port, such as 587')
        .min(1, 'must be a port, such as 587')
        .max(65_535, 'must be a port, such as 587')
        .default(587),
      username: z
        .string()
        .min(1, 'must not be empty')
        .max(500, 'must have at most 500 characters')
        .optional(),
      password: z
        .string()
        .min(1, 'must not be empty')
        .max(500, 'must have at most 500 characters')
        .optional(),
      from: sender,
    })
    .refine(({ username, password }) => (username === undefined) === (password === undefined), {
      error: 'is required with a username, and the username with it',
      path: ['password'],
    }),
  secrets: ['password'],
  destination: ['host', 'port'],
  addressOf: ({ host }) => `http://${isIPv6(host) ? `[${host}]` : host}`,
  send({ http }, { host, port, username, password, from }, mail) {
    const login = username === undefined || password === undefined ? undefined : { user: username, password }
    const server = { host, port, secure: port === IMPLICIT_TLS, login }
    return createGuardedSmtpDriver({ http, ...server, from: mailbox.parse(from) }).send(mail)
  },
})
