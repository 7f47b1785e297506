// Amounts on statements as the provider states them: one with cents is another amount than was asked for.

/** paymentAmounts keeps the cents of amounts on statements. */
export const paymentAmounts = ['alter table msingi_payments.statement_lines alter column amount type numeric']
