// The data set of the music store, as rows to insert. It needs no server.
import { type Composer, readComposers, readWorks, type Work } from './catalogue.ts'
import { buildCustomers, type Customer } from './people.ts'
import { type Album, buildRecordings, type Track } from './recordings.ts'
import { buildSales, type Order, type OrderLine } from './sales.ts'

/** Dataset has the rows of every table, in an order in which each row follows the rows that it refers to. */
export interface Dataset {
  readonly composers: readonly Composer[]
  readonly works: readonly Work[]
  readonly albums: readonly Album[]
  readonly tracks: readonly Track[]
  readonly customers: readonly Customer[]
  readonly orders: readonly Order[]
  readonly order_lines: readonly OrderLine[]
}

/** TableName is the slug of one of the tables. */
export type TableName = keyof Dataset

/** buildDataset returns the data set: the same rows on every run. */
export function buildDataset(): Dataset {
  const composers = readComposers()
  const works = readWorks(composers)
  const { albums, tracks } = buildRecordings(composers, works)
  const customers = buildCustomers()
  const { orders, order_lines } = buildSales(customers, albums)
  return { composers, works, albums, tracks, customers, orders, order_lines }
}
