// Dates and times as text with one spelling each, so that comparing the texts compares the moments. A condition has
// one kind of moment: where no zone is written it is UTC, whatever zone a session may be set to.

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?$/
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** validDate is true for a day of the calendar from year 1 to 9999, as 2026-01-31. */
export function validDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (!year || !month || !day) return false
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** normaliseTime spells a time of day as 12:30:00.000000, or returns undefined. */
export function normaliseTime(text: string): string | undefined {
  const match = TIME.exec(text.trim())
  if (!match) return undefined
  const [, hours, minutes, seconds = '00', fraction = ''] = match
  return `${hours}:${minutes}:${seconds}.${fraction.padEnd(6, '0')}`
}

/** normaliseMoment spells a moment in UTC as 2026-01-31 12:30:00.000000+00, or returns undefined. */
export function normaliseMoment(text: string): string | undefined {
  const [, date = '', clock = '00:00', zone = 'Z'] = MOMENT.exec(text.trim()) ?? []
  const time = normaliseTime(clock)
  if (!validDate(date) || !time) return undefined
  const minutes = zoneMinutes(zone)
  if (minutes === undefined) return undefined
  if (minutes === 0) return `${date} ${time}+00`
  const utc = new Date(Date.parse(`${date}T${time.slice(0, 8)}Z`) - minutes * 60_000).toISOString()
  // Years outside of 1 to 9999 have more than four digits or a sign.
  if (!/^\d{4}-/.test(utc) || utc.startsWith('0000')) return undefined
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}${time.slice(8)}+00`
}

function zoneMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0')
  return minutes <= 15 * 60 + 59 && Number(zone.slice(-2)) < 60
    ? zone.startsWith('-')
      ? -minutes
      : minutes
    : undefined
}
