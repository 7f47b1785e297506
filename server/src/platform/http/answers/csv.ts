// Values as cells of CSV (RFC 4180).

/** csvCell writes a value as a cell; null is empty, and an object is JSON. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return quoteCell(noFormula(typeof value === 'object' ? JSON.stringify(value) : String(value)))
}

/** noFormula puts a quote before what a spreadsheet would take for a formula; a phone number is none. */
export function noFormula(text: string): string {
  return /^[=@\t\r]|^[+-](?!\d+$)/.test(text) ? `'${text}` : text
}

/** quoteCell writes a text as a cell of a line whose cells are separated by commas, semicolons, tabs or bars. */
export function quoteCell(text: string): string {
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
