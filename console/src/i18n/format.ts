// Dates, numbers and sizes as the language and the place of the viewer write them.

/** Format writes values for people. */
export interface Format {
  number(value: number): string
  /** bytes writes a size in the unit that fits, such as 1.2 MB. */
  bytes(value: number): string
  /** time writes a moment in the zone of the viewer. */
  time(iso: string): string
  /** timeIn writes a moment in a zone such as Africa/Nairobi. */
  timeIn(iso: string, zone: string): string
  /** date writes the day of a moment in the zone of the viewer. */
  date(iso: string): string
  /** weekday names a day of the week; 0 and 7 are Sunday. */
  weekday(day: number): string
  /** clock writes an hour and a minute. */
  clock(hour: number, minute: number): string
  /** ago writes how long ago a moment was, or in how long it will be. */
  ago(iso: string): string
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
const SPANS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** formatOf returns the Format of a language. */
export function formatOf(locale: string): Format {
  const number = new Intl.NumberFormat(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    number: (value) => number.format(value),
    bytes: (value) => {
      const step = Math.min(UNITS.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3))
      const unit = UNITS[step]
      const unitDisplay = step === 0 ? 'long' : 'short'
      const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const
      return new Intl.NumberFormat(locale, options).format(value / 1000 ** step)
    },
    time: (iso) => time.format(new Date(iso)),
    timeIn: (iso, timeZone) => {
      const options = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
      return new Intl.DateTimeFormat(locale, options).format(new Date(iso))
    },
    date: (iso) => date.format(new Date(iso)),
    weekday: (day) => weekday.format(new Date(Date.UTC(2026, 0, 4 + (day % 7)))),
    clock: (hour, minute) => clock.format(new Date(Date.UTC(2026, 0, 4, hour, minute))),
    ago: (iso) => {
      const seconds = (Date.parse(iso) - Date.now()) / 1000
      const [unit, span] = SPANS.find(([, span]) => Math.abs(seconds) >= span) ?? ['second', 1]
      return relative.format(Math.round(seconds / span), unit)
    },
  }
}
