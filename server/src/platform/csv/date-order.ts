// Dates as spreadsheets and portals write them: day, month and year in an order that has to be known.

/** DATE_ORDERS are the orders in which a file may have day, month and year. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const

/** DateOrder is one of them. */
export type DateOrder = (typeof DATE_ORDERS)[number]

// What stands between the numbers says nothing of their order. A year of two digits is none.
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)(.*)$/s
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s

/** isoDate writes a date in the order of ISO 8601, with what follows it; what is written in another order stays as it is. */
export function isoDate(text: string, order: DateOrder): string {
  const [, first = '', , second = '', third = '', rest = ''] =
    (order === 'ymd' ? YEAR_FIRST : YEAR_LAST).exec(text) ?? []
  const [year, month, day] = {
    dmy: [third, second, first],
    mdy: [third, first, second],
    ymd: [first, second, third],
  }[order] as [string, string, string]
  if (month === '' || Number(month) > 12) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`
}

/** orderOf returns the order that a date shows by itself: undefined where day and month could change places. */
export function orderOf(text: string): DateOrder | 'any' | undefined {
  if (!YEAR_LAST.test(text)) return 'any'
  const [byDay, byMonth] = [isoDate(text, 'dmy'), isoDate(text, 'mdy')]
  if (byDay === byMonth) return 'any'
  if (byMonth === text) return 'dmy'
  return byDay === text ? 'mdy' : undefined
}
