// Open payments that are due are found by their time. What is completed is apart: after the daily reconciliation, all of it is due.

const RANK = `(case when claim is not null then 0 when status in ('completed', 'reversed') then 2 else 1 end)`

const INDEXES = `
create index payments_due_open on msingi_payments.payments (next_check_at) include (project_id, provider)
  where next_check_at is not null and ${RANK} < 2;
create index payments_due_completed on msingi_payments.payments (project_id, provider)
  where next_check_at is not null and ${RANK} = 2;
`

/** paymentsDue finds payments that are due by their time. */
export const paymentsDue = [INDEXES]
