// Amounts of money, which the API counts in minor units of their currency.

/** writeMoney writes an amount as the language of the viewer does. */
export function writeMoney(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}
