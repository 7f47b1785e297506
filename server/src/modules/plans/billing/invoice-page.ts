// An invoice as a page to print: no scripts, and nothing that is loaded from anywhere.
import { escapeHtml } from '#platform/http/answers/escape-html.ts'
import type { Invoice } from './invoices.store.ts'
import { addDays } from './months.ts'
import type { Line } from './prices.ts'

/** INVOICE_POLICY is the Content-Security-Policy of the page: its own style, and nothing else. */
export const INVOICE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const STYLE = `body{font:0.95rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse}th,td{padding:.35rem .5rem;text-align:left;border-bottom:1px solid #ccc}
.n{text-align:right;font-variant-numeric:tabular-nums}@media print{body{margin:0}}`

/** invoicePage returns the HTML of an invoice. */
export function invoicePage(invoice: Invoice): string {
  const { number, project_name, period, currency, total, issued_at, lines } = invoice
  const rows = lines.map((line) => row(line, currency)).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Invoice ${escapeHtml(number)}</title>
<style>${STYLE}</style>
<h1>Invoice ${escapeHtml(number)}</h1>
<p>Project ${escapeHtml(project_name)}<br>Period ${escapeHtml(period)}<br>Issued ${issued_at.toISOString().slice(0, 10)}</p>
<table>
<thead><tr><th>Item<th>From<th>To<th class="n">Quantity<th class="n">Included<th class="n">Price<th class="n">Amount</tr></thead>
<tbody>
${rows}
</tbody>
<tfoot><tr><th colspan="6">Total<th class="n">${escapeHtml(writeMoney(total, currency))}</tr></tfoot>
</table>
</html>
`
}

function row(
  { description, from, to, quantity, included, unit, unit_price, meter, amount }: Line,
  currency: string,
) {
  const price = writeMoney(unit_price, currency)
  const per = meter === null ? `${price} a month` : unit === 1 ? price : `${price} for ${unit}`
  const cells = [quantity, meter === null ? '' : included, per, writeMoney(amount, currency)]
  const numbers = cells.map((cell) => `<td class="n">${escapeHtml(String(cell))}`).join('')
  return `<tr><td>${escapeHtml(description)}<td>${from}<td>${addDays(to, -1)}${numbers}</tr>`
}

/** writeMoney writes minor units as people read them, such as 12.50 USD. */
export function writeMoney(minor: number, currency: string): string {
  const digits = fractionDigits(currency)
  if (digits === 0) return `${minor} ${currency}`
  const text = String(minor).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)} ${currency}`
}

function fractionDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits ?? 2
}
