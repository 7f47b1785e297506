// Statements of provider A in tests, and payments that stand on them.
import { expect } from 'vitest'
import type { Shop } from '#modules/payments/payments.fixture.ts'

/** HEAD is the header of a statement. */
export const HEAD = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.'

/** lineOf is the line of a payment, by its receipt. */
export function lineOf(receipt: string, time: string, amount: string, { account_reference = 'X' } = {}) {
  return `${receipt},${time},Pay Bill,Completed,${amount},,${account_reference}`
}

/** paid makes a payment, and returns its transaction once that is completed and has its receipt. */
export async function paid(of: Shop, amount: number): Promise<any> {
  await of.faults({})
  const { transaction_id, checkout_request_id } = await of.push({ amount })
  await of.act(checkout_request_id, 'approve')
  of.app.clock.advance(11)
  await of.becomes(transaction_id, 'completed')
  const read = async () => (await of.call('GET', `/transactions/${transaction_id}`)).data
  // A query may be faster than the callback, and says none.
  await expect.poll(async () => (await read()).receipt).not.toBeNull()
  return read()
}
