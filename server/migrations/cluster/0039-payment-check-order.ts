// In which order payments are asked about: what a callback calls paid and waits for its query, what is open, and last what is
// completed, of which the provider is asked once more.

const ORDER = `
drop index msingi_payments.payments_due;
create index payments_due on msingi_payments.payments (project_id, provider,
    (case when claim is not null then 0 when status in ('completed', 'reversed') then 2 else 1 end), next_check_at)
  where next_check_at is not null;
`

/** paymentCheckOrder orders the payments that are due. */
export const paymentCheckOrder = [ORDER]
