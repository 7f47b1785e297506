// Fields that several providers have.
import { z } from 'zod'
import { httpUrl, mailbox, smsSender } from '#platform/config/message-settings.ts'
import { EVENT_TYPES } from '#platform/events/platform-events.ts'
import { oneOf } from '#platform/http/routes/validation.ts'

/** FUNCTION_FAILED is the type of alerts about functions that threw; it is no event of the platform. */
export const FUNCTION_FAILED = 'function.failed'

/** eventPatterns are the names of the events that an integration gets; all unless said otherwise. */
export const eventPatterns = z
  .array(oneOf(patternNames))
  .min(1, 'must name at least one event')
  .max(50, 'must name at most 50 events')
  .default(['*'])

function patternNames(): string[] {
  const types = [...EVENT_TYPES.names, FUNCTION_FAILED]
  return ['*', ...new Set(types.map((type) => `${type.split('.')[0]}.*`)), ...types]
}

/** matches reports whether one of the patterns names a type of event. */
export function matches(patterns: readonly string[], type: string): boolean {
  return patterns.some((one) => one === '*' || one === type || one === `${type.split('.')[0]}.*`)
}

/** apiAddress is the address of a provider's API where it is not the usual one. */
export const apiAddress = httpUrl
  .refine(
    (text) => !/[?#@]/.test(text) && text.length <= 500,
    'must be an address without a query, such as https://api.example.com',
  )
  .optional()

/** webAddress is where requests are sent. */
export const webAddress = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a URL that begins with https:// or http://',
  )

/** sender is a mailbox as text: an address, or a name with one. */
export const sender = z.string().refine((text) => mailbox.safeParse(text).success, {
  error: 'must be an e-mail address, or a name with one: Duka <no-reply@example.com>',
})

/** smsFrom is the registered sender of text messages. */
export const smsFrom = smsSender
