// Values as cells of CSV (RFC 4180).

/** csvCell writes a value as a cell; null is empty, and an object is JSON. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A spreadsheet would take it for a formula; a phone number is none.
  const safe = /^[=@\t\r]|^[+-](?!\d+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
