// The refusals of callers that get no place.
import { AppError } from '#platform/errors/app-error.ts'

/** refusal makes a 429 or 503 that is worth trying again in a second. */
export function refusal(code: 'quota_exceeded' | 'unavailable', message: string): AppError {
  return new AppError(code, message, { headers: { 'retry-after': '1' } })
}

/** tooMany makes the 429 of a project of which too much waits already. */
export function tooMany(what: string): AppError {
  return refusal('quota_exceeded', `Too many ${what} of this project are running. Try again shortly.`)
}

/** tooBusy makes the 503 of a caller who has waited for as long as anybody may. */
export function tooBusy(what: string): AppError {
  return refusal('unavailable', `The server is busy with other ${what}. Try again shortly.`)
}
