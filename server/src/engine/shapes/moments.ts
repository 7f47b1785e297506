// Which texts are dates and times: those of ISO 8601, and what PostgreSQL answers. It reads others too, but 05/06/2026 as the
// sixth of May, IST as the zone of Israel, and `now` as something else each time.
import type { DataType } from './data-types.ts'

const INSTANT =
  /^(?:\d{4,7}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?)?(?: BC)?|-?infinity)$/i
const TIME_OF_DAY = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/

// Of a time, a date takes its day. A time of day has no zone: PostgreSQL would drop it without a word.
const FORMS: Partial<Record<DataType, RegExp>> = { date: INSTANT, timestamp: INSTANT, time: TIME_OF_DAY }

/** isMoment reports whether a text has the form of a type's values; whether there is such a day is PostgreSQL's to say. */
export function isMoment(type: DataType, text: string): boolean {
  return FORMS[type]?.test(text) ?? true
}
