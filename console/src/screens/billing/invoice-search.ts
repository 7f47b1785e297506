// What the address says: the invoice that is open, or the form for another plan.

/** InvoiceSearch is what is open. */
export interface InvoiceSearch {
  readonly invoice?: string | undefined
  readonly change?: boolean | undefined
}

/** invoiceSearchOf reads an address, whatever it says. */
export function invoiceSearchOf({ invoice, change }: Record<string, unknown>): InvoiceSearch {
  return {
    invoice: typeof invoice === 'string' && invoice !== '' ? invoice : undefined,
    change: change === true || undefined,
  }
}
