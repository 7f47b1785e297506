// Days and months of billing: dates in UTC, such as 2026-11-22. A month is named by its first day.

const DAY_MS = 86_400_000

/** dateOf returns the day of a moment. */
export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** monthOf returns the first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** addMonths returns the first day of another month, so many later. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return dateOf(new Date(Date.UTC(year, number - 1 + count, 1)))
}

/** addDays returns another day, so many later. */
export function addDays(day: string, count: number): string {
  return dateOf(new Date(Date.parse(day) + count * DAY_MS))
}

/** daysBetween returns how many days lie from one to another, which is not included. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** earliest and latest return the one of two days that comes first or last. */
export const earliest = (one: string, other: string): string => (one < other ? one : other)
export const latest = (one: string, other: string): string => (one > other ? one : other)
