// How large a body may be, by who sends it: what a body costs is paid by everybody who shares the event loop.
import type { Actor } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** BodyLimit bounds a body in bytes, and in values of its JSON; `whose` completes "at most 1 MB for …". */
export interface BodyLimit {
  readonly bytes: number
  readonly values: number
  readonly whose: string
}

const KB = 1024
const MB = 1024 * KB

/** LIMITS are the most that any route takes of a caller. A value takes up to half a microsecond to be read. */
export const LIMITS = {
  anonymous: { bytes: 64 * KB, values: 5000, whose: 'without a credential' },
  client: { bytes: MB, values: 50_000, whose: 'from a publishable key or a project user' },
  server: { bytes: 16 * MB, values: 500_000, whose: 'from a secret key or a dashboard session' },
} as const satisfies Record<string, BodyLimit>

/** BodySender is a request as far as it decides on its limit. */
export interface BodySender {
  readonly actor: Actor | undefined
  readonly routeOptions: { readonly bodyLimit: number }
}

/** bodyLimitOf returns the limit of a request, once it is known who calls: that of the caller, or the route's if less. */
export function bodyLimitOf({ actor, routeOptions }: BodySender): BodyLimit {
  const limit = callerLimit(actor)
  const { bodyLimit } = routeOptions
  return bodyLimit >= limit.bytes ? limit : { ...limit, bytes: bodyLimit, whose: 'on this route' }
}

function callerLimit(actor: Actor | undefined): BodyLimit {
  if (actor === undefined) return LIMITS.anonymous
  const isServer = actor.type === 'dashboard' || (actor.type === 'api_key' && actor.kind === 'secret')
  return isServer ? LIMITS.server : LIMITS.client
}

/** tooManyBytes is the refusal of a body beyond a limit. */
export function tooManyBytes({ bytes, whose }: BodyLimit): AppError {
  const most = bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} KB`
  return new AppError('payload_too_large', `The request body is too large: it may have ${most} ${whose}.`)
}

/** tooManyValues is the refusal of a body that holds too many values. */
export function tooManyValues({ values, whose }: BodyLimit): AppError {
  return new AppError(
    'payload_too_large',
    `The request body is too large: it may hold ${values} values ${whose}. Send it in several requests.`,
  )
}
