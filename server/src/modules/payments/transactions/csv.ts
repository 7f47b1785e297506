// Payments as CSV (RFC 4180), page by page.
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import { SHOWN, type ShownPayment } from '#modules/payments/model/payment.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { csvCell } from '#platform/http/answers/csv.ts'
import { type Filters, listPayments } from './list.store.ts'

const PAGE = 500
const MOST = 100_000

/** exportCsv yields the lines of an export, the latest payment first; no more than a page is held in memory. */
export async function* exportCsv(
  payments: Payments,
  project: ProjectRecord,
  filters: Filters,
): AsyncGenerator<string> {
  yield `${SHOWN.join()}\r\n`
  let after: ShownPayment | undefined
  for (let count = 0; count < MOST; count += PAGE) {
    const page = { limit: PAGE, ...(after && { after }) }
    const rows = await listPayments(dbOf(payments, project), project.id, filters, page)
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (rows.length < PAGE) return
    after = rows.at(-1)
  }
}

function lineOf(payment: ShownPayment): string {
  return `${SHOWN.map((column) => csvCell(payment[column])).join()}\r\n`
}
