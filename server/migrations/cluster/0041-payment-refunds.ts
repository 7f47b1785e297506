// What providers have given back of payments, and what they have kept as fees.

// One row for each refund that somebody has told of, by its number within its payment. One that is not booked is more than
// was left, or no whole number.
const REFUNDS = `
alter table msingi_payments.payments
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  add column fee_amount bigint not null default 0 check (fee_amount >= 0);

create table msingi_payments.refunds (
  payment_id uuid not null references msingi_payments.payments on delete cascade,
  n integer not null,
  project_id uuid not null,
  provider text not null,
  amount numeric not null check (amount > 0),
  -- What statements call it; null as long as none has it.
  receipt text,
  -- Whether a callback has told of it.
  called boolean not null,
  booked boolean not null,
  created_at timestamptz not null,
  primary key (payment_id, n)
);
create unique index refunds_receipt on msingi_payments.refunds (project_id, provider, receipt) where receipt is not null;

alter table msingi_payments.events drop constraint events_kind_check, add constraint events_kind_check
  check (kind in ('request', 'callback', 'query', 'transition', 'statement', 'refund', 'alert', 'closed'));
alter table msingi_payments.postings drop constraint postings_kind_check, add constraint postings_kind_check
  check (kind in ('payment', 'correction', 'refund', 'reversal'));
drop index msingi_payments.postings_once;
create unique index postings_once on msingi_payments.postings (payment_id, kind) where kind in ('payment', 'reversal');

update msingi_payments.payments p set fee_amount = f.amount
from (select o.payment_id, sum(e.amount) as amount from msingi_payments.postings o
  join msingi_payments.entries e on e.posting_id = o.id
  join msingi_payments.accounts a on a.id = e.account_id and a.code like '%.fees'
  where o.kind = 'payment' group by o.payment_id) f
where p.id = f.payment_id;
update msingi_payments.payments set refunded_amount = coalesce(paid_amount, amount) where status = 'reversed';
insert into msingi_payments.refunds (payment_id, n, project_id, provider, amount, called, booked, created_at)
select id, 1, project_id, provider, refunded_amount, false, true, updated_at from msingi_payments.payments
where status = 'reversed';

-- Lines that were not taken, for who looks at the import later.
alter table msingi_payments.statement_imports add column others jsonb not null default '[]';
`

// The table of projects that are older than the column.
const SHOWN = `
do $$
declare
  shown record;
begin
  for shown in select id, owner_role, schema_name from msingi.tables
    where slug = 'payment_transactions' and kind = 'table' and read_only
  loop
    execute format('set local role %I', shown.owner_role);
    execute format('alter table %I.payment_transactions add column refunded_amount bigint not null default 0',
      shown.schema_name);
    reset role;
    insert into msingi.columns (owner_role, table_id, name, data_type, is_system)
    values (shown.owner_role, shown.id, 'refunded_amount', 'bigint', true);
  end loop;
end $$;
`

/** paymentRefunds makes table `refunds`, and keeps with each payment what was given back and kept of it. */
export const paymentRefunds = [REFUNDS, SHOWN]
