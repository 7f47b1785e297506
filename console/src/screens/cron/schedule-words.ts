// What a schedule means, in words, where it is one of those that most people write.
import type { Format } from '#i18n/format.ts'
import type { Messages } from './messages.ts'

const NUMBER = /^\d{1,2}$/

/** wordsOf returns a schedule in words; undefined where its next runs say it better. */
export function wordsOf(schedule: string, m: Messages, format: Format): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = schedule.trim().split(/\s+/)
  if (more.length > 0 || month !== '*') return undefined
  const words = m.words
  const daily = day === '*' && weekday === '*'
  if (daily && hour === '*') {
    const step = stepOf(minute)
    if (step !== undefined) return step === 1 ? words.minutely : words.everyMinutes(step)
    return NUMBER.test(minute) ? words.hourly(Number(minute)) : undefined
  }
  if (!NUMBER.test(minute)) return undefined
  const hours = stepOf(hour)
  if (daily && hours !== undefined && hours > 1) return words.everyHours(hours, Number(minute))
  if (!NUMBER.test(hour) || Number(hour) > 23 || Number(minute) > 59) return undefined
  const time = format.clock(Number(hour), Number(minute))
  if (daily) return words.daily(time)
  if (weekday === '*' && NUMBER.test(day)) return words.monthly(Number(day), time)
  return day === '*' ? weekly(weekday, time, words, format) : undefined
}

function weekly(weekday: string, time: string, words: Messages['words'], format: Format) {
  const range = /^([0-7])-([0-7])$/.exec(weekday)
  if (range !== null)
    return words.between(format.weekday(Number(range[1])), format.weekday(Number(range[2])), time)
  if (!/^[0-7](?:,[0-7]){0,6}$/.test(weekday)) return undefined
  return words.weekly(
    weekday.split(',').map((day) => format.weekday(Number(day))),
    time,
  )
}

// The minutes or hours between two runs: `*` is each of them.
function stepOf(field: string): number | undefined {
  if (field === '*') return 1
  const step = /^\*\/(\d{1,2})$/.exec(field)?.[1]
  return step === undefined ? undefined : Number(step)
}
