// Which account of its provider a payment was started with: it is asked about with that one, whatever the settings say later.

/** paymentAccounts adds the account of payments; of older payments it is not known. */
export const paymentAccounts = ['alter table msingi_payments.payments add column account text']
