// Spans of time in addresses.

/** momentIn returns a moment that an address has as ISO 8601, or undefined for what is none. */
export function momentIn(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}
