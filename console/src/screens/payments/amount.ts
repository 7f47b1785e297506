// Amounts of payments, which are whole shillings.

/** writeAmount writes an amount with its currency; a text keeps all its digits. */
export function writeAmount(amount: number | string, currency: string, locale: string): string {
  const options = { style: 'currency', currency, maximumFractionDigits: 0 } as const
  // Numbers as text are written with all digits.
  return new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral)
}
