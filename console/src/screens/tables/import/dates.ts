// Dates of a file that are not those of ISO 8601: in which order they have day, month and year.
import type { DataType } from '#api/client/schemas.ts'
import type { DateOrder } from '#api/data/imports.ts'
import { typeOf } from '#screens/tables/create/pasted-columns.ts'

/** ORDERS are the orders that the server reads. */
export const ORDERS = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[]

const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)(.*)$/s

/** isTemporal is whether values of a type have a date. */
export const isTemporal = (type: DataType) => type === 'date' || type === 'timestamp'

/** inOrder writes a date of that order as ISO 8601 does; a text that is none stays as it is. */
export function inOrder(text: string, order: DateOrder): string {
  const [, first = '', , second = '', third = '', rest = ''] = DATE.exec(text) ?? []
  const [year, month, day] = (
    { dmy: [third, second, first], mdy: [third, first, second], ymd: [first, second, third] } as const
  )[order]
  const isDate = year.length === 4 && isUpTo(month, 12) && isUpTo(day, 31)
  return isDate ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}` : text
}

function isUpTo(digits: string, most: number): boolean {
  return digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= most
}

/** ordersOf returns the orders in which all texts are dates; none where they are something else, or ISO 8601 already. */
export function ordersOf(texts: readonly string[]): readonly DateOrder[] {
  if (isTemporal(typeOf(texts))) return []
  return ORDERS.filter((order) => isTemporal(typeOf(texts.map((text) => inOrder(text, order)))))
}

/** typeIn returns the type of a column whose dates may be in any order. */
export function typeIn(texts: readonly string[]): DataType {
  const [order] = ordersOf(texts)
  return typeOf(order === undefined ? texts : texts.map((text) => inOrder(text, order)))
}
