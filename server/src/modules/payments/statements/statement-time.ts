// Times on statements: in the order of ISO 8601, or with the year last. Those without a zone are of East Africa.
import type { CsvRecord } from '#platform/csv/csv-reader.ts'
import { type DateOrder, isoDate, orderOf } from '#platform/csv/date-order.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { inSlices } from '#platform/loop/slices.ts'

/**
 * findOrder returns in which order a statement has day, month and year where the year is last: the one that is said, or
 * the one in which alone its dates make sense. It throws 400 where they make sense in two.
 */
export async function findOrder(
  records: readonly CsvRecord[],
  timeOf: (record: CsvRecord) => string | undefined,
  said: DateOrder | undefined,
): Promise<DateOrder> {
  if (said !== undefined) return said
  const orders = new Set<DateOrder>()
  let twofold: { readonly line: number; readonly text: string } | undefined
  await inSlices(records, (record) => {
    const text = timeOf(record) ?? ''
    const order = orderOf(text)
    if (order === undefined) twofold ??= { line: record.line, text }
    else if (order !== 'any') orders.add(order)
  })
  const [order] = orders
  // Where no date needs an order, any will do.
  if (twofold === undefined) return order ?? 'dmy'
  if (order !== undefined && orders.size === 1) return order
  const { line, text } = twofold
  const [byDay, byMonth] = [isoDate(text, 'dmy').slice(0, 10), isoDate(text, 'mdy').slice(0, 10)]
  throw invalidInput(
    `The date ${text.slice(0, 10)} in line ${line} can be read in two ways: send dates=dmy where it is ${byDay}, ` +
      `dates=mdy where it is ${byMonth}.`,
    { fields: ['dates'] },
  )
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(?:\s*(AM|PM))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** readTime returns the time that a cell states, null where nothing is there. */
export function readTime(text: string | undefined, order: DateOrder): Date | null | 'unreadable' {
  if (text === undefined || text === '') return null
  const ordered = isoDate(isoDate(text, order), 'ymd')
  const [, day = '', hours = '0', minutes = '00', seconds = '00', half, zone = '+03:00'] =
    TIME.exec(ordered) ?? []
  // A day that its month does not have would be read as one of the next.
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return 'unreadable'
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/pm/i.test(half) ? 12 : 0)
  const at = `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const time = new Date(`${day}T${at}${offset}`)
  return Number.isNaN(time.getTime()) ? 'unreadable' : time
}
