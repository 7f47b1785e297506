// What a caller is told who gets no place.
import { AppError } from '#platform/errors/app-error.ts'

const HEADERS = { 'retry-after': '1' }

/** tooMany makes the 429 of a project of which too much waits already. */
export function tooMany(what: string): AppError {
  return new AppError('quota_exceeded', `Too many ${what} of this project are running. Try again shortly.`, {
    headers: HEADERS,
  })
}

/** tooBusy makes the 503 of a caller who has waited for as long as anybody may. */
export function tooBusy(what: string): AppError {
  return new AppError('unavailable', `The server is busy with other ${what}. Try again shortly.`, {
    headers: HEADERS,
  })
}
