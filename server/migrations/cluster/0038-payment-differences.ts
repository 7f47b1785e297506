// What the provider and we do not agree on, kept until somebody closes it; and what was really paid where an owner says so.

// One row for each cause that a payment, or a line of a statement that belongs to none, has. `said` tells one occurrence
// from another: what was closed does not come back before the provider says something else.
const DIFFERENCES = `
create table msingi_payments.differences (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null,
  provider text not null,
  cause text not null,
  payment_id uuid references msingi_payments.payments on delete cascade,
  receipt text,
  said text not null,
  provider_amount numeric,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  note text,
  check (payment_id is not null or receipt is not null)
);
create unique index differences_payment on msingi_payments.differences (payment_id, cause) where payment_id is not null;
create unique index differences_line on msingi_payments.differences (project_id, provider, receipt, cause)
  where payment_id is null;
create index differences_open on msingi_payments.differences (project_id, found_at desc, id desc) where closed_at is null;
create index differences_closed on msingi_payments.differences (project_id, closed_at desc, id desc)
  where closed_at is not null;
create index payments_open on msingi_payments.payments (project_id, created_at)
  where status in ('submitting', 'pending', 'unknown');
create index payments_completed on msingi_payments.payments (project_id, provider, completed_at)
  where status = 'completed';
create index statement_lines_payment on msingi_payments.statement_lines (payment_id) where payment_id is not null;

insert into msingi_payments.differences (project_id, provider, cause, payment_id, said, found_at)
select project_id, provider, alert, id, '', updated_at from msingi_payments.payments where alert is not null;
insert into msingi_payments.differences (project_id, provider, cause, receipt, said, provider_amount, found_at)
select project_id, provider, 'not_ours', receipt, amount::text, amount, imported_at
from msingi_payments.statement_lines where payment_id is null;

alter table msingi_payments.payments add column paid_amount bigint check (paid_amount > 0);
alter table msingi_payments.events drop constraint events_kind_check, add constraint events_kind_check
  check (kind in ('request', 'callback', 'query', 'transition', 'statement', 'alert', 'closed'));
`

// A payment can be corrected as often as its owner learns more.
const CORRECTIONS = `
alter table msingi_payments.postings
  drop constraint postings_kind_check,
  drop constraint postings_payment_id_kind_key,
  add constraint postings_kind_check check (kind in ('payment', 'correction', 'reversal'));
create unique index postings_once on msingi_payments.postings (payment_id, kind) where kind <> 'correction';
create index postings_payment on msingi_payments.postings (payment_id);

create or replace function msingi_payments.forget_project(project uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('msingi_payments.forget', 'on', true);
  delete from msingi_payments.entries e using msingi_payments.postings p
    where p.id = e.posting_id and p.project_id = $1;
  delete from msingi_payments.postings where project_id = $1;
  delete from msingi_payments.accounts where project_id = $1;
  delete from msingi_payments.differences where project_id = $1;
  delete from msingi_payments.statement_lines where project_id = $1;
  delete from msingi_payments.idempotency where project_id = $1;
  delete from msingi_payments.payments where project_id = $1;
  perform set_config('msingi_payments.forget', 'off', true);
end;
$$;
`

/** paymentDifferences makes table `differences`, and lets payments be corrected. */
export const paymentDifferences = [DIFFERENCES, CORRECTIONS]
