// Chooses the drivers of a server: those of its settings, and in development the outbox for all others.
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { SmsConfig } from '#platform/config/message-settings.ts'
import { ANYWHERE } from '#platform/http-client/address-guard.ts'
import { HttpClient } from '#platform/http-client/http-client.ts'
import type { Log } from '#platform/log/log.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { GATEWAY_TIMEOUT_MS } from './gateway-request.ts'
import type { Messages, SmsDriver } from './messages.ts'
import { createOutbox, NO_MESSAGES } from './outbox.ts'
import { createSmtpDriver } from './smtp.ts'
import { createTwilio } from './twilio.ts'

/** openMessages returns the drivers of a configuration. */
export function openMessages(config: Config, clock: Clock, log: Log): Messages {
  const rest = config.production ? NO_MESSAGES : createOutbox(clock, log)
  const smtp = config.smtp && createSmtpDriver(config.smtp)
  return {
    mail: smtp ?? rest.mail,
    sms: config.sms === undefined ? rest.sms : createSmsDriver(config.sms),
    outbox: rest.outbox,
    close: () => smtp?.close(),
  }
}

/** sendsMail reports whether mails leave the server; in development they are kept where there is no SMTP. */
export function sendsMail({
  config,
  messages,
}: {
  readonly config: Config
  readonly messages: Messages
}): boolean {
  return messages.mail !== undefined && (config.production || config.smtp !== undefined)
}

function createSmsDriver(config: SmsConfig): SmsDriver {
  // The operator has chosen the address.
  const http = new HttpClient({ internalNetworks: ANYWHERE })
  const timeoutMs = GATEWAY_TIMEOUT_MS
  return config.gateway === 'twilio'
    ? createTwilio({ ...config, http, timeoutMs })
    : createAfricasTalking({ ...config, http, timeoutMs })
}
