// What a schedule means, in words, and which numbers in it cannot be. What else is wrong with one, the server says.
import type { Format } from '#i18n/format.ts'
import type { Messages } from './messages.ts'

type Words = Messages['words']

// Sunday is 0 and 7.
const FIELDS = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'weekday', least: 0, most: 7 },
] as const
const MOST_TIMES = 6

/** Item is a part of a field: from a number to another, each `step`. */
interface Item {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** Field is one of the five; `all` is whether it is `*`. */
interface Field {
  readonly all: boolean
  readonly items: readonly Item[]
}

/** wrongIn says which number of a schedule its field cannot have, or undefined. */
export function wrongIn(schedule: string, m: Messages): string | undefined {
  const texts = schedule.trim().split(/\s+/)
  if (texts.length !== FIELDS.length) return undefined
  for (const [at, { name, least, most }] of FIELDS.entries()) {
    const numbers = itemsOf(texts[at] ?? '', least, most).flatMap((item) =>
      item === undefined ? [] : [item.from, item.to],
    )
    const wrong = numbers.find((number) => number < least || number > most)
    if (wrong !== undefined) return m.outOfRange(m.fields[name], wrong, least, most)
  }
  return undefined
}

/** wordsOf returns a schedule in words; undefined where its next runs say it better. */
export function wordsOf(schedule: string, m: Messages, format: Format): string | undefined {
  const texts = schedule.trim().split(/\s+/)
  if (texts.length !== FIELDS.length || wrongIn(schedule, m) !== undefined) return undefined
  const fields = FIELDS.map(({ least, most }, at) => fieldOf(texts[at] ?? '', least, most))
  const [minute, hour, day, month, weekday] = fields
  if (!minute || !hour || !day || !month || !weekday) return undefined
  // With both, either is enough: words would read as if both were needed.
  if (!day.all && !weekday.all) return undefined
  const words = m.words
  const days = day.all ? listed(weekday, words, format.weekday) : listed(day, words, String)
  const months = listed(month, words, (number) => words.months.split(' ')[number - 1] ?? '')
  const often = oftenOf(minute, hour, words, format)
  const time = often ?? timesOf(minute, hour, format)
  if (time === undefined || days === undefined || months === undefined) return undefined
  const when = (() => {
    if (often !== undefined) return [often, ...(day.all ? days : days.map(words.onDays))]
    if (day.all) return [days[0] === undefined ? words.daily(time) : words.weekly(days[0], time)]
    return [words.monthly(days[0] ?? '', time)]
  })()
  return [...when, ...months.map(words.inMonths)].join(', ')
}

function itemsOf(text: string, least: number, most: number): readonly (Item | undefined)[] {
  return text.split(',').map((part) => {
    const found = /^(?:\*|(\d{1,4})(?:-(\d{1,4}))?)(?:\/(\d{1,4}))?$/.exec(part)
    if (found === null) return undefined
    const [, first, last, step] = found
    const from = first === undefined ? least : Number(first)
    const to = last !== undefined ? Number(last) : first === undefined || step !== undefined ? most : from
    return { from, to, step: Number(step ?? 1) }
  })
}

function fieldOf(text: string, least: number, most: number): Field | undefined {
  const items = itemsOf(text, least, most).flatMap((item) => item ?? [])
  const isWhole = items.length === text.split(',').length && items.every(({ step }) => step > 0)
  return isWhole ? { all: text === '*', items } : undefined
}

// Days or months as a list: nothing for all of them, undefined for steps, which have no words.
function listed(field: Field, words: Words, name: (number: number) => string): string[] | undefined {
  if (field.all) return []
  if (field.items.some(({ step }) => step !== 1)) return undefined
  const parts = field.items.map(({ from, to }) =>
    from === to ? name(from) : words.range(name(from), name(to)),
  )
  return [parts.join(', ')]
}

// Several times in an hour or in a day, at the same distance.
function oftenOf({ items, all }: Field, hour: Field, words: Words, format: Format): string | undefined {
  const [minute, ...more] = items
  const [hours, ...otherHours] = hour.items
  if (minute === undefined || hours === undefined || more.length + otherHours.length > 0) return undefined
  const single = minute.from === minute.to
  if (!single && (minute.from !== 0 || minute.to !== 59)) return undefined
  if (single && hours.from === hours.to) return undefined
  const isWholeDay = hours.from === 0 && hours.to === 23
  if (!single && hours.step > 1) return undefined
  const often = single
    ? hours.step === 1
      ? words.hourly(minute.from)
      : words.everyHours(hours.step, minute.from)
    : all || minute.step === 1
      ? words.minutely
      : words.everyMinutes(minute.step)
  if (isWholeDay) return often
  const last = single ? minute.from : 59
  return words.within(often, format.clock(hours.from, single ? minute.from : 0), format.clock(hours.to, last))
}

// A few times of a day.
function timesOf(minute: Field, hour: Field, format: Format): string | undefined {
  const isSingle = ({ from, to }: Item) => from === to
  if (!minute.items.every(isSingle) || !hour.items.every(isSingle)) return undefined
  if (minute.items.length * hour.items.length > MOST_TIMES) return undefined
  const times = hour.items.flatMap((one) => minute.items.map(({ from }) => format.clock(one.from, from)))
  return times.join(', ')
}
