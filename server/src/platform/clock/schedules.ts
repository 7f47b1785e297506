// Schedules of five fields in a time zone: when a job runs next.
import { Cron } from 'croner'
import { invalidInput } from '#platform/errors/app-error.ts'

const FIELDS = 5
const SHOWN = 5

/** checkSchedule throws 400 unless a schedule has five fields, a known time zone, and a time at which it runs. */
export function checkSchedule(schedule: string, timezone: string, now: Date): void {
  if (!isTimeZone(timezone))
    throw invalidInput('timezone: must be a time zone such as Africa/Nairobi, Europe/Berlin or UTC.')
  if (schedule.trim().split(/\s+/).length !== FIELDS || schedule.startsWith('@'))
    throw invalidInput(
      'schedule: must have five fields: minute, hour, day, month, weekday; such as "0 6 * * 1-5".',
    )
  try {
    if (nextRun(schedule, timezone, now) !== undefined) return
  } catch (error) {
    throw invalidInput(`schedule: ${(error as Error).message.replace(/^CronPattern: /, '').slice(0, 200)}`)
  }
  throw invalidInput('schedule: there is no time at which it would run.')
}

/** nextRun returns the first time after `after`, or undefined where there is none. */
export function nextRun(schedule: string, timezone: string, after: Date): Date | undefined {
  return cronOf(schedule, timezone).nextRun(after) ?? undefined
}

/** nextRuns returns the next five times; none where a stored schedule cannot be read any more. */
export function nextRuns(schedule: string, timezone: string, after: Date): Date[] {
  try {
    return cronOf(schedule, timezone).nextRuns(SHOWN, after)
  } catch {
    return []
  }
}

function cronOf(schedule: string, timezone: string): Cron {
  return new Cron(schedule, { timezone, mode: '5-part', paused: true })
}

function isTimeZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }) !== undefined
  } catch {
    return false
  }
}
