// Why the provider and we do not agree: each cause, in words for the people of a project, and what to do about it.

interface Words {
  readonly message: string
  readonly advice: string
}

/** CAUSES are the causes of differences. */
export const CAUSES = {
  amount_mismatch: {
    message: 'A payment was made of another amount than was asked for.',
    advice:
      'Agree with the payer, then resolve the transaction: with the amount that was really paid, or as failed once it is paid back.',
  },
  amount_missing: {
    message: 'The provider calls a payment paid, and did not say how much.',
    advice: 'Import the statement of the provider, or compare the receipt with it and close this.',
  },
  receipt_taken: {
    message: 'A payment has the receipt of another one.',
    advice: 'Compare both transactions with the statement, then resolve this one.',
  },
  reference_taken: {
    message: 'The provider has given a payment the reference of another one.',
    advice: 'Import the statement of the provider, or resolve the transaction.',
  },
  paid_twice: {
    message: 'The provider names a second payment for what is paid already.',
    advice:
      'Compare both receipts with the statement. Pay the second back with the provider, or book it; then close this.',
  },
  late_success: {
    message: 'A payment succeeded after it was given up.',
    advice: 'Deliver what was paid for, or pay it back and record the reversal. Then close this.',
  },
  no_outcome: {
    message: 'Nothing could be learned of what became of a payment.',
    advice: 'Import the statement of the provider, or resolve the transaction.',
  },
  refund_mismatch: {
    message: 'The provider says to have given back more than was paid, or no whole amount.',
    advice:
      'Compare the refunds of the transaction with the statement. Where another amount was paid, resolve it with that; else close this.',
  },
  provider_denies: {
    message: 'The provider takes back a payment that is completed.',
    advice:
      'Ask the provider what became of the money. Where it is gone, record the reversal; else close this.',
  },
  not_ours: {
    message: 'The provider received money that no transaction asked for.',
    advice: 'Find the payer, and pay it back or book it. Then close this.',
  },
  not_on_statement: {
    message: 'A payment is completed here, and not on the statement of that time.',
    advice: 'Ask the provider about the receipt. Then record the reversal, or close this.',
  },
  outcome_unknown: {
    message: 'The answer to a request was lost: what became of the payment is not known.',
    advice: 'Import the statement of the provider, or resolve the transaction.',
  },
  open_for_long: {
    message: 'The provider has not decided about a payment for an hour.',
    advice: 'It is asked again by itself. Resolve the transaction where you know better.',
  },
} as const satisfies Record<string, Words>

/** Cause is why the provider and we do not agree. */
export type Cause = keyof typeof CAUSES

/** CAUSE_NAMES are all of them. */
export const CAUSE_NAMES = Object.keys(CAUSES) as [Cause, ...Cause[]]
