// Payments: what was asked of providers, what they answered, and the ledger.

// Only the administrator reaches this schema: nothing in it is granted to anybody. What clients see is in the project's
// own table `payment_transactions`, which follows by way of `publications`.
const PAYMENTS = `
create schema msingi_payments;

create table msingi_payments.payments (
  id uuid primary key,
  project_id uuid not null,
  version integer not null default 1,
  provider text not null check (provider in ('provider_a', 'provider_b')),
  kind text not null check (kind in ('stk_push', 'direct', 'session')),
  environment text not null check (environment in ('sandbox', 'live')),
  status text not null check (status in
    ('submitting', 'pending', 'unknown', 'completed', 'failed', 'cancelled', 'expired', 'reversed')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  phone text,
  user_id uuid,
  order_id text,
  description text,
  metadata jsonb not null,
  account_reference text not null,
  reference text,
  receipt text,
  failure text,
  alert text,
  request jsonb not null,
  details jsonb not null,
  claim jsonb,
  next_check_at timestamptz,
  checks integer not null default 0,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz
);
create unique index payments_reference on msingi_payments.payments (project_id, provider, reference)
  where reference is not null;
create unique index payments_receipt on msingi_payments.payments (project_id, provider, receipt)
  where receipt is not null;
create unique index payments_account_reference on msingi_payments.payments (project_id, account_reference);
create index payments_created on msingi_payments.payments (project_id, created_at desc, id desc);
create index payments_user on msingi_payments.payments (project_id, user_id, created_at desc, id desc)
  where user_id is not null;
create index payments_due on msingi_payments.payments (project_id, provider, (claim is null), next_check_at)
  where next_check_at is not null;

create table msingi_payments.callbacks (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  provider text not null,
  event_id text not null,
  payment_id uuid not null references msingi_payments.payments on delete cascade,
  authentic boolean not null,
  body text not null check (octet_length(body) <= 65536),
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  unique (project_id, provider, event_id)
);
create index callbacks_waiting on msingi_payments.callbacks (project_id, id) where processed_at is null;
create index callbacks_payment on msingi_payments.callbacks (payment_id, id);

create table msingi_payments.events (
  id bigint generated always as identity primary key,
  payment_id uuid not null references msingi_payments.payments on delete cascade,
  kind text not null check (kind in ('request', 'callback', 'query', 'transition', 'statement', 'alert')),
  data jsonb not null,
  created_at timestamptz not null
);
create index events_payment on msingi_payments.events (payment_id, id);

create table msingi_payments.publications (
  payment_id uuid not null references msingi_payments.payments on delete cascade,
  version integer not null,
  project_id uuid not null,
  "row" jsonb not null,
  created_at timestamptz not null,
  primary key (payment_id, version)
);
create index publications_project on msingi_payments.publications (project_id, payment_id, version);

create table msingi_payments.idempotency (
  project_id uuid not null,
  key text not null,
  content text not null,
  payment_id uuid not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (project_id, key)
);
create index idempotency_age on msingi_payments.idempotency (project_id, created_at);

create table msingi_payments.query_slots (
  account text primary key,
  next_at timestamptz not null
);

create table msingi_payments.statement_lines (
  project_id uuid not null,
  provider text not null,
  receipt text not null,
  amount bigint not null,
  currency text not null,
  account_reference text,
  phone text,
  paid_at timestamptz,
  imported_at timestamptz not null,
  payment_id uuid references msingi_payments.payments on delete set null,
  primary key (project_id, provider, receipt)
);
`

// Double entry: each posting has entries that sum to zero, debits positive. The constraint is deferred to the end of the
// transaction, when all entries are there.
const LEDGER = `
create table msingi_payments.accounts (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  environment text not null,
  code text not null,
  currency text not null,
  unique (project_id, environment, code, currency)
);

create table msingi_payments.postings (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  payment_id uuid not null references msingi_payments.payments,
  kind text not null check (kind in ('payment', 'reversal')),
  created_at timestamptz not null,
  unique (payment_id, kind)
);

create table msingi_payments.entries (
  id bigint generated always as identity primary key,
  posting_id bigint not null references msingi_payments.postings,
  account_id bigint not null references msingi_payments.accounts,
  amount bigint not null check (amount <> 0),
  currency text not null
);
create index entries_posting on msingi_payments.entries (posting_id);
create index entries_account on msingi_payments.entries (account_id);

create function msingi_payments.check_balance() returns trigger
language plpgsql set search_path = '' as $$
declare
  posting bigint := case when tg_table_name = 'postings' then new.id else (to_jsonb(new) ->> 'posting_id')::bigint end;
begin
  if not exists (select from msingi_payments.entries e where e.posting_id = posting)
    or exists (select from msingi_payments.entries e where e.posting_id = posting
      group by e.currency having sum(e.amount) <> 0)
    or exists (select from msingi_payments.entries e join msingi_payments.accounts a on a.id = e.account_id
      join msingi_payments.postings p on p.id = e.posting_id
      where e.posting_id = posting and (a.currency <> e.currency or a.project_id <> p.project_id))
  then
    raise exception 'posting % is not balanced', posting using errcode = 'check_violation', constraint = 'ledger_balance';
  end if;
  return null;
end;
$$;
create constraint trigger ledger_balance after insert on msingi_payments.entries
  deferrable initially deferred for each row execute function msingi_payments.check_balance();
create constraint trigger ledger_balance after insert on msingi_payments.postings
  deferrable initially deferred for each row execute function msingi_payments.check_balance();

create function msingi_payments.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('msingi_payments.forget', true) = 'on' then return old; end if;
  raise exception 'the ledger is append-only: correct it with a reversal'
    using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end;
$$;
create trigger append_only before update or delete on msingi_payments.postings
  for each row execute function msingi_payments.refuse_change();
create trigger append_only before update or delete on msingi_payments.entries
  for each row execute function msingi_payments.refuse_change();
create trigger append_only before update or delete on msingi_payments.accounts
  for each row execute function msingi_payments.refuse_change();
create trigger append_only_whole before truncate on msingi_payments.postings
  for each statement execute function msingi_payments.refuse_change();
create trigger append_only_whole before truncate on msingi_payments.entries
  for each statement execute function msingi_payments.refuse_change();

create function msingi_payments.forget_project(project uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('msingi_payments.forget', 'on', true);
  delete from msingi_payments.entries e using msingi_payments.postings p
    where p.id = e.posting_id and p.project_id = $1;
  delete from msingi_payments.postings where project_id = $1;
  delete from msingi_payments.accounts where project_id = $1;
  delete from msingi_payments.statement_lines where project_id = $1;
  delete from msingi_payments.idempotency where project_id = $1;
  delete from msingi_payments.payments where project_id = $1;
  perform set_config('msingi_payments.forget', 'off', true);
end;
$$;
revoke execute on all functions in schema msingi_payments from public;
`

/** payments makes schema `msingi_payments`. */
export const payments = [PAYMENTS, LEDGER]
